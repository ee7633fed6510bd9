import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import {
  BatchesQuery,
  CommittedSnapshot,
  maxSealedBytes,
  PartQuery,
  PostedBatch,
  type ShippingRefused,
} from '../../shared/wire/shipped-log.ts';
import type { Relay } from '../core/relay.ts';
import type { Answers } from './responses.ts';
import type { Path, RouteName } from './routes.ts';

export type LogRoute = Extract<RouteName, 'log' | 'logAppend' | 'logBatches' | `snapshot${string}`>;

type Handler = (request: IncomingMessage, response: ServerResponse, path: Path) => void;

const refusals: Record<ShippingRefused['reason'], string> = {
  gap: 'The events do not continue what is stored',
  full: 'The mailbox is full',
  incomplete: 'Parts of the snapshot are missing',
};

/** Answers the requests of a counter about its shipped log. The token is checked first: these bodies are larger than others. */
export function shippedLogHandlers(deps: {
  relay: Pick<Relay, 'authenticate' | 'shippedLog'>;
  answers: Answers;
  tokenOf(request: IncomingMessage): string;
  refuseUnauthorised(request: IncomingMessage, response: ServerResponse): void;
  fail(response: ServerResponse, route: RouteName): (error: unknown) => void;
  withBody(request: IncomingMessage, response: ServerResponse, work: (body: Buffer) => void, maxBytes: number): void;
  withJson<Value>(
    request: IncomingMessage,
    response: ServerResponse,
    schema: z.ZodType<Value>,
    work: (value: Value) => void,
  ): void;
}): Record<LogRoute, Handler> {
  const { relay, answers, tokenOf, refuseUnauthorised, fail, withBody, withJson } = deps;
  const { shippedLog } = relay;

  const authorised =
    (route: LogRoute, work: (request: IncomingMessage, response: ServerResponse, path: Path) => Promise<void> | void) =>
    (request: IncomingMessage, response: ServerResponse, path: Path): void => {
      const failed = fail(response, route);
      relay
        .authenticate({ mailbox: path.mailbox, token: tokenOf(request) })
        .then((isKnown) => (isKnown ? work(request, response, path) : refuseUnauthorised(request, response)))
        .catch(failed);
    };
  const withQuery = <Value>(
    response: ServerResponse,
    { query }: Path,
    schema: z.ZodType<Value>,
    work: (value: Value) => Promise<void> | void,
  ): Promise<void> | void => {
    const parsed = schema.safeParse(Object.fromEntries(query));
    if (parsed.success) return work(parsed.data);
    answers.status(response, 400, 'a field is missing or not valid', { close: true });
    return undefined;
  };
  const answerStored = (response: ServerResponse, refused: ShippingRefused | null): void => {
    if (refused === null) answers.status(response, 200, 'OK');
    else answers.status(response, 409, refusals[refused.reason], { details: refused });
  };
  /** Stores what comes in the body, which is bytes that only counters can read. */
  const upload = <Value>(
    route: LogRoute,
    schema: z.ZodType<Value>,
    store: (mailbox: string, value: Value, sealed: Buffer) => Promise<ShippingRefused | null>,
  ): Handler =>
    authorised(route, (request, response, path) =>
      withQuery(response, path, schema, (value) =>
        withBody(
          request,
          response,
          (sealed) =>
            void store(path.mailbox, value, sealed)
              .then((refused) => answerStored(response, refused))
              .catch(fail(response, route)),
          maxSealedBytes,
        ),
      ),
    );
  return {
    log: authorised('log', async (_request, response, { mailbox }) =>
      answers.json(response, JSON.stringify(await shippedLog.read(mailbox))),
    ),
    logAppend: upload('logAppend', PostedBatch, (mailbox, batch, sealed) =>
      shippedLog.append(mailbox, { ...batch, sealed }),
    ),
    logBatches: authorised('logBatches', (_request, response, path) =>
      withQuery(response, path, BatchesQuery, async ({ after }) =>
        answers.json(response, JSON.stringify(await shippedLog.batchesAfter(path.mailbox, after))),
      ),
    ),
    snapshotPart: authorised('snapshotPart', (_request, response, path) =>
      withQuery(response, path, PartQuery, async (ask) => {
        const sealed = await shippedLog.readPart(path.mailbox, ask);
        if (sealed === null) answers.status(response, 404, 'There is no such part');
        else answers.json(response, JSON.stringify({ sealed: sealed.toString('base64') }));
      }),
    ),
    snapshotUpload: upload('snapshotUpload', PartQuery, (mailbox, part, sealed) =>
      shippedLog.putPart(mailbox, { ...part, sealed }),
    ),
    snapshotCommit: authorised('snapshotCommit', (request, response, { mailbox }) =>
      withJson(
        request,
        response,
        CommittedSnapshot,
        (snapshot) =>
          void shippedLog
            .commitSnapshot(mailbox, snapshot)
            .then((refused) => answerStored(response, refused))
            .catch(fail(response, 'snapshotCommit')),
      ),
    ),
  };
}

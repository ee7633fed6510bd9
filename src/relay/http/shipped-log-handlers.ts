import type { ServerResponse } from 'node:http';
import type { z } from 'zod';
import {
  BatchesQuery,
  CommittedSnapshot,
  maxSealedBytes,
  PartQuery,
  PostedBatch,
  type ShippingRefused,
} from '../../shared/wire/shipped-log.ts';
import { authorised, type Handler, type HandlerTools, withQuery } from './handler-tools.ts';
import type { RouteName } from './routes.ts';

export type LogRoute = Extract<RouteName, 'log' | 'logAppend' | 'logBatches' | `snapshot${string}`>;

const refusals: Record<ShippingRefused['reason'], string> = {
  gap: 'The events do not continue what is stored',
  full: 'The mailbox is full',
  incomplete: 'Parts of the snapshot are missing',
  office: 'The mailbox is an office',
};

/** Answers the requests of a counter about its shipped log. The token is checked first: these bodies are larger than others. */
export function shippedLogHandlers(tools: HandlerTools): Record<LogRoute, Handler> {
  const { relay, answers, fail, withBody, withJson } = tools;
  const { shippedLog } = relay;

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
    authorised(tools, route, (request, response, path) =>
      withQuery(tools, response, path, schema, (value) =>
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
    log: authorised(tools, 'log', async (_request, response, { mailbox }) =>
      answers.json(response, JSON.stringify(await shippedLog.read(mailbox))),
    ),
    logAppend: upload('logAppend', PostedBatch, (mailbox, batch, sealed) =>
      shippedLog.append(mailbox, { ...batch, sealed }),
    ),
    logBatches: authorised(tools, 'logBatches', (_request, response, path) =>
      withQuery(tools, response, path, BatchesQuery, async ({ after }) =>
        answers.json(response, JSON.stringify(await shippedLog.batchesAfter(path.mailbox, after))),
      ),
    ),
    snapshotPart: authorised(tools, 'snapshotPart', (_request, response, path) =>
      withQuery(tools, response, path, PartQuery, async (ask) => {
        const sealed = await shippedLog.readPart(path.mailbox, ask);
        if (sealed === null) answers.status(response, 404, 'There is no such part');
        else answers.json(response, JSON.stringify({ sealed: sealed.toString('base64') }));
      }),
    ),
    snapshotUpload: upload('snapshotUpload', PartQuery, (mailbox, part, sealed) =>
      shippedLog.putPart(mailbox, { ...part, sealed }),
    ),
    snapshotCommit: authorised(tools, 'snapshotCommit', (request, response, { mailbox }) =>
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

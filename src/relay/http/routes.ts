import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { webhookHeaders } from '../../shared/wire/order.ts';
import { RelayAck, relayRef } from '../../shared/wire/relay.ts';
import type { Counters } from '../core/ports.ts';
import type { Relay } from '../core/relay.ts';
import type { NetworkOf, RefuseUnauthenticated } from './failed-auth-limiter.ts';
import type { Connections, ReadBody } from './limits.ts';
import { type Log, shortMailbox } from './log.ts';
import { openApi } from './openapi.ts';
import type { Readiness } from './readiness.ts';
import { type Answers, malformed, type Status } from './responses.ts';

interface Path {
  /** empty: the path has none */
  mailbox: string;
  ref: string | null;
  query: URLSearchParams;
}
type Handler = (request: IncomingMessage, response: ServerResponse, path: Path) => void;
export type Routes = Record<RouteName, Handler>;

/** Doubled and trailing slashes in the path of a webhook are ignored: some senders add them. */
const paths = {
  webhook: { method: 'POST', path: /^\/+hooks\/+([^/]{1,200})(?:\/+([^/]+))?\/*$/ },
  events: { method: 'GET', path: /^\/v1\/mailboxes\/([^/]{1,200})\/events$/ },
  ack: { method: 'POST', path: /^\/v1\/mailboxes\/([^/]{1,200})\/ack$/ },
  healthz: { method: 'GET', path: /^\/healthz$/ },
  readyz: { method: 'GET', path: /^\/readyz$/ },
  openApi: { method: 'GET', path: /^\/openapi\.json$/ },
} as const;
type RouteName = keyof typeof paths;
// oxlint-disable-next-line typescript/consistent-type-assertions -- Object.entries widens the names
const entries = Object.entries(paths) as Array<[RouteName, (typeof paths)[RouteName]]>;

const decode = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text);

/** The route of a URL, which may contain a host. Null: there is none. Throws URIError at a broken percent escape. */
export function findRoute(url: string): ({ name: RouteName; method: 'GET' | 'POST' } & Path) | null {
  const at = url.indexOf('?');
  const plain = (at === -1 ? url : url.slice(0, at)).replace(/^https?:\/\/[^/]*/i, '');
  for (const [name, { method, path }] of entries) {
    const found = path.exec(plain);
    if (!found) continue;
    const [, mailbox = '', encodedRef] = found;
    const ref = encodedRef === undefined ? null : decode(encodedRef);
    if (ref !== null && !relayRef.test(ref)) return null;
    return { name, method, mailbox: decode(mailbox), ref, query: new URLSearchParams(at === -1 ? '' : url.slice(at)) };
  }
  return null;
}

const Query = z.object({
  after: z.string().min(1).max(200).optional(),
  limit: z.coerce.number().int().min(1).default(50),
  /** seconds */
  wait: z.coerce.number().min(0).default(0),
});
const maxLimit = 100;
const maxWaitSeconds = 60;

/** Null if one is not valid, or is there twice. */
function parseQuery(query: URLSearchParams): z.infer<typeof Query> | null {
  const isTwice = Object.keys(Query.shape).some((name) => query.getAll(name).length > 1);
  return isTwice ? null : (Query.safeParse(Object.fromEntries(query)).data ?? null);
}

function parseAck(body: Buffer): RelayAck | undefined {
  try {
    return RelayAck.safeParse(JSON.parse(body.toString())).data;
  } catch {
    return undefined;
  }
}

/** The bearer token; empty if there is none, which matches no mailbox. */
const tokenOf = ({ headers }: IncomingMessage): string =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** Node joins a header that is sent twice into one text; as a signature that never matches. */
const headerOf = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
};

/** Whether a Content-Encoding leaves the body as it is. */
const isIdentity = (encoding: string): boolean => encoding.split(',').every((one) => /^\s*(identity\s*)?$/i.test(one));

/** One text for all readers of the description. */
const openApiText = JSON.stringify(openApi);

type Refusal = readonly [status: Status, message: string];
const tooManyFailed: Refusal = [429, 'Too many requests without a right signature or token'];
/** Why a poll or an ack is refused. */
const refusals = {
  unauthorised: [401, 'The mailbox or its token is not valid'],
  bad_cursor: [400, 'The cursor is not of this mailbox'],
  gone: [410, 'Events behind the cursor are no longer kept'],
  taken: [409, 'Another counter reads this mailbox'],
} as const satisfies Record<string, Refusal>;

/** What each path answers. */
export function createRoutes(deps: {
  relay: Relay;
  counters: Counters;
  readiness: Readiness;
  connections: Connections;
  readBody: ReadBody;
  refuse: RefuseUnauthenticated;
  networkOf: NetworkOf;
  answers: Answers;
  log: Log;
}): Routes {
  const { relay, counters, readiness, connections, readBody, refuse, networkOf, answers, log } = deps;

  /** A flood of requests without a valid signature or token is answered 429. Answers the status. */
  const answerUnauthenticated = (request: IncomingMessage, response: ServerResponse, refusal: Refusal): Status => {
    const [status, message] = refuse(request) ? tooManyFailed : refusal;
    return answers.status(response, status, message);
  };
  const refuseCounter = (
    request: IncomingMessage,
    response: ServerResponse,
    kind: keyof typeof refusals,
    details?: object,
  ): void => {
    const [status, message] = refusals[kind];
    if (kind === 'unauthorised') answerUnauthenticated(request, response, refusals.unauthorised);
    else answers.status(response, status, message, { details });
  };

  const fail = (response: ServerResponse, route: RouteName) => (error: unknown) => {
    log.error({ fault: error instanceof Error ? error.name : 'unknown', route }, 'failed');
    answers.status(response, 500, 'The relay failed');
  };
  const withBody = (request: IncomingMessage, response: ServerResponse, work: (body: Buffer) => void): void =>
    readBody(request, request.headers['content-length'], (error, body) => {
      if (error === 413) counters.refused.too_large += 1;
      if (body !== undefined) work(body);
      else if (error === 413) answers.status(response, 413, 'The body is larger than 64 KiB', { close: true });
      else answers.status(response, 400, malformed, { close: true });
    });

  const receive = async (
    request: IncomingMessage,
    response: ServerResponse,
    { mailbox, ref }: Path,
    body: Buffer,
  ): Promise<void> => {
    const answer = await relay.receive({
      mailbox,
      ref,
      event: headerOf(request, webhookHeaders.event),
      signature: headerOf(request, webhookHeaders.signature),
      body,
      network: () => networkOf(request),
    });
    if (answer.status === 200) connections.trust(request.socket);
    // Before the log: the sender has waited for the disk already.
    const status = answer.isUnauthenticated
      ? answerUnauthenticated(request, response, [answer.status, answer.message])
      : answers.status(response, answer.status, answer.message);
    // A flood is counted and not logged.
    if (status !== 429) log.info({ mailbox: shortMailbox(mailbox), ref, status }, 'webhook');
  };

  return {
    /**
     * Accepts any content type, also a malformed one: the signature authenticates the bytes, and a header must not lose the outcome
     * of a sale. A compressed body is refused, because the signature is of the plain one.
     */
    webhook: (request, response, path) => {
      if (!isIdentity(request.headers['content-encoding'] ?? '')) {
        counters.refused.compressed += 1;
        answers.status(response, 415, 'A compressed body is not supported', { close: true });
        return;
      }
      withBody(request, response, (body) => void receive(request, response, path, body));
    },
    // Not async: a held poll keeps only what its answer needs, and there may be ten thousand of them.
    events: (request, response, { mailbox, query }) => {
      const parsed = parseQuery(query);
      if (parsed === null) {
        answers.status(response, 400, 'after, limit or wait is not valid');
        return;
      }
      const { after = null, limit, wait } = parsed;
      relay
        .poll({
          mailbox,
          token: tokenOf(request),
          after,
          limit: Math.min(limit, maxLimit),
          waitMs: Math.min(wait, maxWaitSeconds) * 1000,
          signal: connections.signalFor(request.socket),
        })
        .then(
          (answer) => {
            if (answer.kind === 'page') answers.json(response, JSON.stringify(answer.page));
            else if (answer.kind !== 'gone') refuseCounter(request, response, answer.kind);
            else refuseCounter(request, response, 'gone', { oldest: answer.oldest, acked: answer.acked });
            return undefined;
          },
          fail(response, 'events'),
        );
    },
    ack: (request, response, { mailbox }) => {
      if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
        answers.status(response, 415, 'The content type or encoding is not supported', { close: true });
        return;
      }
      withBody(request, response, (body) => {
        // Only the parsed ack waits for the database, not its body.
        const ack = parseAck(body);
        if (ack === undefined) {
          answers.status(response, 400, 'cursor is missing or not valid');
          return;
        }
        relay.ack({ ...ack, mailbox, token: tokenOf(request) }).then(
          (answer) => {
            if (answer === 'acked') answers.status(response, 200, 'OK');
            else refuseCounter(request, response, answer);
            return undefined;
          },
          fail(response, 'ack'),
        );
      });
    },
    healthz: (_request, response) => answers.status(response, 200, 'OK'),
    readyz: (_request, response) =>
      void readiness.check().then((problem) => answers.status(response, problem === null ? 200 : 503, problem ?? 'OK')),
    openApi: (_request, response) => answers.json(response, openApiText),
  };
}

import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';

import type { z } from 'zod';
import { createRateLimiter } from '../../server/async.ts';
import { clientNetworkBehind, type NetworkOf } from '../../server/client-network.ts';
import { listenOn } from '../../server/listen.ts';
import { type Log, shortMailbox } from '../../server/log.ts';
import { oneHeader } from '../../server/one-header.ts';
import type { Clock } from '../../server/ports.ts';
import { withBrackets } from '../../server/startup-errors.ts';
import { webhookHeaders } from '../../shared/wire/provider.ts';
import { DatabaseAway } from '../core/away.ts';
import type { Relay } from '../core/relay.ts';
import type { Store } from '../core/store.ts';
import {
  bodyLimit,
  type Connections,
  createBodyReader,
  type Limits,
  limitConnections,
  type ReadBody,
} from './limits.ts';
import { openApi } from './openapi.ts';
import { findRoute, type Operation, operations, type Reply, type Route, refused, Sealed } from './operations.ts';
import { Readiness } from './readiness.ts';
import { createAnswers, malformed, refuseMalformed, type Status } from './responses.ts';
import type { VerifierPage } from './verifier-page.ts';

const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Longer than proxies keep idle connections: else a webhook may be sent on one that is being closed, and be lost. */
const keepAliveMs = 185_000;
const maxHeaderBytes = 8 * 1024;
/** Undefined if one is not valid, or occurs twice. */
function parseQuery<Value>(schema: z.ZodType<Value>, query: URLSearchParams): Value | undefined {
  const values = Object.fromEntries(query);
  return Object.keys(values).length === query.size ? schema.safeParse(values).data : undefined;
}

function parseJson<Value>(schema: z.ZodType<Value>, body: Buffer): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(body.toString())).data;
  } catch {
    return undefined;
  }
}

/** The bearer token; empty if there is none, which matches no mailbox. */
const tokenOf = ({ headers }: IncomingMessage): string =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** Whether a Content-Encoding leaves the body as it is. */
const isIdentity = (encoding: string): boolean => encoding.split(',').every((one) => /^\s*(identity\s*)?$/i.test(one));

/** One text for all readers of the description. */
const openApiText = JSON.stringify(openApi);

const nothingHere = 'There is nothing here';
const invalidField = 'a field is missing or not valid';

/** Requests of one network that fail: a valid signature or token is never limited, even if they share the address. */
const failedLimit = { max: 300, windowMs: 60_000, keys: 5_000 };

interface HttpServerDeps {
  relay: Relay;
  store: Store;
  clock: Clock;
  log: Log;
  limits: Limits;
  /** see clientNetworkBehind */
  trustProxy: string | false;
  /** null: there is none */
  verifierPage: VerifierPage | null;
  /** where webhooks wait while the database is away; null: nowhere */
  spool: { hasRoom(): boolean } | null;
}

type Handler = (request: IncomingMessage, response: ServerResponse, route: Route) => void;

/** The public HTTP server, on Node's own: a framework would add half of the cost of a webhook. */
export class HttpServer {
  readonly #deps: HttpServerDeps;
  readonly server: Server;
  readonly #answers = createAnswers(() => this.#isClosing);
  readonly #connections: Connections;
  readonly #readiness: Readiness;
  readonly #networkOf: NetworkOf;
  readonly #isOverFailedLimit: (network: string) => boolean;
  readonly #readBody: ReadBody;
  /** of what is no operation on a mailbox */
  readonly #handlers: Readonly<Record<string, Handler>> = {
    'POST /hooks': (request, response, route) => this.#takeWebhook(request, response, route),
    'GET /healthz': (_request, response) => this.#answers.status(response, 200, 'OK'),
    'GET /readyz': (_request, response) => void this.#answerProbe(response, false),
    'GET /hooksz': (_request, response) => void this.#answerProbe(response, this.#deps.spool?.hasRoom() === true),
    // Nothing of the request is looked at or logged, and the proof in the address's fragment never comes here.
    'GET /verify': (_request, response) => {
      const { verifierPage } = this.#deps;
      if (verifierPage === null) this.#answers.status(response, 404, nothingHere);
      else this.#answers.page(response, verifierPage.html, verifierPage.headers);
    },
    'GET /openapi.json': (_request, response) => this.#answers.json(response, openApiText),
  };
  #isClosing = false;

  constructor(deps: HttpServerDeps) {
    const { relay, store, clock, limits, trustProxy } = deps;
    this.#deps = deps;
    this.server = createHttpServer({
      requestTimeout: limits.requestMs,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: maxHeaderBytes,
      // Node's own answer has no body.
      requireHostHeader: false,
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
    });
    this.#connections = limitConnections(this.server, limits, relay.counters);
    this.#readiness = new Readiness(store, clock);
    this.#networkOf = clientNetworkBehind(trustProxy);
    this.#isOverFailedLimit = createRateLimiter(clock, failedLimit);
    this.#readBody = createBodyReader(limits, relay.counters);
    this.server.on('request', (request, response) => this.#onRequest(request, response));
    this.server.on('checkExpectation', (_request, response) =>
      this.#answers.status(response, 400, malformed, { close: true }),
    );
    this.server.on('clientError', (_error, socket) => refuseMalformed(socket));
    // Without a listener Node closes the connection without an answer.
    this.server.on('connect', (_request, socket) => refuseMalformed(socket));
  }

  /** Answers the URL. @param address.port 0: any free port */
  async listen({ host, port }: { host: string; port: number }): Promise<string> {
    const bound = await listenOn(this.server, { host, port }, 'relay');
    return `http://${withBrackets(host === '0.0.0.0' ? '127.0.0.1' : host)}:${bound}`;
  }

  /** Answers every held poll and the requests in flight first. */
  async close(): Promise<void> {
    await this.#readiness.withdraw();
    this.#isClosing = true;
    this.#deps.relay.releasePolls();
    // Ends idle connections itself; the answer to a request in flight ends its own.
    await new Promise<unknown>((closed) => this.server.close(closed));
  }

  async #answerProbe(response: ServerResponse, doesWithoutDatabase: boolean): Promise<void> {
    const problem = await this.#readiness.check(doesWithoutDatabase);
    this.#answers.status(response, problem === null ? 200 : 503, problem ?? 'OK');
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    // Without a socket the response waits for the one to an earlier request on the same connection.
    if (response.socket === null) this.#connections.onPipelinedRequest(response);
    const { method = '', url = '', headers, httpVersion } = request;
    let route: Route | null;
    try {
      if (headers.host === undefined && httpVersion === '1.1') throw new Error('no Host');
      route = findRoute(url);
    } catch {
      this.#answers.status(response, 400, malformed, { close: true });
      return;
    }
    // Unknown paths and methods are refused before a body is read.
    if (route === null) {
      this.#answers.status(response, 404, nothingHere, { close: true });
      return;
    }
    if (!route.methods.includes(method)) {
      const allow = route.methods.join(', ');
      this.#answers.status(response, 405, `Only ${allow} is possible here`, { headers: { allow }, close: true });
      return;
    }
    // The body of a GET is discarded: it must not wait with a held poll.
    if (method === 'GET' && hasBody(headers)) request.resume();
    const name = `${method} ${route.path}`;
    const operation = operations[name];
    if (operation) this.#serve(request, response, route, operation);
    else this.#handlers[name]?.(request, response, route);
  }

  /**
   * Accepts any content type, also a malformed one: the signature authenticates the bytes, and a header must not lose the outcome
   * of a sale. A compressed body is refused, because the signature is of the plain one.
   */
  #takeWebhook(request: IncomingMessage, response: ServerResponse, route: Route): void {
    if (!isIdentity(request.headers['content-encoding'] ?? '')) {
      this.#deps.relay.counters.refused.compressed += 1;
      this.#answers.status(response, 415, 'A compressed body is not supported', { close: true });
      return;
    }
    this.#withBody(request, response, (body) => void this.#receive(request, response, route, body));
  }

  async #receive(
    request: IncomingMessage,
    response: ServerResponse,
    { mailbox, ref }: Route,
    body: Buffer,
  ): Promise<void> {
    const answer = await this.#deps.relay.receive({
      mailbox,
      ref,
      event: oneHeader(request, webhookHeaders.event),
      signature: oneHeader(request, webhookHeaders.signature),
      body,
      network: () => this.#networkOf(request),
    });
    if (answer.status === 200) this.#connections.trust(request.socket);
    // Before the log: the sender has waited for the disk already.
    const status = answer.isUnauthenticated
      ? this.#answerUnauthenticated(request, response, answer)
      : this.#answers.status(response, answer.status, answer.message);
    // A flood is counted and not logged.
    if (status !== 429) this.#deps.log.info({ mailbox: shortMailbox(mailbox), ref, status }, 'webhook');
  }

  /** Serves an operation on a mailbox. */
  #serve(request: IncomingMessage, response: ServerResponse, route: Route, operation: Operation): void {
    const { query: querySchema, body: bodySchema, maxBytes, tokenFirst, run } = operation;
    const query = querySchema && parseQuery(querySchema, route.query);
    if (querySchema && query === undefined) {
      this.#answers.status(response, 400, invalidField, { close: bodySchema !== undefined });
      return;
    }
    const performWith = (body: unknown): void => this.#perform(request, response, route, run, { query, body });
    const readAndPerform = (): void => {
      if (bodySchema === undefined) return performWith(undefined);
      if (bodySchema === Sealed) return this.#withBody(request, response, performWith, maxBytes);
      if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
        this.#answers.status(response, 415, 'The content type or encoding is not supported', { close: true });
        return;
      }
      const parse = (bytes: Buffer): void => {
        // Only the parsed value waits for the database, not the body.
        const body = parseJson(bodySchema, bytes);
        if (body === undefined) this.#answers.status(response, 400, invalidField);
        else performWith(body);
      };
      this.#withBody(request, response, parse, maxBytes);
    };
    if (tokenFirst !== true) return readAndPerform();
    this.#deps.relay
      .authenticate({ mailbox: route.mailbox, token: tokenOf(request) })
      .then((isKnown) => (isKnown ? readAndPerform() : this.#send(request, response, refused('unauthorised'))))
      .catch((error: unknown) => this.#fail(response, route.path, error));
  }

  /** Beside `#serve`, and not async: ten thousand polls may be held, and each keeps what these two methods need. */
  #perform(
    request: IncomingMessage,
    response: ServerResponse,
    { path, mailbox }: Route,
    run: Operation['run'],
    parsed: { query: unknown; body: unknown },
  ): void {
    const { relay, log } = this.#deps;
    const signal = this.#connections.signalFor(request.socket);
    const write = (fields: object, message: string): void =>
      log.info({ mailbox: shortMailbox(mailbox), ...fields }, message);
    run(relay, { mailbox, token: tokenOf(request), signal, log: write, ...parsed }).then(
      (reply) => this.#send(request, response, reply),
      (error: unknown) => this.#fail(response, path, error),
    );
  }

  #withBody(
    request: IncomingMessage,
    response: ServerResponse,
    work: (body: Buffer) => void,
    maxBytes = bodyLimit,
  ): void {
    this.#readBody(
      request,
      request.headers['content-length'],
      (error, body) => {
        if (error === 413) this.#deps.relay.counters.refused.too_large += 1;
        if (body !== undefined) work(body);
        else if (error === 413)
          this.#answers.status(response, 413, `The body is larger than ${maxBytes / 1024} KiB`, { close: true });
        else this.#answers.status(response, 400, malformed, { close: true });
      },
      maxBytes,
    );
  }

  #send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
    if (reply.status === 401) this.#answerUnauthenticated(request, response, reply);
    else if (reply.status !== 200) this.#answers.status(response, reply.status, reply.message, reply);
    else if ('bytes' in reply) this.#answers.bytes(response, reply.bytes);
    else if (reply.json === null) this.#answers.status(response, 200, 'OK');
    else this.#answers.json(response, JSON.stringify(reply.json));
  }

  /** A flood of requests without a valid signature or token is answered 429. Answers the status. */
  #answerUnauthenticated(
    request: IncomingMessage,
    response: ServerResponse,
    { status, message }: { status: Status; message: string },
  ): Status {
    if (!this.#isOverFailedLimit(this.#networkOf(request))) return this.#answers.status(response, status, message);
    this.#deps.relay.counters.rateLimited += 1;
    return this.#answers.status(response, 429, 'Too many requests without a right signature or token');
  }

  #fail(response: ServerResponse, route: string, error: unknown): void {
    const isAway = error instanceof DatabaseAway;
    this.#deps.log.error({ fault: error instanceof Error ? error.name : 'unknown', route }, 'request failed');
    if (isAway) this.#answers.status(response, 503, 'The relay is behind: what came waits for the database');
    else this.#answers.status(response, 500, 'The relay failed');
  }
}

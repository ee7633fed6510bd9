import { createServer as createHttpServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../core/ports.ts';
import type { Relay } from '../core/relay.ts';
import type { Store } from '../core/store.ts';
import { cannotListen, withBrackets } from '../startup-errors.ts';
import { clientNetworkBehind, createFailedAuthLimiter } from './failed-auth-limiter.ts';
import { createBodyReader, type Limits, limitConnections } from './limits.ts';
import type { Log } from './log.ts';
import { createReadiness } from './readiness.ts';
import { createAnswers, malformed, refuseMalformed } from './responses.ts';
import { createRoutes, findRoute } from './routes.ts';

const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Longer than proxies keep idle connections: else a webhook may be sent on one that is being closed, and be lost. */
const keepAliveMs = 185_000;
const maxHeaderBytes = 8 * 1024;
/**
 * Clients that may connect at once: Node's 511 overflows if ten thousand counters return together. Linux limits it to
 * net.core.somaxconn, 4,096 by default.
 */
const backlog = 16_384;

export interface HttpServer {
  server: Server;
  /** Answers the URL. @param ask.port 0: any free port */
  listen(ask: { host: string; port: number }): Promise<string>;
  /** Answers every held poll and the requests in flight first. */
  close(): Promise<void>;
}

/** Listens, and answers the port. */
export async function listenOn(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  await new Promise<void>((listening, failed) => {
    server.once('error', (error) => failed(cannotListen(host, port, error)));
    server.listen({ host, port, backlog }, listening);
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- it listens on a port, not on a path
  return (server.address() as AddressInfo).port;
}

/** The public HTTP server, on Node's own: a framework would add half of the cost of a webhook. */
export function createServer(deps: {
  relay: Relay;
  store: Store;
  clock: Clock;
  log: Log;
  limits: Limits;
  /** see clientNetworkBehind */
  trustProxy: string | false;
}): HttpServer {
  const { relay, store, clock, log, limits, trustProxy } = deps;
  const { counters } = relay;
  const server = createHttpServer({
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
  let isClosing = false;
  const answers = createAnswers(() => isClosing);
  const connections = limitConnections(server, limits, counters);
  const readiness = createReadiness(store, clock);
  const networkOf = clientNetworkBehind(trustProxy);
  const refuse = createFailedAuthLimiter(clock, counters, networkOf);
  const readBody = createBodyReader(limits, counters);
  const routes = createRoutes({
    relay,
    counters,
    readiness,
    connections,
    readBody,
    refuse,
    networkOf,
    answers,
    log,
  });

  server.on('request', (request, response) => {
    // Without a socket the response waits for the one to an earlier request on the same connection.
    if (response.socket === null) connections.onPipelinedRequest(response);
    const { method, url = '', headers, httpVersion } = request;
    let route: ReturnType<typeof findRoute>;
    try {
      if (headers.host === undefined && httpVersion === '1.1') throw new Error('no Host');
      route = findRoute(url);
    } catch {
      answers.status(response, 400, malformed, { close: true });
      return;
    }
    // Unknown paths and methods are refused before a body is read.
    if (route === null) {
      answers.status(response, 404, 'There is nothing here', { close: true });
    } else if (method !== route.method) {
      const allow = route.method;
      answers.status(response, 405, `Only ${allow} is possible here`, { headers: { allow }, close: true });
    } else {
      // The body of a GET is discarded: it must not wait with a held poll.
      if (method === 'GET' && hasBody(headers)) request.resume();
      routes[route.name](request, response, route);
    }
  });
  server.on('checkExpectation', (_request, response) => answers.status(response, 400, malformed, { close: true }));
  server.on('clientError', (_error, socket) => refuseMalformed(socket));
  // Without a listener Node closes the connection without an answer.
  server.on('connect', (_request, socket) => refuseMalformed(socket));

  return {
    server,
    listen: async ({ host, port }) => {
      const bound = await listenOn(server, { host, port });
      return `http://${withBrackets(host === '0.0.0.0' ? '127.0.0.1' : host)}:${bound}`;
    },
    close: async () => {
      await readiness.withdraw();
      isClosing = true;
      relay.releasePolls();
      // Ends idle connections itself; the answer to a request in flight ends its own.
      await new Promise<unknown>((closed) => server.close(closed));
    },
  };
}

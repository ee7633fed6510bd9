import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Clock } from '../core/ports.ts';
import type { Relay } from '../core/relay.ts';
import type { Store } from '../core/store.ts';
import { type Limits, limitConnections, refuseMalformed } from './connections.ts';
import { clientAddressBehind, createFailedAuthLimiter, type HttpCounters } from './failed-auth-limiter.ts';
import { mailboxRoutes } from './mailbox-routes.ts';
import { type Metrics, registerMetrics } from './metrics.ts';
import { openApi } from './openapi.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { bodyLimit, RequestBodies } from './request-bodies.ts';
import { jsonType, RequestError, send, sendError } from './responses.ts';
import { methodOf } from './routing.ts';
import { createWebhookReceiver } from './webhook-receiver.ts';

/** Longer than proxies keep idle connections: else a webhook may be sent on one that is being closed, and be lost. */
const keepAliveMs = 185_000;
const maxHeaderBytes = 8 * 1024;

const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** The HTTP server: webhooks on Node's own server, the rest on the framework. Closing it answers every held poll first. */
export async function createServer(deps: {
  relay: Relay;
  store: Store;
  clock: Clock;
  metrics: Metrics;
  log: FastifyBaseLogger;
  limits: Limits;
  /** see clientAddressBehind */
  trustProxy: string | false;
}): Promise<FastifyInstance> {
  const { relay, store, clock, metrics, log, limits, trustProxy } = deps;
  const server = createHttpServer({
    requestTimeout: limits.requestMs,
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: maxHeaderBytes,
    // Node's own answer has no body; an onRequest hook answers instead.
    requireHostHeader: false,
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
  });
  const counters: HttpCounters = { bodyTooLarge: 0, compressed: 0, rateLimited: 0 };
  const connections = limitConnections(server, limits);
  const bodies = new RequestBodies(limits);
  const addressOf = clientAddressBehind(trustProxy);
  const refuse = createFailedAuthLimiter(clock, counters, addressOf);
  registerMetrics(metrics, { counters: relay.counters, http: counters, connections, bodies });

  let closing = false;
  const receiveWebhook = createWebhookReceiver({
    relay,
    connections,
    bodies,
    refuse,
    addressOf,
    counters,
    log,
    isClosing: () => closing,
  });
  const app = Fastify({
    serverFactory: (framework) =>
      server.on('request', (request, response) => {
        // Without a socket the response waits for the one to an earlier request on the same connection.
        if (response.socket === null) connections.onPipelinedRequest(response);
        if (!receiveWebhook(request, response)) framework(request, response);
      }),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests: a logger for each costs more than its line.
    childLoggerFactory: (logger) => logger,
    bodyLimit,
    routerOptions: { maxParamLength: 200 },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseMalformed,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  const readiness = createReadiness(store, clock);
  app.addHook('preClose', async () => {
    await readiness.withdraw();
    closing = true;
    relay.releasePolls();
  });
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (closing) reply.header('connection', 'close');
    next(null, payload);
  });
  // Refuses unknown paths before a body is read.
  app.addHook('onRequest', (request, reply, next) => {
    const { headers, httpVersion } = request.raw;
    if (headers.host === undefined && httpVersion === '1.1') {
      sendError(new RequestError(400), request, reply.header('connection', 'close'));
      return;
    }
    if (!request.is404) {
      // The body of a GET is discarded: it must not wait with a held poll.
      if (request.method === 'GET' && hasBody(headers)) request.raw.resume();
      next();
      return;
    }
    const allowed = methodOf(request.url);
    reply.header('connection', 'close');
    if (allowed === null) send(reply, 404, 'There is nothing here');
    else send(reply.header('allow', allowed), 405, `Only ${allowed} is possible here`);
  });
  app.setErrorHandler((error, request, reply) => {
    if (reply.statusCode === 413) counters.bodyTooLarge += 1;
    return sendError(error, request, reply);
  });
  await app.register(async (mailboxes) => mailboxRoutes(mailboxes, { relay, connections, bodies, refuse }));
  operationsRoutes(app, readiness);
  return app;
}

/** One buffer for all readers of the description, however many do not read it. */
const openApiText = Buffer.from(JSON.stringify(openApi));

/** The routes for the operator: is the process up, can it store webhooks, what does it offer. */
function operationsRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', async (_request, reply) => send(reply, 200, 'OK'));
  app.get('/readyz', async (_request, reply) => {
    const problem = await readiness.check();
    return problem === null ? send(reply, 200, 'OK') : send(reply, 503, problem);
  });
  app.get('/openapi.json', async (_request, reply) => reply.header('content-type', jsonType).send(openApiText));
}

import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { RequestFault, say, sayFault } from './answers.ts';
import { type Limits, limitConnections, refuseMalformed } from './connections.ts';
import type { Clock } from './core/ports.ts';
import type { Relay } from './core/relay.ts';
import type { Store } from './core/store.ts';
import { methodOf } from './known-paths.ts';
import type { Metrics } from './metrics.ts';
import { bodyLimit } from './read-body.ts';
import { createReadiness } from './readiness.ts';
import { createHooks } from './routes/hooks.ts';
import { mailboxRoutes } from './routes/mailboxes.ts';
import { operationRoutes } from './routes/operations.ts';
import { createRefuse } from './routes/refuse.ts';
import { newTally } from './tally.ts';
import { addressBehind } from './trusted-proxies.ts';
import { createUploads } from './uploads.ts';
import { showCounts } from './what-is-counted.ts';

/** Longer than what proxies keep a line for: else a webhook may be sent on one that is just being closed, and be lost. */
const keepAliveMs = 185_000;
const longestHeaders = 8 * 1024;

const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** The thin server around the relay: webhooks on Node's own, the rest on the framework. Closing it answers every held poll first. */
export async function createServer(parts: {
  relay: Relay;
  store: Store;
  clock: Clock;
  metrics: Metrics;
  log: FastifyBaseLogger;
  limits: Limits;
  /** see addressBehind */
  trustProxy: string | false;
}): Promise<FastifyInstance> {
  const { relay, store, clock, metrics, log, limits, trustProxy } = parts;
  const server = createHttpServer({
    requestTimeout: limits.requestMs,
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: longestHeaders,
    // Node's own answer has no body; see below.
    requireHostHeader: false,
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
  });
  const tally = newTally();
  const connections = limitConnections(server, limits);
  const uploads = createUploads(limits);
  const addressOf = addressBehind(trustProxy);
  const refuse = createRefuse(clock, tally, addressOf);
  showCounts(metrics, { counts: relay.counts, tally, connections, uploads });

  let closing = false;
  const isClosing = (): boolean => closing;
  const takenAsHook = createHooks({ relay, connections, uploads, refuse, addressOf, tally, log, isClosing });
  const app = Fastify({
    serverFactory: (framework) =>
      server.on('request', (request, response) => {
        // Node gives the line to the answer at once, unless that to another request is due first.
        if (response.socket === null) connections.pipelined(response);
        if (!takenAsHook(request, response)) framework(request, response);
      }),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // One log for all: a line says what it needs, and a log of its own for each request costs more than its line.
    childLoggerFactory: (logger) => logger,
    bodyLimit,
    routerOptions: { maxParamLength: 200 },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseMalformed,
    frameworkErrors: (error, request, reply) => void sayFault(error, request, reply),
  });
  const readiness = createReadiness(store, clock);
  app.addHook('preClose', async () => {
    await readiness.withdraw();
    closing = true;
    relay.letGo();
  });
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (closing) reply.header('connection', 'close');
    next(null, payload);
  });
  // Answered before a body is read: nobody uploads to nowhere.
  app.addHook('onRequest', (request, reply, next) => {
    const { headers, httpVersion } = request.raw;
    if (headers.host === undefined && httpVersion === '1.1') {
      sayFault(new RequestFault(400), request, reply.header('connection', 'close'));
      return;
    }
    if (!request.is404) {
      // What nobody asked for does not wait with a poll.
      if (request.method === 'GET' && hasBody(headers)) request.raw.resume();
      next();
      return;
    }
    const allowed = methodOf(request.url);
    reply.header('connection', 'close');
    if (allowed === null) say(reply, 404, 'There is nothing here');
    else say(reply.header('allow', allowed), 405, `Only ${allowed} is possible here`);
  });
  app.setErrorHandler((error, request, reply) => {
    if (reply.statusCode === 413) tally.tooLarge += 1;
    return sayFault(error, request, reply);
  });
  await app.register(async (mailboxes) => mailboxRoutes(mailboxes, { relay, connections, uploads, refuse }));
  operationRoutes(app, readiness);
  return app;
}

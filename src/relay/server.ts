import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { say, sayFault } from './answers.ts';
import { type Limits, limitConnections, refuseMalformed } from './connections.ts';
import type { Relay } from './core/relay.ts';
import type { Store } from './core/store.ts';
import { countFailures } from './flood.ts';
import { methodOf } from './known-paths.ts';
import { hookRoutes } from './routes/hooks.ts';
import { mailboxRoutes } from './routes/mailboxes.ts';
import { operationRoutes } from './routes/operations.ts';

const bodyLimit = 64 * 1024;

/** The thin server around the relay. Closing it answers every held poll first. */
export async function createServer(parts: {
  relay: Relay;
  store: Store;
  log: FastifyBaseLogger;
  limits: Limits;
}): Promise<FastifyInstance> {
  const { relay, store, log, limits } = parts;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: limits.requestMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
    },
    routerOptions: { maxParamLength: 200 },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseMalformed,
    frameworkErrors: (error, request, reply) => void sayFault(error, request, reply),
  });
  limitConnections(app.server, limits);

  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    relay.letGo();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  // Answered before a body is read: nobody uploads to nowhere.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const allowed = methodOf(request.url);
    reply.header('connection', 'close');
    if (allowed === null) return say(reply, 404, 'There is nothing here');
    return say(reply.header('allow', allowed), 405, `Only ${allowed} is possible here`);
  });
  app.setErrorHandler(sayFault);

  const tooMany = await countFailures(app);
  await app.register(async (hooks) => hookRoutes(hooks, relay, tooMany));
  mailboxRoutes(app, relay, tooMany);
  operationRoutes(app, relay, store);
  return app;
}

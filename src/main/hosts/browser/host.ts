import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail } from '../../../shared/contract/errors.ts';
import { dispatch } from '../../api/index.ts';
import type { Log } from '../../base/system.ts';
import type { App } from '../../runtime/create-app.ts';
import { slipHeaders } from '../page-security.ts';
import { DisplayPages, type PageDisplay } from './display-pages.ts';
import { EventStreams } from './event-streams.ts';
import { guard, serveSession } from './guard.ts';
import { type PageFiles, type PrintJobs, serveFiles } from './page-files.ts';
import { type BuiltPages, servePages } from './pages.ts';
import { SessionAuth, type SharedSession } from './session-auth.ts';

/** How many answers are kept; a browser repeats a request within moments, so a few would do. */
const remembered = 256;

/**
 * Serves each call id once: a browser that repeats a POST after a broken connection gets the first answer, and no second order
 * is sent.
 */
class IdempotencyCache {
  readonly #answers = new Map<string, Promise<unknown>>();

  serve(callId: string, run: () => Promise<unknown>): Promise<unknown> {
    const before = this.#answers.get(callId);
    if (before) return before;
    const answer = run();
    this.#answers.set(callId, answer);
    const oldest = this.#answers.keys().next();
    if (this.#answers.size > remembered && !oldest.done) this.#answers.delete(oldest.value);
    return answer;
  }
}

const Call = z.object({
  params: z.object({ name: z.string() }),
  /** made by the page for each call; see IdempotencyCache */
  headers: z.object({ 'x-konter-call': z.uuid().optional() }),
});

const sentences: Readonly<Record<number, string>> = {
  400: 'The body is not JSON.',
  413: 'The body is too large.',
  415: 'The body must be sent as application/json.',
};

const Params = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });

/** A dev server in front of this host: it serves the pages, proxies the rest, and restarts this process. */
export interface FrontServer extends SharedSession {
  /** on 127.0.0.1 */
  port: number;
}

export interface BrowserHostOptions {
  app: App;
  /** the same object that the app prints with */
  printJobs: PrintJobs;
  /** and the same that it puts files into */
  files: PageFiles;
  /** the object that the counter uses as its display */
  display: PageDisplay;
  log: Log;
  /** 0 takes any free one; one that is taken rejects with EADDRINUSE */
  port: number;
  pages: BuiltPages;
  /** for development only */
  front?: FrontServer | undefined;
}

export interface BrowserHost {
  port: number;
  /** with the one-time token; only for the person who started the counter */
  startUrl: string;
  /** resolves when a page has traded the token */
  signedIn: Promise<void>;
  /** Ends every connection. The app stays open: its opener closes it. */
  close(): Promise<void>;
}

/** A call is a few hundred bytes. */
const maxBodyBytes = 64 * 1024;

/** Serves the counter to a browser on this machine (docs/adr/0002-two-hosts.md). */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const { app, log, front } = options;
  const server = Fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true, logger: false });
  acceptJsonOnly(server);
  const door = new SessionAuth(front);
  // A reload would lose the entry in a page that outlives this process.
  const streams = new EventStreams(app, log, front === undefined);
  const displays = new DisplayPages(app, options.display.door);
  guard(server, door);
  answerErrors(server, log);
  serveSession(server, door, () => streams.place());
  serveCalls(server, app, log);
  streams.serve(server);
  servePrints(server, options.printJobs);
  serveFiles(server, options.files);
  displays.serve(server, options.pages);
  await servePages(server, options.pages);
  try {
    await server.listen({ host: '127.0.0.1', port: options.port });
  } catch (error) {
    streams.close();
    displays.close();
    throw error;
  }
  const { port } = boundAddress(server);
  const publicPort = front?.port ?? port;
  options.display.serveOn({ port: publicPort, isOpen: () => displays.isOpen });
  return {
    port,
    startUrl: `http://127.0.0.1:${publicPort}/#token=${door.token}`,
    signedIn: door.traded,
    close: async () => {
      streams.close();
      displays.close();
      await server.close();
    },
  };
}

/** Without Fastify's text parser: a form of another page can send text, but not JSON. */
function acceptJsonOnly(server: FastifyInstance): void {
  server.removeContentTypeParser('text/plain');
}

function boundAddress(server: FastifyInstance): AddressInfo {
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address;
}

/** GET /print/{id}: one slip, once, for the frame that prints it. */
function servePrints(server: FastifyInstance, jobs: PrintJobs): void {
  server.get('/print/:id', { config: { secretPath: true } }, async (request, reply) => {
    const params = Params.safeParse(request.params);
    const html = params.success ? jobs.take(params.data.id) : null;
    if (html === null) return reply.code(404).send(fail('not_found', 'This slip is not kept any more.'));
    return reply.headers(slipHeaders(html)).send(html);
  });
}

/** Every answer outside the routes, in the contract's form and without any part of the request. */
function answerErrors(server: FastifyInstance, log: Log): void {
  server.setNotFoundHandler(async (request, reply) => {
    const reading = request.method === 'GET' || request.method === 'HEAD';
    return reply.code(reading ? 404 : 405).send(fail('not_found', 'There is nothing at this address.'));
  });
  server.setErrorHandler(async (error: FastifyError, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send(fail('invalid_input', sentences[status] ?? 'A bad request.'));
    log.error('the browser host failed', { error: error.name, code: error.code ?? null });
    return reply.code(500).send(fail('internal', 'The counter failed inside; its log says more.'));
  });
}

/** POST /api/{name}: the input as JSON, the procedure's result as JSON, with 200 for a success or an error. */
function serveCalls(server: FastifyInstance, app: App, log: Log): void {
  const once = new IdempotencyCache();
  server.post('/api/:name', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const call = Call.safeParse({ params: request.params, headers: request.headers });
    if (!call.success) return reply.code(400).send(fail('invalid_input', 'The call has no proper id.'));
    const run = (): Promise<unknown> => dispatch(app.handlers, call.data.params.name, request.body, log);
    const id = call.data.headers['x-konter-call'];
    return id === undefined ? run() : once.serve(id, run);
  });
}

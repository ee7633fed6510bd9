import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail } from '../../../shared/contract/errors.ts';
import type { KonterEvent } from '../../../shared/contract/events.ts';
import { dispatch, type PageEventFeed } from '../../api/index.ts';
import type { Log } from '../../base/system.ts';
import type { App } from '../../runtime/create-app.ts';
import { guard, serveSession } from './guard.ts';
import { type PageFiles, type PrintJobs, serveFiles } from './page-files.ts';
import { type BuiltPages, DisplayPages, type PageDisplay, servePages } from './pages.ts';
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
  const streams = new EventStreams(app, front === undefined);
  const displays = new DisplayPages(app, options.display.door);
  guard(server, door);
  answerErrors(server, log);
  serveSession(server, door, () => streams.place());
  serveCalls(server, app, log);
  streams.serve(server);
  serveFiles(server, options.files, options.printJobs);
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

const Since = z.object({ since: z.string().max(60).optional() });

/** A page that reads this far behind is disconnected; after its reconnect it reloads. */
const maxWaitingBytes = 4 * 1024 * 1024;
const heartbeatMs = 15_000;

/**
 * GET /events: server-sent events. A page that missed one since its last position reloads: nothing is kept for those that are not
 * connected.
 */
class EventStreams {
  readonly #app: App;
  readonly #reloadsPages: boolean;
  readonly #run = randomBytes(6).toString('base64url');
  #published = 0;
  readonly #open = new Map<ServerResponse, PageEventFeed<string>>();
  readonly #endSubscription: () => void;
  readonly #heart: NodeJS.Timeout;

  /** @param reloadsPages whether a page that missed an event is sent "reload" */
  constructor(app: App, reloadsPages = true) {
    this.#app = app;
    this.#reloadsPages = reloadsPages;
    this.#endSubscription = app.follow((event) => {
      this.#published += 1;
      for (const feed of this.#open.values()) feed.onEvent(event, this.place());
    });
    this.#heart = setInterval(() => {
      for (const stream of this.#open.keys()) this.#write(stream, ': still here\n\n');
    }, heartbeatMs);
    this.#heart.unref();
  }

  /** The current position in the stream of this run. */
  place(): string {
    return `${this.#run}.${this.#published}`;
  }

  serve(server: FastifyInstance): void {
    server.get('/events', async (request, reply) => {
      const since = Since.safeParse(request.query).data?.since;
      const head = reply.getHeaders();
      reply.hijack();
      for (const [name, value] of Object.entries(head)) if (value !== undefined) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
      this.#begin(reply.raw, since);
    });
  }

  close(): void {
    clearInterval(this.#heart);
    this.#endSubscription();
    for (const stream of this.#open.keys()) stream.end();
    this.#open.clear();
  }

  #begin(stream: ServerResponse, since: string | undefined): void {
    stream.on('close', () => this.#open.delete(stream));
    // While events are held back from the page its position stays before them, so that a reconnect does not lose them.
    const feed: PageEventFeed<string> = this.#app.pageFeed((event, place) =>
      this.#write(stream, asText(event, feed.holds() ? null : place)),
    );
    this.#open.set(stream, feed);
    this.#write(stream, 'retry: 1000\n\n');
    const missed = since !== undefined && since !== this.place();
    if (missed && this.#reloadsPages) this.#write(stream, asText({ type: 'reload' }, this.place()));
  }

  #write(stream: ServerResponse, text: string): void {
    if (stream.writableLength > maxWaitingBytes) {
      this.#open.delete(stream);
      stream.destroy();
      return;
    }
    stream.write(text);
  }
}

/** JSON has no raw line break, so one data line carries it all. @param place the position after the event */
const asText = (event: KonterEvent, place: string | null): string =>
  `${place === null ? '' : `id: ${place}\n`}data: ${JSON.stringify(event)}\n\n`;

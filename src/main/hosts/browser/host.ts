import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail } from '../../../shared/contract/errors.ts';
import type { KonterEvent } from '../../../shared/contract/events.ts';
import { dispatch, eventKey, type PageEventFeed } from '../../api/index.ts';
import { errorName, type Log } from '../../base/system.ts';
import type { App } from '../../runtime/create-app.ts';
import { slipHeaders } from '../page-security.ts';
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

/**
 * Published events for pages that reconnect: the newest event about each sale, in order. Bounded; a page that missed more has
 * to reload.
 */
export class EventHistory {
  readonly #run = randomBytes(6).toString('base64url');
  readonly #limit: number;
  readonly #records = new Map<string, EventRecord & { seq: number }>();
  #seq = 0;
  #forgotten = 0;

  /** @param limit how many sales are kept */
  constructor(limit = 1000) {
    this.#limit = limit;
  }

  /** The current position: later events come after it. */
  place(): string {
    return `${this.#run}.${this.#seq}`;
  }

  record(event: KonterEvent): EventRecord {
    this.#seq += 1;
    const record = { seq: this.#seq, place: this.place(), event };
    const key = eventKey(event);
    // Deleted first, so that the map stays in the order of publishing.
    this.#records.delete(key);
    this.#records.set(key, record);
    if (this.#records.size > this.#limit) this.#forgetOldest();
    return record;
  }

  /** All events after a position, oldest first; null when some are no longer kept or the position is not ours. */
  after(place: string): EventRecord[] | null {
    const [run, seqText] = place.split('.');
    const seq = Number(seqText);
    if (run !== this.#run || !Number.isSafeInteger(seq) || seq < this.#forgotten || seq > this.#seq) return null;
    return [...this.#records.values()].filter((record) => record.seq > seq);
  }

  #forgetOldest(): void {
    for (const [key, record] of this.#records) {
      this.#records.delete(key);
      this.#forgotten = record.seq;
      return;
    }
  }
}

const Place = z.string().max(60).optional();
const EventsRequest = z.object({
  query: z.object({ since: Place, once: z.literal('1').optional() }),
  headers: z.object({ 'last-event-id': Place }),
});

/** A page that reads this far behind is disconnected; after its reconnect it gets the newest event of each sale. */
const maxWaitingBytes = 4 * 1024 * 1024;
const heartbeatMs = 15_000;

/**
 * GET /events: server-sent events. A page that reconnects gets first the events that it missed, then the current status. Kept
 * events were published to the person signed in then; they pass the page's feed like new ones.
 */
class EventStreams {
  readonly #app: App;
  readonly #log: Log;
  readonly #reloadsPages: boolean;
  readonly #history = new EventHistory();
  readonly #open = new Map<ServerResponse, PageEventFeed<string>>();
  readonly #endSubscription: () => void;
  readonly #heart: NodeJS.Timeout;

  /** @param reloadsPages whether a page that missed more than is kept is sent "reload" */
  constructor(app: App, log: Log, reloadsPages = true) {
    this.#app = app;
    this.#log = log;
    this.#reloadsPages = reloadsPages;
    this.#endSubscription = app.follow((event) => {
      const record = this.#history.record(event);
      for (const feed of this.#open.values()) feed.onEvent(record.event, record.place);
    });
    this.#heart = setInterval(() => {
      for (const stream of this.#open.keys()) this.#write(stream, ': still here\n\n');
    }, heartbeatMs);
    this.#heart.unref();
  }

  /** The current position in the stream. */
  place(): string {
    return this.#history.place();
  }

  serve(server: FastifyInstance): void {
    server.get('/events', async (request, reply) => {
      const input = EventsRequest.safeParse({ query: request.query, headers: request.headers });
      const since = input.success ? (input.data.headers['last-event-id'] ?? input.data.query.since) : undefined;
      const head = reply.getHeaders();
      reply.hijack();
      for (const [name, value] of Object.entries(head)) if (value !== undefined) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
      await this.#begin(reply.raw, since);
      // A window that keeps no connection has what it missed.
      if (input.success && input.data.query.once !== undefined) reply.raw.end();
    });
  }

  close(): void {
    clearInterval(this.#heart);
    this.#endSubscription();
    for (const stream of this.#open.keys()) stream.end();
    this.#open.clear();
  }

  async #begin(stream: ServerResponse, since: string | undefined): Promise<void> {
    stream.on('close', () => this.#open.delete(stream));
    const missed = since === undefined ? [] : this.#history.after(since);
    // While events are held back from the page its position stays before them, so that a reconnect does not lose them.
    const feed: PageEventFeed<string> = this.#app.pageFeed((event, place) =>
      this.#write(stream, asText({ place: feed.holds() ? null : place, event })),
    );
    this.#open.set(stream, feed);
    this.#write(stream, 'retry: 1000\n\n');
    const reload = this.#reloadsPages ? [this.#now({ type: 'reload' })] : [];
    for (const record of missed ?? reload) feed.onEvent(record.event, record.place);
    const before = this.place();
    const status = await this.#status();
    // A newer status may have been published while this one was read; then the newer one stays the last.
    const overtaken = this.#history.after(before)?.some(({ event }) => event.type === 'status') ?? false;
    if (status && !overtaken && this.#open.has(stream)) feed.onEvent(status, this.place());
  }

  async #status(): Promise<KonterEvent | null> {
    try {
      const result = await this.#app.handlers.status({});
      return result.ok ? { type: 'status', status: result.value } : null;
    } catch (error) {
      this.#log.warn('no status for a new stream', { error: errorName(error) });
      return null;
    }
  }

  /** An EventRecord for one page only; it moves no other page's position. */
  #now(event: KonterEvent): EventRecord {
    return { place: this.#history.place(), event };
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

/** JSON has no raw line break, so one data line carries it all. */
const asText = ({ place, event }: { place: string | null; event: KonterEvent }): string =>
  `${place === null ? '' : `id: ${place}\n`}data: ${JSON.stringify(event)}\n\n`;

interface EventRecord {
  /** the position after this event, for Last-Event-ID */
  place: string;
  event: KonterEvent;
}

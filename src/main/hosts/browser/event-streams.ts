import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { KonterEvent } from '../../../shared/contract/events.ts';
import { eventKey, type PageEventFeed } from '../../api/index.ts';
import type { Log } from '../../base/system.ts';
import type { App } from '../../runtime/create-app.ts';

/**
 * Published events for pages that reconnect: the newest event about each sale, in order. Bounded; a page that missed more has
 * to reload.
 */
export class EventHistory {
  readonly #run = randomBytes(6).toString('base64url');
  readonly #limit: number;
  readonly #kept = new Map<string, EventRecord & { seq: number }>();
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
    this.#kept.delete(key);
    this.#kept.set(key, record);
    if (this.#kept.size > this.#limit) this.#forgetOldest();
    return record;
  }

  /** All events after a position, oldest first; null when some are no longer kept or the position is not ours. */
  after(place: string): EventRecord[] | null {
    const [run, seqText] = place.split('.');
    const seq = Number(seqText);
    if (run !== this.#run || !Number.isSafeInteger(seq) || seq < this.#forgotten || seq > this.#seq) return null;
    return [...this.#kept.values()].filter((record) => record.seq > seq);
  }

  #forgetOldest(): void {
    for (const [key, record] of this.#kept) {
      this.#kept.delete(key);
      this.#forgotten = record.seq;
      return;
    }
  }
}

const Place = z.string().max(60).optional();
const Asked = z.object({ query: z.object({ since: Place }), headers: z.object({ 'last-event-id': Place }) });

/** A page that reads this far behind is disconnected; after its reconnect it gets the newest event of each sale. */
const maxWaitingBytes = 4 * 1024 * 1024;
const heartbeatMs = 15_000;

/**
 * GET /events: server-sent events. A page that reconnects gets first the events that it missed, then the current status. Kept
 * events were published to the person signed in then; they pass the page's feed like new ones.
 */
export class EventStreams {
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
      const asked = Asked.safeParse({ query: request.query, headers: request.headers });
      const since = asked.success ? (asked.data.headers['last-event-id'] ?? asked.data.query.since) : undefined;
      const head = reply.getHeaders();
      reply.hijack();
      for (const [name, value] of Object.entries(head)) if (value !== undefined) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
      await this.#begin(reply.raw, since);
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
      this.#log.warn('no status for a new stream', { error: error instanceof Error ? error.name : typeof error });
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

import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { z } from 'zod';
import { shareNext } from '../../../server/async.ts';
import type { ErrorReporter } from '../../../server/ports.ts';
import { connectionConfig, type TrackedSockets } from '../../../server/postgres.ts';
import { maxUnverified, UnverifiedWebhook } from '../../../shared/wire/relay.ts';
import type { PollLease, StoreListener } from '../../core/store.ts';
import { type ChangeReporter, createChangeReporter, type Engine } from '../engine.ts';
import type { Tables } from '../tables.ts';

export const channel = 'konter_relay';

/** PostgreSQL's limit is 8,000 bytes; the rest is for the instance and the sequences. */
const maxPayload = 7_700;

const Sequence = z.number().int().min(0);
/** `instance` is a random name of the process, by which it recognizes its own notifications. */
const Notification = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('webhooks'),
    instance: z.string(),
    after: Sequence,
    to: Sequence,
    mailboxes: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('leases'),
    instance: z.string(),
    leases: z.array(z.object({ mailbox: z.string(), leaseGeneration: Sequence })),
  }),
  z.object({ kind: z.literal('mailboxes_changed'), instance: z.string() }),
  /** sent to itself, to see whether notifications come */
  z.object({ kind: z.literal('probe'), instance: z.string() }),
  z.object({ kind: z.literal('shop'), instance: z.string(), mailboxes: z.array(z.string()) }),
  // 64 refs with their times are three quarters of a payload.
  z.object({
    kind: z.literal('unverified'),
    instance: z.string(),
    mailbox: z.string(),
    webhooks: z.array(UnverifiedWebhook).max(maxUnverified),
  }),
]);
type Notification = z.infer<typeof Notification>;

/** Null if no relay has sent it: every user of the database can send notifications. */
export function parseNotification(payload: string): Notification | null {
  try {
    return Notification.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

/** Puts mailbox ids into as few lists as fit into notifications. */
export function splitIntoPayloads(mailboxes: Iterable<string>): string[][] {
  const payloads: string[][] = [];
  let length = maxPayload;
  for (const id of mailboxes) {
    length += id.length + 3;
    if (length > maxPayload) {
      payloads.push([]);
      length = id.length + 3;
    }
    payloads.at(-1)?.push(id);
  }
  return payloads;
}

/** Sent with the commit, if it is in a transaction. */
export async function notify(db: Kysely<Tables>, notification: Notification): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(notification)})`.execute(db);
}

/** A notification comes within milliseconds. */
const maxProbeMs = 3_000;

const reconnectMs = { first: 100, max: 5_000 };

interface SubscriptionDeps {
  url: string;
  sockets: TrackedSockets;
  instance: string;
  engine: Pick<Engine, 'prepare'>;
  /** the position when the database was opened */
  start: { sequence: number; version: number };
  /** how often it queries without a notification */
  checkEveryMs: number;
  errors: ErrorReporter;
  leasesHeldElsewhere: () => Promise<PollLease[]>;
}

/**
 * Subscribes to other instances' NOTIFY messages, on a connection of its own that is made again whenever it breaks. Queries the
 * database after a reconnect, when it detects a gap in the sequence, and every few seconds. Notifications arrive in the order of
 * sequences, the instance's own among them: so a missing one, and a connection that delivers none, are detected.
 */
export class NotificationSubscription {
  readonly #deps: SubscriptionDeps;
  readonly #listener: StoreListener;
  readonly #reporter: ChangeReporter;
  /** up to this sequence notifications came without a gap, or the connection was made later */
  #notifiedTo: number;
  #lastAtCheck: number;
  /** null: there is no connection; else whether it listens already */
  #current: { client: Client; isListening: boolean } | null = null;
  /** notifications of leases may have been missed */
  #areLeasesStale = true;
  #pauseMs = reconnectMs.first;
  #reconnect: NodeJS.Timeout | undefined;
  #probe: NodeJS.Timeout | undefined;
  readonly #check: NodeJS.Timeout;
  #isClosed = false;
  // A later query sees later commits.
  readonly #query = shareNext(setImmediate, () => this.#report());

  readonly #sendProbe: (...values: string[]) => Promise<unknown>;

  constructor(deps: SubscriptionDeps, listener: StoreListener) {
    this.#deps = deps;
    this.#listener = listener;
    this.#reporter = createChangeReporter(deps.engine, listener, deps.start);
    this.#sendProbe = deps.engine.prepare(sql`select pg_notify(${channel}, ${''})`);
    this.#notifiedTo = deps.start.sequence;
    this.#lastAtCheck = deps.start.sequence;
    void this.#connect();
    this.#check = setInterval(() => this.#checkConnection(), deps.checkEveryMs);
    this.#check.unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#check);
    clearTimeout(this.#reconnect);
    clearTimeout(this.#probe);
    await this.#current?.client.end();
  }

  async #report(): Promise<number> {
    const sequence = await this.#reporter.report();
    if (this.#areLeasesStale) {
      this.#areLeasesStale = !this.#current?.isListening;
      const leases = await this.#deps.leasesHeldElsewhere().catch((error: unknown) => {
        this.#areLeasesStale = true;
        throw error;
      });
      this.#listener.onLeases(leases);
    }
    return sequence;
  }

  #queryChanges(then: (sequence: number) => void): void {
    this.#query().then(then, (error: unknown) => {
      if (!this.#isClosed) this.#deps.errors.report('changes could not be read from the database', error);
    });
  }

  #onNotification(payload: string): void {
    const notification = parseNotification(payload);
    if (notification === null) return;
    const listener = this.#listener;
    const isOwn = notification.instance === this.#deps.instance;
    switch (notification.kind) {
      case 'webhooks': {
        const { after, to, mailboxes } = notification;
        if (!isOwn) listener.onWebhooks(mailboxes);
        if (after > this.#reporter.sequence()) this.#queryChanges(() => undefined);
        else this.#reporter.onReported(to);
        this.#notifiedTo = Math.max(this.#notifiedTo, to);
        return;
      }
      case 'leases':
        return isOwn ? undefined : listener.onLeases(notification.leases);
      case 'mailboxes_changed':
        return isOwn ? undefined : listener.onMailboxesChanged();
      case 'probe':
        if (isOwn) clearTimeout(this.#probe);
        return;
      case 'shop':
        return isOwn ? undefined : listener.onShopChange(notification.mailboxes);
      case 'unverified': {
        const { mailbox, webhooks } = notification;
        return isOwn ? undefined : listener.onUnverified?.(mailbox, webhooks, notification.instance);
      }
    }
  }

  async #connect(): Promise<void> {
    const client = new Client(connectionConfig(this.#deps.url, this.#deps.sockets));
    const connection = { client, isListening: false };
    this.#current = connection;
    client.on('notification', ({ payload = '' }) => this.#onNotification(payload));
    // The driver emits "error", "end" or both.
    client.on('error', (error) => this.#onLost(client, error));
    client.once('end', () => this.#onLost(client, new Error('the connection was closed')));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      this.#onLost(client, error);
      return;
    }
    connection.isListening = true;
    this.#probeNotifications();
    this.#pauseMs = reconnectMs.first;
    this.#listener.onShopChange('any');
    // Notifications from before the connection are not expected on it.
    this.#notifiedTo = Math.max(this.#notifiedTo, this.#lastAtCheck);
    this.#queryChanges((sequence) => {
      this.#notifiedTo = Math.max(this.#notifiedTo, sequence);
    });
  }

  /** A pooler that shares connections between clients takes LISTEN, and passes no notification on. */
  #probeNotifications(): void {
    const { instance, errors } = this.#deps;
    clearTimeout(this.#probe);
    this.#probe = setTimeout(
      () => errors.report('no notification comes', new Error('a pooler must keep sessions: pool_mode = session')),
      maxProbeMs,
    );
    this.#probe.unref();
    const probe: Notification = { kind: 'probe', instance };
    // On another connection: on its own a pooler passes it on with the answer. Where it cannot be sent, none comes either.
    this.#sendProbe(channel, JSON.stringify(probe)).catch(() => undefined);
  }

  #onLost(client: Client, error: unknown): void {
    if (this.#isClosed || this.#current?.client !== client) return;
    this.#current = null;
    this.#areLeasesStale = true;
    void client.end().catch(() => undefined);
    this.#deps.errors.report('LISTEN connection lost; reconnecting', error);
    this.#reconnect = setTimeout(() => void this.#connect(), this.#pauseMs);
    this.#reconnect.unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, reconnectMs.max);
  }

  #checkConnection(): void {
    this.#queryChanges((sequence) => {
      if (this.#notifiedTo < this.#lastAtCheck && this.#current?.isListening)
        this.#onLost(this.#current.client, new Error('notifications are missing'));
      this.#lastAtCheck = sequence;
    });
  }
}

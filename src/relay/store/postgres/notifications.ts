import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { z } from 'zod';
import { maxUnverified, UnverifiedWebhook } from '../../../shared/wire/relay.ts';
import { shareNext } from '../../core/async.ts';
import type { ErrorReporter } from '../../core/ports.ts';
import type { PollLease, StoreListener } from '../../core/store.ts';
import { createChangeReporter, type Engine } from '../engine.ts';
import type { Tables } from '../schema.ts';
import { connectionConfig, type TrackedSockets } from './connections.ts';

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

const reconnectMs = { first: 100, max: 5_000 };

/**
 * Subscribes to other instances' NOTIFY messages, on a connection of its own that is made again whenever it breaks. Queries the
 * database after a reconnect, when it detects a gap in the sequence, and every few seconds. Notifications arrive in the order of
 * sequences, the instance's own among them: so a missing one, and a connection that delivers none, are detected.
 * @param deps.start the position when the database was opened
 * @param deps.checkEveryMs how often it queries without a notification
 */
export function subscribeToNotifications(
  deps: {
    url: string;
    sockets: TrackedSockets;
    instance: string;
    engine: Pick<Engine, 'prepare'>;
    start: { sequence: number; version: number };
    checkEveryMs: number;
    errors: ErrorReporter;
    leasesHeldElsewhere: () => Promise<PollLease[]>;
  },
  listener: StoreListener,
): () => Promise<void> {
  const { url, sockets, instance, engine, start, checkEveryMs, errors, leasesHeldElsewhere } = deps;
  const reporter = createChangeReporter(engine, listener, start);
  /** up to this sequence notifications came without a gap, or the connection was made later */
  let notifiedTo = start.sequence;
  let lastAtCheck = start.sequence;
  /** null: there is no connection; else whether it listens already */
  let current: { client: Client; isListening: boolean } | null = null;
  /** notifications of leases may have been missed */
  let areLeasesStale = true;
  let pauseMs = reconnectMs.first;
  let reconnect: NodeJS.Timeout | undefined;
  let isClosed = false;

  // A later query sees later commits.
  const query = shareNext(setImmediate, async () => {
    const sequence = await reporter.report();
    if (areLeasesStale) {
      areLeasesStale = !current?.isListening;
      const leases = await leasesHeldElsewhere().catch((error: unknown) => {
        areLeasesStale = true;
        throw error;
      });
      listener.onLeases(leases);
    }
    return sequence;
  });
  const queryChanges = (then: (sequence: number) => void): void => {
    query().then(then, (error: unknown) => {
      if (!isClosed) errors.report('changes could not be read from the database', error);
    });
  };

  const onNotification = (payload: string): void => {
    const notification = parseNotification(payload);
    if (notification === null) return;
    const isOwn = notification.instance === instance;
    switch (notification.kind) {
      case 'webhooks': {
        const { after, to, mailboxes } = notification;
        if (!isOwn) listener.onWebhooks(mailboxes);
        if (after > reporter.sequence()) queryChanges(() => undefined);
        else reporter.onReported(to);
        notifiedTo = Math.max(notifiedTo, to);
        return;
      }
      case 'leases':
        return isOwn ? undefined : listener.onLeases(notification.leases);
      case 'mailboxes_changed':
        return isOwn ? undefined : listener.onMailboxesChanged();
      case 'shop':
        return isOwn ? undefined : listener.onShopChange(notification.mailboxes);
      case 'unverified': {
        const { mailbox, webhooks } = notification;
        return isOwn ? undefined : listener.onUnverified?.(mailbox, webhooks, notification.instance);
      }
    }
  };

  const connect = async (): Promise<void> => {
    const client = new Client(connectionConfig(url, sockets));
    const connection = { client, isListening: false };
    current = connection;
    client.on('notification', ({ payload = '' }) => onNotification(payload));
    // The driver emits "error", "end" or both.
    client.on('error', (error) => onLost(client, error));
    client.once('end', () => onLost(client, new Error('the connection was closed')));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      onLost(client, error);
      return;
    }
    connection.isListening = true;
    pauseMs = reconnectMs.first;
    listener.onShopChange('any');
    // Notifications from before the connection are not expected on it.
    notifiedTo = Math.max(notifiedTo, lastAtCheck);
    queryChanges((sequence) => {
      notifiedTo = Math.max(notifiedTo, sequence);
    });
  };
  const onLost = (client: Client, error: unknown): void => {
    if (isClosed || current?.client !== client) return;
    current = null;
    areLeasesStale = true;
    void client.end().catch(() => undefined);
    errors.report('LISTEN connection lost; reconnecting', error);
    reconnect = setTimeout(() => void connect(), pauseMs);
    reconnect.unref();
    pauseMs = Math.min(pauseMs * 2, reconnectMs.max);
  };

  void connect();
  const check = setInterval(() => {
    queryChanges((sequence) => {
      if (notifiedTo < lastAtCheck && current?.isListening)
        onLost(current.client, new Error('notifications are missing'));
      lastAtCheck = sequence;
    });
  }, checkEveryMs);
  check.unref();
  return async () => {
    isClosed = true;
    clearInterval(check);
    clearTimeout(reconnect);
    await current?.client.end();
  };
}

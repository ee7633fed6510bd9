import { Client } from 'pg';
import type { ErrorReporter } from '../../core/ports.ts';
import type { PollLease, StoreListener } from '../../core/store.ts';
import type { ChangesSince } from '../prepared-queries.ts';
import { connectionConfig, type TrackedSockets } from './connections.ts';
import { channel, type Instance, type Notification, parseNotification } from './notifications.ts';

const reconnectMs = { first: 100, max: 5_000 };

/**
 * Subscribes to other instances' NOTIFY messages. Queries the database after a reconnect, when it detects a gap in the sequence, and
 * every few seconds. Notifications arrive in the order of sequences, the instance's own among them: so a missing one, and a connection
 * that delivers none, are detected.
 * @param deps.start the last sequence and the directory version when the database was opened
 * @param deps.checkEveryMs how often it queries without a notification
 */
export function subscribeToNotifications(
  deps: {
    url: string;
    sockets: TrackedSockets;
    instance: Instance;
    changes: ChangesSince;
    start: { sequence: number; version: number };
    checkEveryMs: number;
    errors: ErrorReporter;
    leasesHeldElsewhere: () => Promise<PollLease[]>;
  },
  listener: StoreListener,
): () => Promise<void> {
  const { url, sockets, instance, changes, checkEveryMs, errors, leasesHeldElsewhere } = deps;
  /** what the listener knows, by notification or query */
  const reported = { ...deps.start };
  /** up to this sequence notifications came without a gap, or the connection was made later */
  let notifiedTo = deps.start.sequence;
  let lastAtCheck = deps.start.sequence;

  const queryChanges = async (): Promise<number> => {
    const [sequence, version] = await Promise.all([changes.lastSequence(), changes.directoryVersion()]);
    const mailboxes = sequence > reported.sequence ? await changes.mailboxesAfter(reported.sequence) : [];
    if (version > reported.version) listener.onMailboxesChanged();
    if (mailboxes.length > 0) listener.onWebhooks(mailboxes);
    reported.sequence = Math.max(reported.sequence, sequence);
    reported.version = Math.max(reported.version, version);
    return sequence;
  };
  let running: Promise<void> | null = null;
  let callbacks: Array<(sequence: number) => void> = [];
  /** One query at a time: a request during one is served by the next, which sees later commits. */
  const requestQuery = (then: (sequence: number) => void): void => {
    callbacks.push(then);
    running ??= runQueries();
  };
  const runQueries = async (): Promise<void> => {
    while (callbacks.length > 0) {
      const served = callbacks;
      callbacks = [];
      try {
        const sequence = await queryChanges();
        for (const then of served) then(sequence);
      } catch (error) {
        errors.report('the database could not be asked what came', error);
      }
    }
    running = null;
  };

  const onNotification = (notification: Notification): void => {
    const isOwn = notification.instance === instance;
    if (notification.kind !== 'webhooks') {
      if (!isOwn) forward(notification, listener);
      return;
    }
    const { after, to, mailboxes } = notification;
    if (!isOwn) listener.onWebhooks(mailboxes);
    if (after > reported.sequence) requestQuery(() => undefined);
    else reported.sequence = Math.max(reported.sequence, to);
    notifiedTo = Math.max(notifiedTo, to);
  };

  const leases = watchLeases({ leasesHeldElsewhere, listener, errors });
  const connection = keepListening(
    { url, sockets },
    {
      onNotification,
      onConnect: () => {
        leases.onConnect();
        // Notifications from before the connection are not expected on it.
        notifiedTo = Math.max(notifiedTo, lastAtCheck);
        requestQuery((sequence) => {
          notifiedTo = Math.max(notifiedTo, sequence);
        });
      },
      onDisconnect: (error) => {
        leases.onDisconnect();
        errors.report('LISTEN connection lost; reconnecting', error);
      },
    },
  );
  const timer = setInterval(() => {
    leases.check();
    requestQuery((sequence) => {
      if (notifiedTo < lastAtCheck) connection.renew();
      lastAtCheck = sequence;
    });
  }, checkEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await connection.close();
    await running;
  };
}

function forward(notification: Exclude<Notification, { kind: 'webhooks' }>, listener: StoreListener): void {
  switch (notification.kind) {
    case 'mailboxes_changed':
      return listener.onMailboxesChanged();
    case 'leases':
      return listener.onLeases(notification.leases);
    case 'unverified':
      return listener.onUnverified?.(notification.mailbox, notification.webhooks, notification.instance);
  }
}

/** Reads the leases of other instances when notifications of them may have been missed: after each connect, and while there is none. */
export function watchLeases(deps: {
  leasesHeldElsewhere: () => Promise<PollLease[]>;
  listener: Pick<StoreListener, 'onLeases'>;
  errors: ErrorReporter;
}): { onConnect(): void; onDisconnect(): void; check(): void } {
  const { leasesHeldElsewhere, listener, errors } = deps;
  let isConnected = false;
  let isStale = true;
  const refresh = async (): Promise<void> => {
    isStale = !isConnected;
    try {
      listener.onLeases(await leasesHeldElsewhere());
    } catch (error) {
      isStale = true;
      errors.report('the leases of other instances could not be read', error);
    }
  };
  return {
    onConnect: () => {
      isConnected = true;
      void refresh();
    },
    onDisconnect: () => {
      isConnected = false;
      isStale = true;
    },
    check: () => {
      if (isStale) void refresh();
    },
  };
}

/** A connection of its own that listens, and is made again whenever it breaks. `renew` replaces one that delivers nothing. */
function keepListening(
  { url, sockets }: { url: string; sockets: TrackedSockets },
  on: {
    onNotification: (notification: Notification) => void;
    onConnect: () => void;
    onDisconnect: (error: unknown) => void;
  },
): { renew(): void; close(): Promise<void> } {
  let isClosed = false;
  let isListening = false;
  let pauseMs = reconnectMs.first;
  let current: Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  const open = async (): Promise<void> => {
    const client = new Client(connectionConfig(url, sockets));
    current = client;
    client.on('notification', ({ payload = '' }) => {
      const notification = parseNotification(payload);
      if (notification) on.onNotification(notification);
    });
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
    pauseMs = reconnectMs.first;
    isListening = true;
    on.onConnect();
  };
  const onLost = (client: Client, error: unknown): void => {
    if (isClosed || current !== client) return;
    current = null;
    isListening = false;
    void client.end().catch(() => undefined);
    on.onDisconnect(error);
    timer = setTimeout(() => void open(), pauseMs);
    timer.unref();
    pauseMs = Math.min(pauseMs * 2, reconnectMs.max);
  };

  void open();
  return {
    renew: () => {
      if (current && isListening) onLost(current, new Error('notifications are missing'));
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await current?.end();
    },
  };
}

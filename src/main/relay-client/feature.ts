import type { ShopOfMailbox } from '../../shared/wire/shop.ts';
import { defineFeature, type ModeContext } from '../base/feature.ts';
import type { RelayMailbox } from './mailbox-client.ts';
import { type DeliveryResult, MailboxPoller, type MailboxPollerDeps } from './mailbox-poller.ts';
import { RelayPolling } from './relay-polling.ts';
import { digestOf, type ReceivedWebhook } from './verification.ts';

export interface Connection {
  connection: { mailbox: RelayMailbox | null; mailboxKey: string; keys(): readonly string[] };
}

export const pollingFeature = defineFeature({
  open() {
    const poller = new RelayPolling();
    return { poller, relay: () => poller.status() };
  },
});

/** What receives what a page of the mailbox has. */
export interface Receivers {
  poller: RelayPolling;
  db: {
    readonly id: string;
    cursor(mailbox: string): Promise<string | null>;
    ackedPosition(mailbox: string): Promise<string | null>;
    saveAckedPosition(mailbox: string, acked: string): Promise<void>;
  };
  counter: {
    receiveWebhook(received: ReceivedWebhook, at: { mailbox: string; cursor: string }): Promise<DeliveryResult>;
    relayGap(mailbox: string, oldest: string | null): Promise<void>;
    recordUnverified: NonNullable<MailboxPollerDeps['onUnverified']>;
  };
  relayTestReceiver: { takes(received: ReceivedWebhook): boolean };
  oneShop: {
    membership: { learn(shop: ShopOfMailbox | null): void; rosters(): { isOther: boolean }; settled(): Promise<void> };
    claims: { learnRestore(id: string | null): void };
    compareClaims(): void;
  } | null;
  notices: { learn(shop: ShopOfMailbox | null): void } | null;
  erasureWorker: { onRelayLive(): void };
  /** the relay had acknowledged the mailbox further than to the cursor */
  olderJournal(notice: { mailbox: string; cursor: string }): void;
}

/** An owner who has changed a shop waits this long for the relay’s word. */
const relayWaitMs = 3000;

/** Begins to receive the webhooks of the mailbox, once everything that they reach is open. */
export const webhooksFeature = defineFeature({
  open(context: ModeContext & Connection & Receivers) {
    const { connection, db, counter, relayTestReceiver, oneShop, notices, erasureWorker, poller } = context;
    const { events, system, log, statusChanged, olderJournal } = context;
    const { mailbox, mailboxKey } = connection;
    const foundOlderJournal = async (): Promise<void> => {
      events.emit('olderDatabase');
      const cursor = await db.cursor(mailboxKey);
      if (cursor !== null && context.mode === 'live') olderJournal({ mailbox: mailboxKey, cursor });
    };
    const begin = (mailbox: RelayMailbox) =>
      new MailboxPoller({
        mailbox,
        readCursor: () => db.cursor(mailboxKey),
        receiveWebhook: async (received, cursor) =>
          relayTestReceiver.takes(received)
            ? 'discarded'
            : counter.receiveWebhook(received, { mailbox: mailboxKey, cursor }),
        onGap(oldest) {
          // The relay may have been put back to an older copy, without the newest claims.
          oneShop?.compareClaims();
          events.emit('relayGap');
          return counter.relayGap(mailboxKey, oldest);
        },
        onShop(shop) {
          oneShop?.membership.learn(shop);
          if (shop?.role !== 'office') oneShop?.claims.learnRestore(shop?.restore ?? null);
          if (oneShop?.membership.rosters().isOther) oneShop.compareClaims();
          notices?.learn(shop);
        },
        onUnverified: (webhooks) => counter.recordUnverified(webhooks),
        acks: {
          counter: digestOf(`konter counter ${db.id}`),
          read: () => db.ackedPosition(mailboxKey),
          remember: (acked) => db.saveAckedPosition(mailboxKey, acked),
          onOlderJournal: () => void foundOlderJournal().catch(() => log.error('the cursor could not be read')),
        },
        keys: () => Promise.resolve(connection.keys()),
        clock: system.clock,
        random: system.random,
        log,
        onState(state) {
          statusChanged();
          if (state !== 'listening') return;
          erasureWorker.onRelayLive();
          oneShop?.compareClaims();
          events.emit('relayLive');
        },
      });
    if (mailbox) poller.start(begin(mailbox));
    events.on('wake', () => poller.wake());
    context.onClose(() => poller.stop());
    return {
      /** Asks the relay what it says of the shop now; resolves when that is known here, or it was silent. */
      async refreshShop(): Promise<void> {
        await poller.refresh(relayWaitMs);
        await oneShop?.membership.settled();
      },
    };
  },
});

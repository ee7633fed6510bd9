import { hash } from 'node:crypto';
import type { Role } from '../base/role.ts';
import type { Secrets } from '../base/secrets.ts';
import { type Clock, type Log, type Random, shopDay } from '../base/system.ts';
import type { Connection, RelayTestReceiver } from '../connection/index.ts';
import { type ErasureWorker, readErasureNotice, type ShopErasures, writeErasureNotice } from '../customers/index.ts';
import type { LogShipping } from '../log-shipping/index.ts';
import type { FollowedOffice } from '../office/index.ts';
import type { PrintPorts } from '../printing/index.ts';
import { createMailboxPoller, type MailboxPoller } from '../relay-client/index.ts';
import { recoverClaimed, type SalesService } from '../sales/index.ts';
import {
  claimedSales,
  createShopClaims,
  createShopNotices,
  type NoticeHandlers,
  type OneShop,
  openShopMembership,
  type ShopClaims,
  type ShopNotices,
} from '../shop/index.ts';
import type { ShopDatabase } from './shop-database.ts';

/** What all of a runtime's work over the relay needs. */
export interface RelaySide {
  connection: Connection;
  journal: ShopDatabase;
  clock: Clock;
  random: Random;
  log: Log;
  statusChanged(): void;
}

/** Reveals only whether two names are equal. */
export const digestOf = (name: string): string => hash('sha256', name).slice(0, 16);

/** The counter among those of its shop; null without a relay. @param deps.mailbox the mailbox in the settings */
export async function openOneShop(
  side: RelaySide,
  deps: { secrets: Secrets; mailbox: string; role: Role; ports(): PrintPorts; shipping(): LogShipping | null },
): Promise<{ oneShop: OneShop | null; compareClaims(): void }> {
  const { connection, statusChanged, ...parts } = side;
  const { shop: relay, mailboxKey } = connection;
  const { secrets, mailbox, role, ports, shipping } = deps;
  let claims: ShopClaims | null = null;
  /** An office claims nothing. */
  const compareClaims = (): void => (role === 'office' ? undefined : claims?.compare());
  if (!relay) return { oneShop: null, compareClaims };
  const membership = await openShopMembership({
    ...parts,
    secrets,
    relay,
    mailbox: digestOf(mailboxKey),
    changed() {
      compareClaims();
      statusChanged();
    },
  });
  claims = createShopClaims({
    ...parts,
    membership,
    relay,
    claimed: claimedSales(mailbox, parts.random),
    async isJournalWhole() {
      const { kind } = (await shipping()?.check()) ?? { kind: 'silent' };
      return kind === 'silent' ? null : kind === 'matches';
    },
    recover: (sale) => recoverClaimed(ports(), sale),
    today: () => shopDay(ports()),
    changed: statusChanged,
  });
  return { oneShop: { membership, claims, relay }, compareClaims };
}

/** Gives and takes the notices of the shop. */
export function startNotices(
  { journal, clock, random, log }: RelaySide,
  { membership, relay }: OneShop,
  deps: Omit<NoticeDeps, 'journal'>,
): ShopNotices {
  return createShopNotices({ membership, relay, handlers: noticeHandlers({ journal, ...deps }), clock, random, log });
}

/** Receives the webhooks of the mailbox; null without a relay. */
export function startPoller(
  side: RelaySide,
  deps: {
    counter: SalesService;
    relayTestReceiver: RelayTestReceiver;
    oneShop: OneShop | null;
    notices: ShopNotices | null;
    erasing: ErasureWorker;
    compareClaims(): void;
    shipping(): LogShipping | null;
    /** The relay had acknowledged the mailbox further than to the cursor. */
    olderJournal(shown: { mailbox: string; cursor: string }): void;
  },
): MailboxPoller | null {
  const { connection, journal, clock, random, log, statusChanged } = side;
  const { mailbox, mailboxKey } = connection;
  const { counter, relayTestReceiver, oneShop, notices, erasing, compareClaims, shipping, olderJournal } = deps;
  if (!mailbox) return null;
  const onOlderJournal = async (): Promise<void> => {
    counter.foundOlderDatabase();
    statusChanged();
    const cursor = await journal.cursor(mailboxKey);
    if (cursor !== null) olderJournal({ mailbox: mailboxKey, cursor });
  };
  return createMailboxPoller({
    mailbox,
    readCursor: () => journal.cursor(mailboxKey),
    receiveWebhook: async (received, cursor) =>
      relayTestReceiver.takes(received)
        ? 'passed_over'
        : counter.receiveWebhook(received, { mailbox: mailboxKey, cursor }),
    onGap: (oldest) => {
      // The relay may have been put back to an older copy, without the newest claims.
      compareClaims();
      shipping()?.compare();
      return counter.relayGap(mailboxKey, oldest);
    },
    onShop(shop) {
      oneShop?.membership.learn(shop);
      if (shop?.role !== 'office') oneShop?.claims.learnRestore(shop?.restore ?? null);
      if (oneShop?.membership.rosters().isOther) compareClaims();
      notices?.learn(shop);
    },
    onUnverified: (webhooks) => counter.recordUnverified(webhooks),
    acks: {
      counter: digestOf(`konter counter ${journal.id}`),
      known: () => journal.ackedPosition(mailboxKey),
      remember: (acked) => journal.saveAckedPosition(mailboxKey, acked),
      onOlderJournal: () => void onOlderJournal().catch(() => log.error('the cursor could not be read')),
    },
    keys: () => Promise.resolve(connection.keys()),
    clock,
    random,
    log,
    onState: (state) => {
      statusChanged();
      if (state !== 'listening') return;
      erasing.onRelayLive();
      compareClaims();
      shipping()?.compare();
    },
  });
}

interface NoticeDeps {
  followed: FollowedOffice;
  journal: { shopErasures: ShopErasures };
  /** Erasures of others are known that were not before. */
  follow(): void;
}

/** What the features do about the notices of the shop. */
function noticeHandlers({ journal, follow, followed }: NoticeDeps): NoticeHandlers {
  const { shopErasures } = journal;
  return {
    readUpTo: shopErasures.readUpTo,
    async arrived(notices, { shop, key, upTo }) {
      const announced = notices.filter(({ topic }) => topic === 'erasure');
      const erasures = announced.flatMap(({ id, plain }) => readErasureNotice(id, key.id, plain) ?? []);
      // An office follows no other one. Of several documents the last counts, and the version keeps an older one out.
      const document = notices.findLast(({ topic }) => topic === 'office');
      if (document && shop.role !== 'office') await followed.take(document, shop);
      await shopErasures.arrived(erasures, { shop: shop.id, upTo, keyId: key.id });
      if (erasures.length > 0) follow();
    },
    async toPost(key) {
      const all = await shopErasures.toPost(key.id);
      return all.map((erasure) => ({ id: erasure.id, topic: 'erasure', plain: writeErasureNotice(erasure, key.id) }));
    },
    posted: (id, key) => shopErasures.posted(id, key.id),
  };
}

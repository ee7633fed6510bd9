import type Database from 'better-sqlite3';
import { defineFeature, type ModeContext, type ProgramContext } from '../base/feature.ts';
import type { Secrets } from '../base/secrets.ts';
import { isoNow } from '../base/system.ts';
import type { CatalogueRepository } from '../catalogue/index.ts';
import { readErasureNotice, type ShopDigest, type ShopErasures, writeErasureNotice } from '../customers/index.ts';
import type { RunTask } from '../db/database-tasks.ts';
import type { OfficeAtRelay } from '../relay-client/index.ts';
import { type NoticeHandlers, type OneShop, ShopNotices } from '../shop/index.ts';
import type { StaffService } from '../staff/index.ts';
import { officeHandlers, type Publishing, publishingHandlers } from './api.ts';
import { type Office, openOffice } from './office.ts';
import { type FollowedOffice, followOffice } from './office-of-counter.ts';
import { createPublisher } from './publish.ts';

export interface NoticeContext extends ModeContext {
  secrets: Secrets;
  db: Parameters<typeof followOffice>[0]['db'] & { shopErasures: ShopErasures };
  people: StaffService;
  oneShop: OneShop | null;
}

/** What counters and office of a shop say to each other: erasures, and what the office publishes. */
export const noticesFeature = defineFeature({
  start: ({ secrets, people, system }: ProgramContext & Pick<NoticeContext, 'secrets' | 'people'>) => ({
    publisher: createPublisher({ secrets, people, ...system }),
  }),
  /** Both null without a relay, as in training. */
  open({ secrets, db, people, oneShop, system, events, log, onClose }: NoticeContext): {
    notices: ShopNotices | null;
    publishing: Publishing | null;
  } {
    const { clock, random } = system;
    if (!oneShop) return { notices: null, publishing: null };
    const publishItems = async (codes: readonly string[]): Promise<void> => void events.emit('items', codes);
    const followed = followOffice({ secrets, db, people, publishItems, clock, log });
    const { membership, relay } = oneShop;
    const handlers = noticeHandlers(db, followed, () => events.emit('erasedElsewhere'));
    const notices = new ShopNotices({ membership, relay, handlers, clock, random, log });
    onClose(() => notices.stop());
    const publishing: Publishing = { membership, notices, followed };
    return { notices, publishing };
  },
  handlers: publishingHandlers,
});

/** @param follow erasures of others are known that were not before */
function noticeHandlers(
  { shopErasures }: { shopErasures: ShopErasures },
  followed: FollowedOffice,
  follow: () => void,
): NoticeHandlers {
  return {
    readUpTo: shopErasures.readUpTo,
    async arrived(notices, { shop, key, upTo }) {
      const published = notices.filter(({ topic }) => topic === 'erasure');
      const erasures = published.flatMap(({ id, plain }) => readErasureNotice(id, key.id, plain) ?? []);
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

type OfficeDeps = Parameters<typeof openOffice>[0];

export interface Context extends ModeContext {
  connection: { office?: OfficeAtRelay; mailbox: object | null; clockAheadMs(): number | null };
  oneShop: {
    membership: {
      shop(): { key: { derive(name: 'log'): Uint8Array } | null } | null;
      erasureDigests(): readonly ShopDigest[];
    };
  } | null;
  /** its paths outside the mode's folder */
  folders: { office: string };
  db: { shopErasures: ShopErasures; catalogue: CatalogueRepository };
  runTask: RunTask;
  /** the shop's database, over any file */
  databases: { over(db: Database.Database): ReturnType<OfficeDeps['over']>; open: OfficeDeps['erasures']['open'] };
}

export const officeFeature = defineFeature({
  /** `office`: the counters of the shop; null at a counter */
  async open(context: Context): Promise<{ office: Office | null }> {
    const { role, connection, oneShop, folders, db, runTask, databases, settings, events, system } = context;
    if (role !== 'office') return { office: null };
    const office = await openOffice({
      system,
      relay: connection.office ?? null,
      logKey: () => oneShop?.membership.shop()?.key?.derive('log') ?? null,
      folder: folders.office,
      over: databases.over,
      erasures: {
        list: db.shopErasures.list,
        digests: () => oneShop?.membership.erasureDigests() ?? [],
        aheadMs: () => (connection.mailbox ? (connection.clockAheadMs() ?? 0) : 0),
        open: databases.open,
        runTask,
      },
      addProducts: (items) => db.catalogue.addMissing(items, isoNow(system.clock)),
      overdueMs: () => settings().overdueMinutes * 60_000,
      publish: context.publish,
      statusChanged: context.statusChanged,
      log: context.log,
    });
    events.on('erasedElsewhere', () => office.erase());
    events.on('erased', () => office.erase());
    context.onClose(office.stop);
    return { office };
  },
  handlers: ({ runtime }: { runtime(): { office: Office | null } }) => officeHandlers(() => runtime().office),
});

import { defineFeature, type ModeContext } from '../base/feature.ts';
import type { Secrets } from '../base/secrets.ts';
import { shopDay } from '../base/system.ts';
import type { RunTask } from '../db/database-tasks.ts';
import type { DatabaseParts } from '../db/sqlite-sales-store.ts';
import type { FileDialogs } from '../files/index.ts';
import type { RelayMailbox } from '../relay-client/index.ts';
import { checkSecretsReadable, type ShopSettings } from '../settings/index.ts';
import { customerHandlers } from './api.ts';
import { sqliteCustomerData } from './customer-data.ts';
import { prepareRecordErasure, readCustomerDigest } from './erasure-log.ts';
import { erasureHook } from './erasure-queue.ts';
import { startErasureWorker } from './erasure-worker.ts';
import type { ShopDigest } from './follow-erasures.ts';
import { prepareSavedCustomerTable, sqliteSavedCustomers, tabHook } from './saved-customers-repository.ts';
import { sqliteShopErasures } from './shop-erasures.ts';

type Worker = Parameters<typeof startErasureWorker>[0];

export interface Context extends ModeContext, Pick<Worker, 'db' | 'searchService' | 'parked' | 'listCopies'> {
  runTask: RunTask;
  backups(): { path: string };
  shop: ShopSettings;
  fileDialogs: FileDialogs | null;
  connection: { mailbox: Pick<RelayMailbox, 'erase'> | null; clockAheadMs(): number | null };
  poller: { isLive(): boolean };
  oneShop: { membership: { erasureDigests(): readonly ShopDigest[]; noticeDigest(): ShopDigest | null } } | null;
  notices: { post(): Promise<void> } | null;
  ports: Parameters<typeof shopDay>[0];
}

/** By what an erased customer is recognised. Training recognises none, and stores no key. */
export const customerDigestFeature = defineFeature({
  open: async ({ mode, system, log, secrets }: ModeContext & { secrets: Secrets }) => ({
    customerDigest: mode === 'live' ? await readCustomerDigest(secrets, system.random, log) : null,
  }),
});

export const customersFeature = defineFeature({
  tables({ db, append, digest, ...database }: DatabaseParts) {
    const entries = prepareSavedCustomerTable(db);
    const record = prepareRecordErasure(db, append);
    const recordForgotten = (id: string, at: string): void =>
      record({ at, digest: `saved:${id}`, sales: [], webhooks: [], saved: [id] }, at, 'cashier', null);
    return {
      customers: sqliteCustomerData({ ...database, db, append, digest, entries, record }),
      customerBook: sqliteSavedCustomers({ ...database, db, entries, recordForgotten }),
      shopErasures: sqliteShopErasures({ ...database, db }),
    };
  },
  hooks: ({ db }: Pick<DatabaseParts, 'db'>) => [tabHook(db), erasureHook(db)],
  open(context: Context) {
    const { mode, system, settings, events, publish, shop, connection, poller, oneShop, notices, ports } = context;
    const isLive = mode === 'live';
    const { mailbox } = connection;
    const erasureWorker = startErasureWorker({
      ...context,
      ...system,
      copies: () => (isLive ? context.backups().path : null),
      // Erasures without the stored key could never be recognised again.
      maskAfterDays: () => (isLive && checkSecretsReadable(shop.config()) === null ? settings().maskAfterDays : null),
      // Without a relay no other clock is known; the practice relay has this machine's.
      clockAheadMs: () => (isLive && mailbox ? connection.clockAheadMs() : 0),
      forgetStatements: async () => context.fileDialogs?.forgetStatements?.(),
      today: () => shopDay(ports),
      publishSale: (transaction) => publish({ type: 'transaction', transaction }),
      eraseAtRelay: async (names, signal) => (mailbox && poller.isLive() ? mailbox.erase(names, signal) : null),
      shopDigests: () => oneShop?.membership.erasureDigests() ?? [],
      noticeDigest: () => oneShop?.membership.noticeDigest() ?? null,
      async postNotices() {
        events.emit('erased');
        await notices?.post();
      },
    });
    events.on('erasedElsewhere', () => erasureWorker.follow());
    context.onClose((last) => erasureWorker.stop(last));
    return { erasureWorker };
  },
  handlers: customerHandlers,
});

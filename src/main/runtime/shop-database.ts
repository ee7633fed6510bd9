import { join } from 'node:path';
import { actorProvider } from '../api/index.ts';
import { hooksOf, listenersOf, type ModeContext, type TablesOf, tablesOf } from '../base/feature.ts';
import type { ActorProvider, Random } from '../base/system.ts';
import { type AuditLog, sqliteAuditLog } from '../db/audit-log.ts';
import { fileGuard, onCommit } from '../db/commit.ts';
import { createReserve, reserveGuard } from '../db/disk-files.ts';
import { prepareAppend, withActor } from '../db/event-log.ts';
import { readMeta } from '../db/metadata.ts';
import { type OpenDatabase, type OpenedDatabase, openDatabase } from '../db/open-database.ts';
import { preparePriced, prepareProducts } from '../db/products.ts';
import { type CustomerDigest, digestOfThisRun } from '../db/sale-rows.ts';
import { prepareSales } from '../db/sales-repository.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { accessTo, type DatabaseParts, sqliteSalesStore } from '../db/sqlite-sales-store.ts';
import { listening, type SeenHeads, stored } from './features.ts';

/** The shop's database: its sales, and each feature's tables. Everything is durable before it answers. */
export interface ShopDatabase extends SalesStore, TablesOf<typeof stored> {
  readonly auditLog: AuditLog;
}

interface Actors {
  /** recognises an erased customer; absent: not beyond the closing of the database */
  digest?: CustomerDigest;
  /** the person who causes an event; absent: events name no person */
  actorProvider?: ActorProvider;
}

export interface OpenShopDatabase extends OpenDatabase, Actors {
  /** the ends of the log that are known outside the database: one that lacks any of them is treated as a restored copy */
  seen?: SeenHeads;
}

/** Opens the shop's database, see openDatabase. Rejects with DatabaseError. */
export async function openShopDatabase({
  seen,
  digest,
  actorProvider,
  ...options
}: OpenShopDatabase): Promise<ShopDatabase> {
  const opened = openDatabase(options, (db) => {
    for (const feature of stored) if ('check' in feature) feature.check(db, { random: options.random, seen });
  });
  return shopDatabase({
    ...opened,
    random: options.random,
    ...(digest ? { digest } : {}),
    ...(actorProvider ? { actorProvider } : {}),
  });
}

/** Every feature's tables over one open connection. */
export function shopDatabase({
  db,
  random,
  digest = digestOfThisRun(random),
  actorProvider = () => null,
  release,
}: OpenedDatabase & Actors & { random: Random }): ShopDatabase {
  const append = withActor(prepareAppend(db, random), actorProvider);
  const priced = preparePriced(append);
  const parts: DatabaseParts = {
    db,
    append,
    ...accessTo(db),
    sales: prepareSales(db),
    products: prepareProducts(db, priced),
    priced,
    digest,
    genesis: readMeta(db).genesis,
  };
  return {
    ...sqliteSalesStore({ ...parts, hooks: hooksOf(stored, parts), release }),
    auditLog: sqliteAuditLog(parts),
    ...tablesOf(stored, parts),
  };
}

type Context = ModeContext & {
  parts: { openDatabase: typeof openShopDatabase };
  customerDigest: CustomerDigest | null;
  seen: SeenHeads | null;
} & Parameters<typeof listenersOf<typeof listening>>[1];

/** The database of one mode, and what follows its commits: the reserve for a full disk, the guard of its files, and features. */
export async function openCounterDatabase(context: Context): Promise<{ db: ShopDatabase }> {
  const { mode, folder, journalPath, parts, customerDigest, seen, system, onClose } = context;
  const stored = await parts.openDatabase({
    path: journalPath,
    random: system.random,
    kind: mode,
    actorProvider,
    ...(customerDigest ? { digest: customerDigest } : {}),
    ...(seen ? { seen } : {}),
  });
  onClose(() => stored.close());
  const db = onCommit(stored, [
    ...listenersOf(listening, context),
    reserveGuard(createReserve(join(folder, 'reserve'), system.random)),
    fileGuard(journalPath),
  ]);
  return { db };
}

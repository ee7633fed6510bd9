import { join } from 'node:path';
import type Database from 'better-sqlite3';
import type { OutlineSearch, TransactionOutline, TransactionPage } from '../../shared/contract/transactions.ts';
import { actorProvider } from '../api/index.ts';
import { type BackupFolder, handleRollback, type KnownHead, readHeadFile, readKnownHeads } from '../backup/index.ts';
import type { ActorProvider } from '../base/system.ts';
import { isoNow, type Log, type Random, type System } from '../base/system.ts';
import { type BatchRepository, batchHook, sqliteBatches } from '../batches/index.ts';
import {
  type CatalogueRepository,
  catalogueListener,
  prepareCatalogueItems,
  sqliteCatalogue,
} from '../catalogue/index.ts';
import {
  type CustomerData,
  erasureHook,
  prepareRecordErasure,
  prepareSavedCustomerTable,
  type SavedCustomers,
  type ShopErasures,
  sqliteCustomerData,
  sqliteSavedCustomers,
  sqliteShopErasures,
  tabHook,
} from '../customers/index.ts';
import { type AuditLog, sqliteAuditLog } from '../db/audit-log.ts';
import { fileGuard, onCommit } from '../db/commit.ts';
import { createReserve, diskFiles, reserveGuard } from '../db/disk-files.ts';
import { prepareAppend, withActor } from '../db/event-log.ts';
import { journalId, readMeta } from '../db/metadata.ts';
import { type OpenDatabase, type OpenedDatabase, openDatabase } from '../db/open-database.ts';
import { preparePriced, prepareProducts } from '../db/products.ts';
import { type CustomerDigest, digestOfThisRun } from '../db/sale-rows.ts';
import { prepareSales } from '../db/sales-repository.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { accessTo, sqliteSalesStore } from '../db/sqlite-sales-store.ts';
import { lazy } from '../db/statements.ts';
import { type DepositRepository, depositHook, sqliteDeposit } from '../deposit/index.ts';
import {
  ledgerHook,
  type SalesReport,
  type ShiftRepository,
  shiftHook,
  sqliteSalesReport,
  sqliteShiftRepository,
} from '../ledger/index.ts';
import {
  autoPrintListener,
  type PrintJobRepository,
  preparePrintTables,
  printHook,
  sqlitePrintJobs,
} from '../printing/index.ts';
import {
  createSearchService,
  outlineOf,
  prepareSearch,
  type SearchRequest,
  type SearchService,
} from '../search/index.ts';
import { type StaffRepository, sqliteStaff } from '../staff/index.ts';
import { sqliteTabs, type Tabs } from '../tabs/index.ts';

/** The shop's database: its sales, and each feature's tables. Everything is durable before it answers. */
export interface ShopDatabase extends SalesStore {
  readonly prints: PrintJobRepository;
  readonly books: SalesReport;
  readonly shifts: ShiftRepository;
  readonly deposit: DepositRepository;
  readonly people: StaffRepository;
  readonly auditLog: AuditLog;
  readonly customers: CustomerData;
  readonly customerBook: SavedCustomers;
  readonly shopErasures: ShopErasures;
  readonly tabs: Tabs;
  readonly batches: BatchRepository;
  readonly catalogue: CatalogueRepository;
  /** @param today the shop's day, YYYY-MM-DD; absent: words for days are plain text */
  search(request: SearchRequest, today?: string): Promise<TransactionPage>;
  /** @param checkCancelled throws when the caller no longer waits; the error is passed on */
  outline(request: OutlineSearch, checkCancelled?: () => void): Promise<TransactionOutline>;
}

interface Actors {
  /** recognises an erased customer; absent: not beyond the closing of the database */
  digest?: CustomerDigest;
  /** the person who causes an event; absent: events name nobody */
  actorProvider?: ActorProvider;
}

export interface OpenShopDatabase extends OpenDatabase, Actors {
  /** the ends of the log that are known outside the database: one that lacks any of them is treated as a restored copy */
  seen?: {
    heads: readonly KnownHead[];
    at: string;
    /** where the end of the log is kept outside of the folder, by the database's id; null: nowhere */
    headFile?: ((id: string) => string) | null;
  };
}

/** Opens the shop's database, see openDatabase. Rejects with DatabaseError. */
export async function openShopDatabase({
  seen,
  digest,
  actorProvider,
  ...ask
}: OpenShopDatabase): Promise<ShopDatabase> {
  const opened = openDatabase(ask, (db) => {
    if (!seen) return;
    const outside = seen.headFile ? readHeadFile(seen.headFile(journalId(readMeta(db))), diskFiles) : null;
    handleRollback(db, ask.random, outside ? [...seen.heads, outside] : seen.heads, seen.at);
  });
  return shopDatabase({
    ...opened,
    random: ask.random,
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
  const { read, write } = accessTo(db);
  const { genesis } = readMeta(db);
  const sales = prepareSales(db);
  const printTables = preparePrintTables(db);
  const append = withActor(prepareAppend(db, random), actorProvider);
  const priced = preparePriced(append);
  const products = prepareProducts(db, priced);
  const entries = prepareSavedCustomerTable(db);
  const record = prepareRecordErasure(db, append);
  const recordForgotten = (id: string, at: string): void =>
    record({ at, digest: `saved:${id}`, sales: [], webhooks: [], saved: [id] }, at, 'cashier', null);
  return {
    ...sqliteSalesStore({
      db,
      append,
      sales,
      products,
      digest,
      hooks: [
        shiftHook(db),
        tabHook(db),
        ledgerHook(db),
        depositHook(db),
        erasureHook(db),
        printHook(printTables),
        batchHook(db),
      ],
      release,
      read,
      write,
    }),
    prints: sqlitePrintJobs({ db, tables: printTables, read, write }),
    books: sqliteSalesReport({ db, read, write }),
    catalogue: sqliteCatalogue({ db, items: prepareCatalogueItems(db), products, priced, read, write }),
    shifts: sqliteShiftRepository({ db, append, read, write }),
    deposit: sqliteDeposit({ db, append, read, write }),
    people: sqliteStaff({ db, append, read, write }),
    auditLog: sqliteAuditLog({ db, append, read, write }),
    customers: sqliteCustomerData({ db, genesis, sales, entries, append, digest, record, read, write }),
    customerBook: sqliteSavedCustomers({ db, entries, recordForgotten, read, write }),
    shopErasures: sqliteShopErasures({ db, read, write }),
    tabs: sqliteTabs(db, read),
    batches: sqliteBatches({ db, sales, append, read, write }),
    ...searchIn(db, read),
  };
}

/** Search on the seller's connection: for tests and commands, and for the index's own checks. */
function searchIn(db: Database.Database, read: <T>(work: () => T) => Promise<T>) {
  const search = lazy(() => prepareSearch(db));
  return {
    search: (request: SearchRequest, today?: string): Promise<TransactionPage> =>
      read(() => search()({ request, today: today ?? null })),
    outline: (request: OutlineSearch, checkCancelled: () => void = () => undefined): Promise<TransactionOutline> =>
      read(() => outlineOf([db], request, checkCancelled)),
  };
}

interface RuntimeDatabaseOptions {
  system: System;
  mode: 'training' | 'live';
  folder: string;
  journalPath: string;
  /** where the end of the log is kept outside of the folder; null: nowhere */
  headFile: ((id: string) => string) | null;
  /** where copies go */
  backupFolder(): BackupFolder;
  /** by which an erased customer is recognised; null where none can be kept */
  customerDigest: CustomerDigest | null;
  /** whether a proof is printed by itself when its sale succeeds */
  autoPrint(): boolean;
  /** a sale changed this product's item */
  onCatalogueItem(code: string): void;
  openDatabase: typeof openShopDatabase;
  log: Log;
}

/**
 * The shop's database and what follows its commits: automatic prints, the reserve for a full disk, the guard of its files, the search
 * index, the catalogue. Close the search service before the database.
 */
export async function openRuntimeDatabase(
  options: RuntimeDatabaseOptions,
): Promise<{ journal: ShopDatabase; searchService: SearchService }> {
  const { system, folder, journalPath, autoPrint, log } = options;
  const stored = await openStored(options);
  const searchService = createSearchService({
    system,
    journal: stored,
    files: [{ database: journalPath, index: join(folder, 'search.db') }],
    failed: (message) => log.warn('the search index failed', { message }),
  });
  const journal = onCommit(stored, [
    autoPrintListener(autoPrint),
    reserveGuard(createReserve(join(folder, 'reserve'), system.random)),
    fileGuard(journalPath),
    { committed: () => searchService.committed() },
    catalogueListener(options.onCatalogueItem),
  ]);
  return { journal, searchService };
}

/** The live database is compared with its known heads. */
async function openStored({
  system: { clock, random },
  mode,
  folder,
  journalPath,
  headFile,
  backupFolder,
  customerDigest,
  openDatabase,
}: RuntimeDatabaseOptions): Promise<ShopDatabase> {
  const common = {
    path: journalPath,
    random,
    kind: mode,
    actorProvider,
    ...(customerDigest ? { digest: customerDigest } : {}),
  };
  if (mode === 'training') return openDatabase(common);
  const heads = await readKnownHeads(folder, backupFolder(), clock);
  return openDatabase({ ...common, seen: { heads, headFile, at: isoNow(clock) } });
}

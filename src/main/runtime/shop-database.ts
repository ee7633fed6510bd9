import type Database from 'better-sqlite3';
import type { OutlineSearch, TransactionOutline, TransactionPage } from '../../shared/contract/transactions.ts';
import { answerRollback, readHeadFile, type SeenHead } from '../backup/index.ts';
import type { WhoActs } from '../base/actor.ts';
import type { Random } from '../base/system/random.ts';
import { type CatalogueBook, prepareItems, sqliteCatalogue } from '../catalogue/index.ts';
import {
  type CustomerBook,
  type CustomerData,
  erasureHook,
  prepareEntries,
  prepareRecordErasure,
  sqliteCustomerBook,
  sqliteCustomerData,
} from '../customers/index.ts';
import { sqliteShopLog } from '../db/audit-log.ts';
import type { ShopLog } from '../db/audit-log-types.ts';
import { type CustomerDigest, digestOfThisRun } from '../db/customer-digest.ts';
import { diskFiles } from '../db/disk-files.ts';
import { prepareAppend } from '../db/event-log/append.ts';
import { namingWho } from '../db/event-log/event-actor.ts';
import { journalId, readMeta } from '../db/metadata.ts';
import { type OpenDatabase, type OpenedDatabase, openDatabase } from '../db/open-database.ts';
import { preparePriced } from '../db/price-changes.ts';
import { prepareProducts } from '../db/products.ts';
import { prepareSales } from '../db/sale-tables/sales-repository.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { accessTo, sqliteSalesStore } from '../db/sqlite-sales-store.ts';
import { lazily } from '../db/statements.ts';
import { type Books, ledgerHook, type ShiftBook, shiftHook, sqliteBooks, sqliteShifts } from '../ledger/index.ts';
import { type PrintBook, preparePrints, prepareWishes, printHook, sqlitePrintBook } from '../printing/index.ts';
import { prepareOutline, prepareSearch, type SearchAsk } from '../search/index.ts';
import { type PeopleBook, sqlitePeople } from '../staff/index.ts';

/** The shop's database: its sales, and each feature's tables. Everything is durable before it answers. */
export interface ShopDatabase extends SalesStore {
  readonly prints: PrintBook;
  readonly books: Books;
  readonly shifts: ShiftBook;
  readonly people: PeopleBook;
  readonly shopLog: ShopLog;
  readonly customers: CustomerData;
  readonly customerBook: CustomerBook;
  readonly catalogue: CatalogueBook;
  /** @param today the shop's day, YYYY-MM-DD; left out, words for days are text only */
  search(ask: SearchAsk, today?: string): Promise<TransactionPage>;
  /** @param stillWanted throws when nobody waits for the answer any more; what it throws comes out here */
  outline(ask: OutlineSearch, stillWanted?: () => void): Promise<TransactionOutline>;
}

interface Actors {
  /** recognises an erased customer; left out, nobody is recognised once the database was closed */
  digest?: CustomerDigest;
  /** asked for every event that a person causes; left out, nobody is named */
  whoActs?: WhoActs;
}

export interface OpenShopDatabase extends OpenDatabase, Actors {
  /** the ends of the log that are known outside the database: one that lacks any of them is treated as a restored copy */
  seen?: {
    heads: readonly SeenHead[];
    at: string;
    /** where the end of the log is kept outside of the folder, by the database's id; null: nowhere */
    headFile?: ((id: string) => string) | null;
  };
}

/** Opens the shop's database, see openDatabase. Rejects with JournalFault. */
export async function openShopDatabase({ seen, digest, whoActs, ...ask }: OpenShopDatabase): Promise<ShopDatabase> {
  const opened = openDatabase(ask, (db) => {
    if (!seen) return;
    const outside = seen.headFile ? readHeadFile(seen.headFile(journalId(readMeta(db))), diskFiles) : null;
    answerRollback(db, ask.random, outside ? [...seen.heads, outside] : seen.heads, seen.at);
  });
  return shopDatabase({
    ...opened,
    random: ask.random,
    ...(digest ? { digest } : {}),
    ...(whoActs ? { whoActs } : {}),
  });
}

/** Every feature's tables over one open connection. */
export function shopDatabase({
  db,
  random,
  digest = digestOfThisRun(),
  whoActs = () => null,
  letGo,
}: OpenedDatabase & Actors & { random: Random }): ShopDatabase {
  const { read, write } = accessTo(db);
  const { genesis } = readMeta(db);
  const sales = prepareSales(db);
  const prints = preparePrints(db);
  const wishes = prepareWishes(db);
  const append = namingWho(prepareAppend(db, random), whoActs);
  const priced = preparePriced(append);
  const products = prepareProducts(db, priced);
  const entries = prepareEntries(db);
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
      hooks: [shiftHook(db), ledgerHook(db), erasureHook(db), printHook(prints, wishes)],
      letGo,
      read,
      write,
    }),
    prints: sqlitePrintBook({ db, prints, wishes, read, write }),
    books: sqliteBooks({ db, read, write }),
    catalogue: sqliteCatalogue({ db, items: prepareItems(db), products, priced, read, write }),
    shifts: sqliteShifts({ db, append, read, write }),
    people: sqlitePeople({ db, append, read, write }),
    shopLog: sqliteShopLog({ db, append, read, write }),
    customers: sqliteCustomerData({ db, genesis, sales, entries, append, digest, record, read, write }),
    customerBook: sqliteCustomerBook({ db, entries, recordForgotten, read, write }),
    ...searchIn(db, read),
  };
}

/** Search on the seller's connection: for tests and commands, and for the index's own checks. */
function searchIn(db: Database.Database, read: <T>(work: () => T) => Promise<T>) {
  const search = lazily(() => prepareSearch(db));
  const outline = lazily(() => prepareOutline(db));
  return {
    search: (ask: SearchAsk, today?: string): Promise<TransactionPage> =>
      read(() => {
        const found = search()({ ask, today: today ?? null, index: null, stillWanted: () => undefined });
        const { search: told, ...page } = found;
        return told ? { ...page, search: { ...told, index: 'missing' } } : page;
      }),
    outline: (ask: OutlineSearch, stillWanted: () => void = () => undefined): Promise<TransactionOutline> =>
      read(() => outline()(ask, stillWanted)),
  };
}

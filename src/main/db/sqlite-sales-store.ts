import type Database from 'better-sqlite3';
import { type CommitHook, prepareCommit, prepareCommitAll } from './commit.ts';
import { prepareConflicts, repeatQueries } from './conflicts.ts';
import { DatabaseError, mapDatabaseErrors } from './database-error.ts';
import { prepareLogQueries, type RepositoryDeps } from './event-log.ts';
import { journalId, prepareMailboxPositions, readMeta } from './metadata.ts';
import { prepareOpenMoney } from './open-money.ts';
import type { Priced, Products } from './products.ts';
import type { CustomerDigest } from './sale-rows.ts';
import { prepareReceipts, type Sales } from './sales-repository.ts';
import type { Asynchronous, SalesStore } from './sales-store.ts';
import { immediateTransaction } from './statements.ts';
import { prepareWebhookQueries } from './webhook-queries.ts';

/** Runs synchronous work on a database; an exception becomes a rejection with DatabaseError. */
interface Access {
  read<T>(work: () => T): Promise<T>;
  /** rejects where the database was opened for reading */
  write<T>(work: () => T): Promise<T>;
}

export function accessTo(db: Database.Database): Access {
  return {
    read: async (work) => mapDatabaseErrors(work),
    write: async (work) =>
      mapDatabaseErrors(() => {
        if (db.readonly) throw new DatabaseError('read_only', 'the journal was opened for reading');
        return work();
      }),
  };
}

/** What a feature makes its repositories of. */
export interface DatabaseParts extends RepositoryDeps {
  sales: Sales;
  products: Products;
  priced: Priced;
  /** recognises an erased customer */
  digest: CustomerDigest;
  /** the value that the hash chain starts from */
  genesis: Uint8Array;
}

interface Deps extends Omit<DatabaseParts, 'priced' | 'genesis'> {
  /** the features' parts of each commit, in this order */
  hooks: readonly CommitHook[];
  release: () => void;
}

/**
 * The queries as those of a store.
 * @param run runs one, and makes a promise of what it answers or throws
 */
function asynchronous<Queries extends object>(run: Access['read'], queries: Queries): Asynchronous<Queries> {
  const functions = Object.entries(queries).map(([name, query]) => [
    name,
    (...input: unknown[]) => run(() => Reflect.apply(query, undefined, input)),
  ]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.fromEntries widens the names
  return Object.fromEntries(functions) as Asynchronous<Queries>;
}

/** The sales over one open connection. Each statement is prepared when it is first needed. */
export function sqliteSalesStore({
  db,
  append,
  sales,
  products,
  digest,
  hooks,
  release,
  read,
  write,
}: Deps): SalesStore {
  const { terminal, restored, genesis } = readMeta(db);
  const conflicts = prepareConflicts(db, digest);
  const positions = prepareMailboxPositions(db);
  const receipts = prepareReceipts(db, terminal);
  const commit = prepareCommit(db, { sales, conflicts, receipts, append, positions, hooks });
  const acceptRollback = immediateTransaction(db, (at: string): void => {
    const before = readMeta(db).restored;
    if (!before) return;
    db.prepare('UPDATE metadata SET restored = ? WHERE only = 1').run(JSON.stringify({ ...before, acceptedAt: at }));
    append({ type: 'database.accepted', at, actor: 'supervisor', data: { upTo: before.upTo }, bodies: [] }, null);
  });
  const { insert: _, update: __, ...saleQueries } = sales;
  const { cursor, ackedPosition, saveAckedPosition } = positions;
  const { knownProducts, saveProduct } = products;

  return {
    id: journalId({ genesis }),
    terminal,
    restored,
    ...asynchronous(read, {
      ...saleQueries,
      ...prepareWebhookQueries(db, digest),
      ...repeatQueries(conflicts),
      ...prepareLogQueries(db),
      openMoney: prepareOpenMoney(db),
      cursor,
      ackedPosition,
      knownProducts,
    }),
    ...asynchronous(write, {
      acceptRollback,
      commit,
      saveAckedPosition,
      saveProduct,
      commitAll: prepareCommitAll(db, commit),
    }),
    close: () =>
      read(() => {
        if (db.open) db.close();
        release();
      }),
  };
}

import type Database from 'better-sqlite3';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { type CommitHook, prepareCommit, prepareCommitAll } from './commit.ts';
import { prepareConflicts } from './conflicts.ts';
import type { CustomerDigest } from './customer-digest.ts';
import { DatabaseError, mapDatabaseErrors } from './database-error.ts';
import { prepareResultEvent, prepareTimeline } from './event-log.ts';
import { headOf, holds, journalId, prepareRelayCursors, readMeta } from './metadata.ts';
import { prepareOpenMoney } from './open-money.ts';
import type { Products } from './products.ts';
import { prepareByReceipt, prepareReceipts, prepareUnidentified, type Sales } from './sales-repository.ts';
import type { NewEvent, SalesStore } from './sales-store.ts';
import { immediateTransaction, lazy } from './statements.ts';
import {
  prepareCodesSpelt,
  prepareDiscardedBetween,
  prepareHasWebhook,
  prepareOtherWithWebhook,
  prepareQuarantined,
  prepareUnverified,
  prepareUnverifiedOrders,
  prepareWebhooksOf,
} from './webhook-queries.ts';

/** Runs synchronous work on a database; an exception becomes a rejection with DatabaseError. */
export interface Access {
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

interface Deps extends Access {
  db: Database.Database;
  append: (event: NewEvent, sale: Transaction | null) => number;
  sales: Sales;
  products: Products;
  /** recognises an erased customer */
  digest: CustomerDigest;
  /** the features' parts of each commit, in this order */
  hooks: readonly CommitHook[];
  release: () => void;
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
  const cursors = prepareRelayCursors(db);
  const receipts = prepareReceipts(db, terminal);
  const commit = prepareCommit(db, { sales, conflicts, receipts, append, cursors, products, hooks });
  const commitAll = prepareCommitAll(db, commit);
  const timeline = lazy(() => prepareTimeline(db));
  const quarantined = lazy(() => prepareQuarantined(db));
  const unverified = lazy(() => prepareUnverified(db));
  const unverifiedOrders = lazy(() => prepareUnverifiedOrders(db));
  const discardedBetween = lazy(() => prepareDiscardedBetween(db));
  const webhooksOf = lazy(() => prepareWebhooksOf(db));
  const hasWebhook = lazy(() => prepareHasWebhook(db));
  const otherWithWebhook = lazy(() => prepareOtherWithWebhook(db));
  const unnamed = lazy(() => prepareUnidentified(db, digest));
  const byReceipt = lazy(() => prepareByReceipt(db));
  const resultEvent = lazy(() => prepareResultEvent(db));
  const codesSpelt = lazy(() => prepareCodesSpelt(db));
  const openMoney = lazy(() => prepareOpenMoney(db));

  const acceptRollback = immediateTransaction(db, (at: string): void => {
    const before = readMeta(db).restored;
    if (!before) return;
    db.prepare('UPDATE metadata SET restored = ? WHERE only = 1').run(JSON.stringify({ ...before, acceptedAt: at }));
    append({ type: 'database.accepted', at, actor: 'supervisor', data: { upTo: before.upTo }, bodies: [] }, null);
  });

  return {
    id: journalId({ genesis }),
    terminal,
    restored,
    acceptRollback: (at) => write(() => acceptRollback(at)),
    head: () => read(() => headOf(db)),
    commit: (change) => write(() => commit(change)),
    commitAll: (changes) => write(() => commitAll(changes)),
    get: (id) => read(() => sales.get(id)),
    allByTransactionId: (id, provider) => read(() => sales.allByTransactionId(id, provider)),
    findByTransactionId: (id, provider) => read(() => sales.findByTransactionId(id, provider)),
    findByReceiptNo: (receiptNo) => read(() => byReceipt()(receiptNo)),
    resultEvent: (saleId) => read(() => resultEvent()(saleId)),
    holds: (head) => read(() => holds(db, head)),
    findConflict: ({ at, day, ...ask }) =>
      read(() => {
        const inFlight = conflicts.inFlight(ask);
        if (inFlight) return { kind: 'in_flight', other: inFlight };
        const repeated = conflicts.repeated(ask, { at, day });
        return repeated ? { kind: 'duplicate', other: repeated } : null;
      }),
    repeatedByOrder: (sale, now) => read(() => conflicts.repeatedByOrder({ ...sale, exceptId: null }, now)),
    newestInquiry: (productCode, customerNo) => read(() => sales.newestInquiry(productCode, customerNo)),
    foundSending: () => read(() => sales.foundSending()),
    unresolved: () => read(() => sales.unresolved()),
    ordersAtOtherMailbox: (mailbox) => read(() => sales.ordersAtOtherMailbox(mailbox)),
    timeline: (id) => read(() => timeline()(id)),
    quarantined: (limit, signed, onlyOpen) => read(() => quarantined()(limit, signed, onlyOpen)),
    unverified: (limit) => read(() => unverified()(limit)),
    unverifiedOrders: () => read(() => unverifiedOrders()()),
    discardedBetween: (first, last) => read(() => discardedBetween()(first, last)),
    webhooksOf: (saleId) => read(() => webhooksOf()(saleId)),
    hasWebhook: (saleId, body) => read(() => hasWebhook()(saleId, body)),
    otherWithWebhook: (sale, body) => read(() => otherWithWebhook()(sale, body)),
    hasUnidentifiedSibling: (sale) => read(() => unnamed()(sale)),
    openMoney: (before, after) => read(() => openMoney()(before, after)),
    codesSpelt: (spelling, provider) => read(() => codesSpelt()(spelling, provider)),
    cursor: (mailbox) => read(() => cursors.read(mailbox)),
    ackedPosition: (mailbox) => read(() => cursors.readAcked(mailbox)),
    saveAckedPosition: (mailbox, acked) => write(() => cursors.writeAcked(mailbox, acked)),
    saveProduct: (product, at, sellingPrice) => write(() => products.save(product, at, sellingPrice)),
    knownProducts: () => read(() => products.known()),
    close: () =>
      read(() => {
        if (db.open) db.close();
        release();
      }),
  };
}

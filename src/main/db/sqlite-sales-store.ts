import type Database from 'better-sqlite3';
import { z } from 'zod';
import { cashInDrawer, saleAmount } from '../../shared/domain/cash.ts';
import { Transaction } from '../../shared/domain/transaction.ts';
import { type CommitHook, prepareCommit, prepareCommitAll } from './commit.ts';
import { prepareConflicts } from './conflicts.ts';
import { DatabaseError, mapDatabaseErrors } from './database-error.ts';
import { prepareResultEvent, prepareTimeline, type RepositoryDeps } from './event-log.ts';
import { headOf, holds, journalId, prepareRelayCursors, readMeta } from './metadata.ts';
import type { Priced, Products } from './products.ts';
import { type CustomerDigest, cashSql, StoredPayments, tabSql, unresolvedSql } from './sale-rows.ts';
import { prepareByReceipt, prepareReceipts, prepareUnidentified, type Sales } from './sales-repository.ts';
import type { OpenMoney, SalesStore, Tally } from './sales-store.ts';
import { immediateTransaction, lazy } from './statements.ts';
import {
  countQuarantined,
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
  const commit = prepareCommit(db, { sales, conflicts, receipts, append, cursors, hooks });
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
    findConflict: ({ at, day, ...query }) =>
      read(() => {
        const inFlight = conflicts.inFlight(query);
        if (inFlight) return { kind: 'in_flight', other: inFlight };
        const repeated = conflicts.repeated(query, { at, day });
        return repeated ? { kind: 'duplicate', other: repeated } : null;
      }),
    repeatedByOrder: (sale, now) => read(() => conflicts.repeatedByOrder({ ...sale, exceptId: null }, now)),
    newestInquiry: (productCode, customerNo) => read(() => sales.newestInquiry(productCode, customerNo)),
    foundSending: () => read(() => sales.foundSending()),
    unresolved: () => read(() => sales.unresolved()),
    succeededSince: (day) => read(() => sales.succeededSince(day)),
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
    knownProducts: () => read(() => products.list()),
    close: () =>
      read(() => {
        if (db.open) db.close();
        release();
      }),
  };
}

const MoneyRow = Transaction.pick({
  state: true,
  total: true,
  price: true,
  tendered: true,
  createdAt: true,
  sentAt: true,
  cashReturnedAt: true,
}).extend(StoredPayments.shape);

const columns = `state, total, price, tendered, created_at AS createdAt, sent_at AS sentAt, cash_returned_at AS cashReturnedAt,
  payments, tab_payments AS tabPayments, returns`;

const TallyRow = z.object({ count: z.int(), amount: z.int() });

function add(tally: Tally, amount: number): void {
  tally.count += 1;
  tally.amount += amount;
}

/** Sums the open money. A sale without a known total counts with the provider's price, or with nothing. */
export function prepareOpenMoney(db: Database.Database): (before: string, after?: string) => OpenMoney {
  const open = db.prepare(`SELECT ${columns} FROM transactions WHERE ${unresolvedSql} ORDER BY created_at`);
  const sumOf = (column: string, where: string) =>
    db.prepare(
      `SELECT count(*) FILTER (WHERE ${column} > 0) AS count, coalesce(sum(${column}), 0) AS amount
       FROM transactions WHERE ${where}`,
    );
  const sums = {
    cashToReturn: sumOf('cash_to_return', cashSql.cashToReturn),
    moneyToReturn: sumOf('money_to_return', cashSql.cashToReturn),
    cashToCollect: sumOf('cash_to_collect', cashSql.cashToCollect),
    moneyToCollect: sumOf('money_to_collect', cashSql.cashToCollect),
    onTab: sumOf('tab_owed', tabSql),
  };
  const quarantined = countQuarantined(db);

  return (before, after) => {
    const none = (): Tally => ({ count: 0, amount: 0 });
    const byState = { sending: none(), pending: none(), unknown: none(), disputed: none() };
    const [overdue, cashHeld] = [none(), none()];
    const late = new Date(before).toISOString();
    let oldestUnresolvedAt: string | null = null;

    for (const row of open.iterate()) {
      const sale = MoneyRow.parse(row);
      const amount = saleAmount(sale);
      const cash = cashInDrawer(sale);
      oldestUnresolvedAt ??= sale.createdAt;
      for (const [state, tally] of Object.entries(byState)) if (state === sale.state) add(tally, amount);
      const sentAt = sale.sentAt ?? sale.createdAt;
      if (sale.state === 'pending' && (sentAt <= late || (after !== undefined && sentAt >= after))) {
        add(overdue, amount);
      }
      if (cash > 0) add(cashHeld, cash);
    }
    return {
      ...byState,
      overdue,
      cashHeld,
      cashToReturn: TallyRow.parse(sums.cashToReturn.get()),
      moneyToReturn: TallyRow.parse(sums.moneyToReturn.get()),
      cashToCollect: TallyRow.parse(sums.cashToCollect.get()),
      moneyToCollect: TallyRow.parse(sums.moneyToCollect.get()),
      onTab: TallyRow.parse(sums.onTab.get()),
      quarantined: quarantined(),
      oldestUnresolvedAt,
    };
  };
}

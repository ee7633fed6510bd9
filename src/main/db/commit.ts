import type Database from 'better-sqlite3';
import { cashAtStake, cashInDrawer, owesCash } from '../../shared/domain/cash.ts';
import { isErased } from '../../shared/domain/erased.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { EraseQueue } from '../customers/erasure/erasure-queue.ts';
import type { KeepBook } from '../ledger/update.ts';
import type { Wishes } from '../printing/auto-print-outbox.ts';
import type { Prints } from '../printing/print-jobs.ts';
import type { PrintChange } from '../printing/print-types.ts';
import type { Products } from './products.ts';
import type { RelayCursors } from './relay-cursors.ts';
import type { InTheWay } from './sales/conflicts.ts';
import { assertLawful } from './sales/immutable-fields.ts';
import type { Receipts } from './sales/receipts.ts';
import type { Sales } from './sales/sales-repository.ts';
import type { Change, CommitOutcome, NewEvent } from './sales-store.ts';
import { immediately } from './statements.ts';

export interface CommitParts {
  sales: Sales;
  inTheWay: InTheWay;
  receipts: Receipts;
  append: (event: NewEvent, sale: Transaction | null) => number;
  cursors: RelayCursors;
  products: Products;
  prints: Prints;
  wishes: Wishes;
  keepBook: KeepBook;
  shiftIsOpen: () => boolean;
  eraseQueue: Pick<EraseQueue, 'add'>;
}

type SaleChange = NonNullable<Change['sale']>;
type Refusal = Exclude<CommitOutcome, { kind: 'committed' }>;

/**
 * One change, all or nothing, in one IMMEDIATE transaction: whoever else writes waits, so what was checked still holds when
 * it is written. On disk when it returns. An unlawful change throws and writes nothing.
 */
export function prepareCommit(db: Database.Database, parts: CommitParts): (change: Change) => CommitOutcome {
  const { sales, append, cursors, products, prints, wishes, keepBook } = parts;
  return immediately(db, (change: Change): CommitOutcome => {
    const { event, cursor, soldFor, learntCost } = change;
    let stored: Transaction | null = null;
    let before: Transaction | null = null;
    if (change.sale) {
      before = sales.get(change.sale.next.id);
      const refusal = refuse(parts, change.sale, before, event.at);
      if (refusal) return refusal;
      if (change.cashFrom !== undefined && !cashGiver(parts, change.cashFrom)) return { kind: 'no_cash' };
      if (change.print && !stands(parts, change.print)) return { kind: 'stale' };
      stored = write(parts, change.sale, before);
      if (change.wishPrint && change.sale.next.receiptNo === null && stored.receiptNo !== null) {
        wishes.add(stored.id, event.at);
      }
    }
    const seq = append(withBookSums(withCash(event, before, stored), before, keepBook), stored);
    if (stored) keepBook.keep(before, stored, seq);
    const cashFrom =
      change.cashFrom === undefined || !stored ? null : moveCash(parts, change.cashFrom, stored.id, event);
    // Whatever is said later about a customer who was erased goes too, once the sale is settled.
    if (stored && isErased(stored) && saysOf(event)) parts.eraseQueue.add(stored.id, 'asked');
    if (cursor) cursors.write(cursor.mailbox, cursor.cursor);
    const price = stored && saysPrice(before, stored) ? stored.price : null;
    const tookOther = stored && price !== null ? products.providerTook(stored.productCode, price) : false;
    if (soldFor) products.sold(soldFor.productCode, soldFor.sellingPrice, event.at);
    const learnt = learntCost ? products.learnCost(learntCost.productCode, learntCost.cost, event.at) : false;
    if (change.print?.kind === 'add') prints.add(change.print.job, event.at);
    if (change.print?.kind === 'move') prints.move(change.print.move, event.at);
    const repriced = tookOther || learnt;
    return { kind: 'committed', sale: stored, seq, ...(cashFrom && { cashFrom }), ...(repriced && { repriced }) };
  });
}

/** Whether it is said only now what the provider took for an order. */
function saysPrice(before: Transaction | null, { kind, state, price }: Transaction): boolean {
  return kind === 'prepaid' && state === 'success' && (before?.state !== 'success' || before.price !== price);
}

/** Whether it holds words about the sale's own customer; one that names another is evidence, and stays. */
function saysOf({ bodies, data }: NewEvent): boolean {
  return bodies.length > 0 && data['reason'] !== 'customer_differs';
}

/** By how much the drawer's cash moves stands in the log: what a shift's cash must be is read from there. */
function withCash(event: NewEvent, before: Transaction | null, after: Transaction | null): NewEvent {
  const cash = (after ? cashInDrawer(after) : 0) - (before ? cashInDrawer(before) : 0);
  return cash === 0 ? event : { ...event, data: { ...event.data, cash } };
}

/** An unsent order with cash that is still to be returned. */
function cashGiver({ sales }: CommitParts, id: string): Transaction | null {
  const sale = sales.get(id);
  return sale?.kind === 'prepaid' && sale.state === 'unsent' && owesCash(sale) ? sale : null;
}

/** The cash of an unsent order counts for another sale, which says in its own event that it took it: the drawer has it once. */
function moveCash(parts: CommitParts, from: string, to: string, { at, actor }: NewEvent): Transaction {
  const before = cashGiver(parts, from);
  if (!before) throw new Error('the cash that was moved is gone within one commit');
  const after = { ...before, tendered: null, change: null, updatedAt: at, revision: before.revision + 1 };
  parts.sales.update(after);
  const event: NewEvent = { type: 'cash.moved', at, actor, data: { amount: cashAtStake(before), to }, bodies: [] };
  const seq = parts.append(withCash(event, before, after), after);
  parts.keepBook.keep(before, after, seq);
  return after;
}

/** What a sale came to until a person disputed it stands in the log: the books of the day on which it was sold keep that. */
function withBookSums(event: NewEvent, before: Transaction | null, keepBook: KeepBook): NewEvent {
  const sums = event.type === 'person.disputed' && before ? keepBook.sumsOf(before) : null;
  return sums ? { ...event, data: { ...event.data, sums: { ...sums } } } : event;
}

/** A job may have begun, or been decided about, since the change was thought of. */
function stands({ prints }: CommitParts, print: PrintChange): boolean {
  if (print.kind === 'move') return prints.stands(print.move);
  const { again } = print.job;
  return again === null || prints.get(again)?.decided === null;
}

function refuse(
  { inTheWay, shiftIsOpen }: CommitParts,
  change: SaleChange,
  before: Transaction | null,
  at: string,
): Refusal | null {
  const { basis, next, onlyOneInFlight, noRepeatOn, allowedRepeat } = change;
  if ((before?.revision ?? 0) !== basis) return { kind: 'stale' };
  assertLawful(before, next, basis);
  if (change.needsShift && !shiftIsOpen()) return { kind: 'no_shift' };
  const ask = { productCode: next.productCode, customerNo: next.customerNo, exceptId: next.id };
  const guarded = onlyOneInFlight === true || noRepeatOn !== undefined;
  if (!guarded) return null;
  const any = inTheWay.any(ask);
  const inFlight = onlyOneInFlight && any ? inTheWay.inFlight(ask) : null;
  if (inFlight) return { kind: 'in_flight', other: inFlight };
  if (noRepeatOn === undefined) return null;
  const now = { at, day: noRepeatOn };
  if (next.kind === 'prepaid') {
    const way = inTheWay.repeatedByOrder({ ...next, exceptId: next.id }, now);
    return way && way.other.id !== allowedRepeat ? way : null;
  }
  const repeated = any ? inTheWay.repeated(ask, now) : null;
  return repeated && repeated.id !== allowedRepeat ? { kind: 'duplicate', other: repeated } : null;
}

function write({ sales, receipts }: CommitParts, change: SaleChange, before: Transaction | null): Transaction {
  const { next, issueReceipt } = change;
  if (issueReceipt && next.state !== 'success') throw new Error('a receipt number is given on success');
  // The receipt's row refers to the sale's, so a new sale must be there first.
  if (!before) sales.insert(next);
  if (!issueReceipt || next.receiptNo !== null) {
    if (before) sales.update(next);
    return next;
  }
  const numbered = { ...next, receiptNo: receipts.issue(next.id) };
  sales.update(numbered);
  return numbered;
}

import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { moneyAtStake, moneyMoves, owesMoney } from '../../shared/domain/cash.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { Change, CommitOutcome, CommitReports, NewEvent } from './change.ts';
import type { ConflictQueries } from './conflicts.ts';
import { DatabaseError } from './database-error.ts';
import type { MailboxPositions } from './metadata.ts';
import { assertLawful } from './sale-rows.ts';
import type { Receipts, Sales } from './sales-repository.ts';
import type { SalesStore } from './sales-store.ts';
import { immediateTransaction } from './statements.ts';

interface CommitDeps {
  sales: Sales;
  conflicts: ConflictQueries;
  receipts: Receipts;
  append: (event: NewEvent, sale: Transaction | null) => number;
  positions: MailboxPositions;
  hooks: readonly CommitHook[];
}

/** A feature's part of a commit. It runs inside the commit's transaction. */
export interface CommitHook {
  /** refuses a change of a sale; nothing is written then */
  refuse?(change: Change, sale: SaleChange): Refusal | null;
  /** facts for the event, beside its own */
  facts?(event: NewEvent, before: Transaction | null): NewEvent['data'];
  /** @param seq of the event that changed the sale; it is in the log */
  saleWritten?(before: Transaction | null, after: Transaction, seq: number): void;
  /** called after the sale and its event were written; answers what it reports of the commit, if anything */
  written?(change: Change, before: Transaction | null, after: Transaction | null): CommitReports | void;
}

type SaleChange = NonNullable<Change['sale']>;
type Refusal = Exclude<CommitOutcome, { kind: 'committed' }>;

/**
 * One change, all or nothing, in one IMMEDIATE transaction: other writers wait, so what was checked still holds when it is
 * written. On disk when it returns. An unlawful change throws and writes nothing.
 */
export function prepareCommit(db: Database.Database, deps: CommitDeps): (change: Change) => CommitOutcome {
  const { sales, append, positions, hooks } = deps;
  return immediateTransaction(db, (change: Change): CommitOutcome => {
    const { event, cursor } = change;
    let stored: Transaction | null = null;
    let before: Transaction | null = null;
    if (change.sale) {
      before = sales.get(change.sale.next.id);
      const refusal = refuse(deps, change, change.sale, before, event.at);
      if (refusal) return refusal;
      if (change.cashFrom !== undefined && !cashGiver(deps, change.cashFrom)) return { kind: 'no_cash' };
      stored = write(deps, change.sale, before);
    }
    const moved = change.sale?.movesNoMoney === true ? event : withMoney(event, before, stored);
    const seq = append(withFacts(moved, before, hooks), stored);
    if (stored) saleWritten(deps, before, stored, seq);
    const cashFrom =
      change.cashFrom === undefined || !stored ? null : moveCash(deps, change.cashFrom, stored.id, event);
    if (cursor) positions.saveCursor(cursor.mailbox, cursor.cursor);
    const reports: CommitReports = Object.assign({}, ...hooks.map((hook) => hook.written?.(change, before, stored)));
    return { kind: 'committed', sale: stored, seq, ...(cashFrom && { cashFrom }), reports };
  });
}

class RefusedCommit extends Error {
  readonly outcome: Refusal;
  constructor(outcome: Refusal) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

/** Several changes in one transaction, all or none: where one is refused, its outcome alone is answered. */
export function prepareCommitAll(
  db: Database.Database,
  commit: (change: Change) => CommitOutcome,
): (changes: readonly Change[]) => CommitOutcome[] {
  const all = immediateTransaction(db, (changes: readonly Change[]) =>
    changes.map((change) => {
      const outcome = commit(change);
      if (outcome.kind !== 'committed') throw new RefusedCommit(outcome);
      return outcome;
    }),
  );
  return (changes) => {
    try {
      return all(changes);
    } catch (error) {
      if (error instanceof RefusedCommit) return [error.outcome];
      throw error;
    }
  };
}

/** Adds to the event how much money moves, by method: a shift's expected cash is computed from the journal. */
function withMoney(event: NewEvent, before: Transaction | null, after: Transaction | null): NewEvent {
  return { ...event, data: { ...event.data, ...moneyMoves(before, after) } };
}

/** An unsent order with money that is still to be returned. */
function cashGiver({ sales }: CommitDeps, id: string): Transaction | null {
  const sale = sales.get(id);
  return sale?.kind === 'prepaid' && sale.state === 'unsent' && owesMoney(sale) ? sale : null;
}

/** Moves the cash of an unsent order to another sale. That sale's own event records it, so the drawer counts the cash once. */
function moveCash(deps: CommitDeps, from: string, to: string, { at, actor }: NewEvent): Transaction {
  const before = cashGiver(deps, from);
  if (!before) throw new Error('the cash that was moved is gone within one commit');
  const unpaid = { tendered: null, change: null, payments: [], tabPayments: [] };
  const after = { ...before, ...unpaid, updatedAt: at, revision: before.revision + 1 };
  deps.sales.update(after);
  const event: NewEvent = { type: 'cash.moved', at, actor, data: { amount: moneyAtStake(before), to }, bodies: [] };
  const seq = deps.append(withMoney(event, before, after), after);
  saleWritten(deps, before, after, seq);
  return after;
}

function withFacts(event: NewEvent, before: Transaction | null, hooks: readonly CommitHook[]): NewEvent {
  const facts = hooks.map((hook) => hook.facts?.(event, before) ?? {});
  return { ...event, data: Object.assign({}, event.data, ...facts) };
}

function saleWritten({ hooks }: CommitDeps, before: Transaction | null, after: Transaction, seq: number): void {
  for (const hook of hooks) hook.saleWritten?.(before, after, seq);
}

function refuse(
  { conflicts, hooks }: CommitDeps,
  change: Change,
  sale: SaleChange,
  before: Transaction | null,
  at: string,
): Refusal | null {
  const { expectedRevision, next, onlyOneInFlight, rejectDuplicatesOn, allowedDuplicateId } = sale;
  if ((before?.revision ?? 0) !== expectedRevision) return { kind: 'conflict' };
  assertLawful(before, next, expectedRevision);
  for (const hook of hooks) {
    const refusal = hook.refuse?.(change, sale);
    if (refusal) return refusal;
  }
  const query = { productCode: next.productCode, customerNo: next.customerNo, exceptId: next.id };
  const guarded = onlyOneInFlight === true || rejectDuplicatesOn !== undefined;
  if (!guarded) return null;
  const any = conflicts.any(query);
  const inFlight = onlyOneInFlight && any ? conflicts.inFlight(query) : null;
  if (inFlight) return { kind: 'in_flight', other: inFlight };
  if (rejectDuplicatesOn === undefined) return null;
  const now = { at, day: rejectDuplicatesOn };
  if (next.kind === 'prepaid') {
    const way = conflicts.repeatedByOrder({ ...next, exceptId: next.id }, now);
    return way && way.other.id !== allowedDuplicateId ? way : null;
  }
  const repeated = any ? conflicts.repeated(query, now) : null;
  return repeated && repeated.id !== allowedDuplicateId ? { kind: 'duplicate', other: repeated } : null;
}

function write({ sales, receipts }: CommitDeps, change: SaleChange, before: Transaction | null): Transaction {
  const { next, issueReceipt } = change;
  if (issueReceipt && next.state !== 'success') throw new Error('a receipt number is issued on success');
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

/** Follows or guards the commits of a store, outside the transaction. */
export interface CommitListener {
  /** before the commit, with the change to be written; an exception cancels it */
  before?(change: Change): Change;
  /** the commit failed: answers whether to try once more at once */
  retry?(change: Change, error: unknown): boolean;
  committed?(change: Change, outcome: Extract<CommitOutcome, { kind: 'committed' }>): void;
  productSaved?(productCode: string): void;
}

/** The store with its listeners, called in their order. A listener's `committed` and `productSaved` must not throw. */
export function onCommit<Store extends SalesStore>(store: Store, listeners: readonly CommitListener[]): Store {
  return {
    ...store,
    async commit(original) {
      const change = listeners.reduce((change, listener) => listener.before?.(change) ?? change, original);
      const outcome = await store.commit(change).catch((error: unknown) => {
        if (listeners.some((listener) => listener.retry?.(change, error))) return store.commit(change);
        throw error;
      });
      if (outcome.kind === 'committed') for (const listener of listeners) listener.committed?.(change, outcome);
      return outcome;
    },
    async commitAll(originals) {
      const changes = originals.map((each) =>
        listeners.reduce((change, { before }) => before?.(change) ?? change, each),
      );
      const outcomes = await store.commitAll(changes);
      for (const [at, outcome] of outcomes.entries()) {
        const change = changes[at];
        if (outcome.kind !== 'committed' || !change) continue;
        for (const listener of listeners) listener.committed?.(change, outcome);
      }
      return outcomes;
    },
    async saveProduct(product, at, sellingPrice) {
      await store.saveProduct(product, at, sellingPrice);
      for (const listener of listeners) listener.productSaved?.(product.productCode);
    },
  };
}

/**
 * Refuses new sales once the database's files were deleted or replaced, by a person or a sync program. SQLite keeps writing to
 * the old files, which cannot be found again, so the intent of a sale would be lost at the next start. Windows does not let
 * anybody move an open file.
 * @param path of the database that was just opened
 */
export function fileGuard(path: string): CommitListener {
  if (process.platform === 'win32') return {};
  const paths = [path, `${path}-wal`];
  const opened = paths.map(fileUnder);
  const inPlace = (): boolean => paths.every((each, at) => fileUnder(each) === opened[at]);
  return {
    before(change) {
      if (change.event.type === 'sale.submitted' && !inPlace()) {
        throw new DatabaseError('other', 'the database is not where it was opened');
      }
      return change;
    },
  };
}

/** The identity of a file, as SQLite itself compares it; null where there is none. */
function fileUnder(path: string): bigint | null {
  return statSync(path, { throwIfNoEntry: false, bigint: true })?.ino ?? null;
}

import type { Change, CommitOutcome, NewEvent } from '../../src/main/db/sales-store.ts';
import { type ShopDatabase } from '../../src/main/runtime/shop-database.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';
import { fakeSale } from './fake-sales.ts';

const start = Date.parse('2026-03-02T01:00:00.000Z');

export function event(type: NewEvent['type'] = 'sale.sending', given: Partial<NewEvent> = {}): NewEvent {
  return { type, at: '2026-03-02T03:04:05.000Z', actor: 'system', data: {}, bodies: [], ...given };
}

/** The nth order as it is before it was sent: an id, a number and a minute of its own. */
export function order(n: number, given: Partial<Transaction> = {}): Transaction {
  const createdAt = new Date(start + n * 60_000).toISOString();
  return fakeSale({
    id: `0195f0aa-0000-7000-8000-${String(n).padStart(12, '0')}`,
    customerNo: `0812${String(n).padStart(8, '0')}`,
    state: 'sending',
    createdAt,
    sn: null,
    receiptNo: null,
    settledAt: null,
    transactionId: null,
    transactionIdFrom: null,
    revision: 1,
    ...given,
  });
}

/** A change that stores the sale for the first time. */
export function begin(sale: Transaction, more: Partial<Change> = {}): Change {
  return { sale: { expectedRevision: 0, next: sale }, event: event(), ...more };
}

/** A change from a stored sale to what it becomes. */
export function amended(sale: Transaction, changes: Partial<Transaction>, given: Partial<NewEvent> = {}): Change {
  const next = { ...sale, ...changes, revision: sale.revision + 1 };
  const issueReceipt = next.state === 'success';
  return { sale: { expectedRevision: sale.revision, next, issueReceipt }, event: event('sale.answered', given) };
}

/** Commits and answers the stored sale; throws when the journal refused. */
export async function stored(journal: ShopDatabase, change: Change): Promise<Transaction> {
  const outcome: CommitOutcome = await journal.commit(change);
  if (outcome.kind !== 'committed' || !outcome.sale) throw new Error(`not committed: ${outcome.kind}`);
  return outcome.sale;
}

/** A sale that went from nothing to success, with its receipt. */
export async function sold(
  journal: ShopDatabase,
  sale: Transaction,
  changes: Partial<Transaction> = {},
): Promise<Transaction> {
  const begun = await stored(journal, begin(sale));
  return stored(journal, amended(begun, { state: 'success', sn: `SN${sale.id.slice(-6)}`, ...changes }));
}

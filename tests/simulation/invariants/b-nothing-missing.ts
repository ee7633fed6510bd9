import type { TransactionState } from '../../../src/shared/domain/transaction.ts';
import { type Books, type Invariant, saleIdOf } from '../world/books.ts';

const may: ReadonlySet<TransactionState> = new Set(['success', 'failed', 'pending', 'unknown', 'disputed']);

/**
 * (b) Nothing that the provider did is missing from the journal.
 * - The intent stands in the journal, as `sending`, before the request leaves.
 * - From the moment at which the provider acted, the sale is there and is success, failed, pending, unknown or disputed;
 *   `sending` only until the next start. Never absent, never `unsent`, and no bill is open to payment or expired.
 */
export const nothingMissing: Invariant = {
  leaving: (step, books) => {
    const sale = step.saleId === null ? undefined : books.sales.get(step.saleId);
    if (sale?.state === 'sending') return null;
    return `a request (${step.operation}) leaves for a sale that the journal has as ${sale?.state ?? 'absent'}`;
  },
  provider: (_step, books) => missing(books, true),
  committed: (_step, books) => missing(books, true),
  rest: (_step, books) => missing(books, true),
  end: (_step, books) => missing(books, false),
};

function missing(books: Books, underWay: boolean): string | null {
  for (const entry of books.ledger) {
    if (entry.acted === 0) continue;
    const id = saleIdOf(books, entry);
    const state = id === null ? undefined : books.sales.get(id)?.state;
    if (state !== undefined && (may.has(state) || (underWay && state === 'sending'))) continue;
    return `the provider acted on ${entry.transaction_id} (${entry.status}), and the journal has it as ${state ?? 'absent'}`;
  }
  return null;
}

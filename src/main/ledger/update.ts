import type Database from 'better-sqlite3';
import type { BookSums } from '../../shared/domain/book-sums.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { type BookSale, entriesOf, isSettled, sumsOf } from './ledger-entry.ts';
import { BookRows, prepareAddRows } from './ledger-rows.ts';
import { prepareFilled } from './rebuild-state.ts';
import { prepareBooked } from './sale-context.ts';

export interface KeepBook {
  /** what a sale adds to the books as it stands; null: it is not settled */
  sumsOf(sale: Transaction): BookSums | null;
  /**
   * keeps the books in step with a sale; inside the transaction that changes it, after its event is in the log
   * @param seq that event's
   */
  keep(before: Transaction | null, after: Transaction, seq: number): void;
}

/** Where a sale stands in the books. */
const placed = ['brand', 'day', 'sentAt'] as const;
const counted = [...placed, 'state', 'price', 'fee', 'total', 'tendered', 'cashReturnedAt'] as const;

export function prepareKeepBook(db: Database.Database): KeepBook {
  const booked = prepareBooked(db);
  const isFilled = prepareFilled(db);
  const addRows = prepareAddRows(db);
  return {
    sumsOf: (sale) => sumsOf(sale, booked(sale.id)),
    keep(before, after, seq) {
      if (!changes(before, after) || !isFilled(after.id)) return;
      const how = booked(after.id);
      const rows = new BookRows();
      const howBefore = { ...how, corrections: how.corrections.filter((correction) => correction.seq !== seq) };
      for (const entry of before === null ? [] : entriesOf(before, howBefore)) rows.add(entry, -1);
      for (const entry of entriesOf(after, how)) rows.add(entry);
      addRows(rows);
    },
  };
}

/** Most commits settle nothing: the intent before sending, a print, a webhook that says the same again. */
function changes(before: BookSale | null, after: BookSale): boolean {
  if (before === null) return isSettled(after);
  // What a corrected sale came to before stays in the books while it is not settled.
  const fields = isSettled(before) || isSettled(after) ? counted : placed;
  return fields.some((field) => before[field] !== after[field]);
}

import type Database from 'better-sqlite3';
import type { CommitHook } from '../db/commit.ts';
import { type BookSale, entriesOf, isSettled, sumsOf } from './ledger-entry.ts';
import { BookRows, prepareAddRows } from './ledger-rows.ts';
import { prepareFilled } from './rebuild-state.ts';
import { prepareBooked } from './sale-context.ts';

/** Where a sale stands in the books. */
const placed = ['brand', 'day', 'sentAt'] as const;
const counted = [...placed, 'state', 'price', 'fee', 'total', 'tendered', 'cashReturnedAt'] as const;

/** Keeps the ledger in step with every sale that a commit writes. */
export function ledgerHook(db: Database.Database): CommitHook {
  const booked = prepareBooked(db);
  const isFilled = prepareFilled(db);
  const addRows = prepareAddRows(db);
  return {
    // What a sale came to until a person disputed it: the books of the day on which it was sold keep that.
    facts(event, before): { sums?: { [amount: string]: number } } {
      const sums = event.type === 'person.disputed' && before ? sumsOf(before, booked(before.id)) : null;
      return sums ? { sums: { ...sums } } : {};
    },
    saleWritten(before, after, seq) {
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

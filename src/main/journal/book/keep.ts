import type Database from 'better-sqlite3';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { prepareBooked } from './booked.ts';
import { type BookSale, entryOf, isSettled } from './entry.ts';
import { prepareFilled } from './filled.ts';
import { BookRows, prepareAddRows } from './rows.ts';

/** Keeps the books in step with a sale; inside the transaction that changes it, after its event is in the log. */
export type KeepBook = (before: Transaction | null, after: Transaction) => void;

const counted = ['state', 'brand', 'price', 'fee', 'total', 'tendered', 'day', 'sentAt', 'cashReturnedAt'] as const;

export function prepareKeepBook(db: Database.Database): KeepBook {
  const booked = prepareBooked(db);
  const isFilled = prepareFilled(db);
  const addRows = prepareAddRows(db);
  return (before, after) => {
    if (!changes(before, after) || !isFilled(after.id)) return;
    const how = booked(after.id);
    const rows = new BookRows();
    const was = before && entryOf(before, how);
    const is = entryOf(after, how);
    if (was) rows.add(was, -1);
    if (is) rows.add(is);
    addRows(rows);
  };
}

/** Most commits settle nothing: the intent before sending, a print, a webhook that says the same again. */
function changes(before: BookSale | null, after: BookSale): boolean {
  if (!isSettled(after) && (before === null || !isSettled(before))) return false;
  return before === null || counted.some((field) => before[field] !== after[field]);
}

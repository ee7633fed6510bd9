import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw } from '../../shared/contract/journal.ts';
import { bookColumns } from '../db/migrations/0004-books-and-shifts.ts';
import {
  type Booked,
  BookRows,
  type BookSale,
  type BookTable,
  bookTableNames,
  bookTables,
  entriesOf,
  prepareReadFill,
} from '../ledger/index.ts';

export interface BookCheck {
  /** to be told every sale, with what the log says of it */
  add(sale: BookSale, booked: Booked): void;
  /** the first row that does not sum up what it was told */
  flaw(): Flaw | null;
}

const Row = z.array(z.union([z.string(), z.number()]));

/** Makes the books anew, in memory, and compares. Of books that are still being made it looks at what is in them. */
export function checkOlderDatabase(db: Database.Database): BookCheck {
  // One moment of the file: how far they are made stays the same.
  const fill = prepareReadFill(db)();
  const expected = new BookRows();
  return {
    add(sale, booked) {
      if (fill !== null && sale.id > fill.upTo) return;
      for (const entry of entriesOf(sale, booked)) expected.add(entry);
    },
    flaw() {
      for (const table of bookTableNames) {
        const day = firstDifference(db, table, expected);
        if (day !== null) return { row: `books of ${day}`, why: 'book_differs' };
      }
      return null;
    },
  };
}

function firstDifference(db: Database.Database, table: BookTable, { tables }: BookRows): string | null {
  const missing = tables[table];
  const keys = bookTables[table].length;
  const rows = db.prepare(`SELECT ${[...bookTables[table], ...bookColumns].join(', ')} FROM ${table}`).raw();
  for (const row of rows.iterate()) {
    const values = Row.parse(row);
    const key = values.slice(0, keys);
    const name = JSON.stringify(key);
    const sums = missing.get(name)?.sums;
    missing.delete(name);
    if (bookColumns.some((column, at) => values[keys + at] !== (sums?.[column] ?? 0))) return String(key[0]);
  }
  for (const { key, sums } of missing.values()) {
    if (bookColumns.some((column) => sums[column] !== 0)) return String(key[0]);
  }
  return null;
}

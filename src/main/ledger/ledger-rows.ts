import type Database from 'better-sqlite3';
import { addTotals, emptyTotals, type LedgerTotals } from '../../shared/domain/sales-report.ts';
import { bookColumns } from '../db/migrations/0004-books-and-shifts.ts';
import { statement } from '../db/statements.ts';
import type { BookEntry } from './ledger-entry.ts';

/** The tables that are kept, each with what tells its rows apart. */
export const bookTables = {
  book_hours: ['day', 'slot', 'shift', 'cashier'],
  book_products: ['day', 'product_code', 'brand', 'shift', 'cashier'],
} as const;
export type BookTable = keyof typeof bookTables;
export const bookTableNames = ['book_hours', 'book_products'] as const satisfies readonly BookTable[];

export type BookKey = readonly (string | number)[];

/** The row of each table that an entry belongs to. */
export function keyOf(table: BookTable, entry: BookEntry): BookKey {
  const { day, slot, shift, cashier, productCode, brand } = entry;
  return table === 'book_hours' ? [day, slot, shift, cashier] : [day, productCode, brand, shift, cashier];
}

/** Sums by row, before they are written or to be compared with what was. */
export class BookRows {
  readonly tables: Record<BookTable, Map<string, { key: BookKey; sums: LedgerTotals }>> = {
    book_hours: new Map(),
    book_products: new Map(),
  };

  /** @param times -1 takes it away */
  add(entry: BookEntry, times = 1): void {
    for (const table of bookTableNames) {
      const key = keyOf(table, entry);
      const name = JSON.stringify(key);
      const row = this.tables[table].get(name) ?? { key, sums: emptyTotals() };
      addTotals(row.sums, entry.sums, times);
      this.tables[table].set(name, row);
    }
  }
}

/** Adds the sums to what the tables hold. */
export function prepareAddRows(db: Database.Database): (rows: BookRows) => void {
  const upsert = (table: BookTable) =>
    statement(
      db,
      `INSERT INTO ${table} (${[...bookTables[table], ...bookColumns].join(', ')})
       VALUES (${[...bookTables[table], ...bookColumns].map(() => '?').join(', ')})
       ON CONFLICT DO UPDATE SET ${bookColumns.map((column) => `${column} = ${column} + excluded.${column}`).join(', ')}`,
    );
  const upserts = { book_hours: upsert('book_hours'), book_products: upsert('book_products') };
  return (rows) => {
    for (const table of bookTableNames) {
      for (const { key, sums } of rows.tables[table].values()) {
        const values = bookColumns.map((column) => sums[column]);
        if (values.some((value) => value !== 0)) upserts[table]().run(...key, ...values);
      }
    }
  };
}

import type Database from 'better-sqlite3';
import { z } from 'zod';
import { emptyTotals, LedgerTotals } from '../../shared/domain/sales-report.ts';
import { bookColumns } from '../db/migrations/0004-books-and-shifts.ts';
import { lazy, pluckStatement } from '../db/statements.ts';
import { placeOf } from './ledger-entry.ts';
import type { BookTable } from './ledger-rows.ts';
import { addOpen, type OpenSale, prepareOpenSales } from './open-sales.ts';
import { prepareFill } from './rebuild.ts';
import { prepareReadFill } from './rebuild-state.ts';
import type { BookAsk, BookBy, BookSlice, Books } from './report-types.ts';

/** Which table knows it, and its column there. */
const columnOf: Readonly<Record<BookBy, [BookTable, string]>> = {
  day: ['book_hours', 'day'],
  slot: ['book_hours', 'slot'],
  cashier: ['book_hours', 'cashier'],
  shift: ['book_hours', 'shift'],
  product: ['book_products', 'product_code'],
  brand: ['book_products', 'brand'],
};

const Row = LedgerTotals.extend({ key: z.string() });

const summed = bookColumns.map((column) => `sum(${column}) AS ${column}`).join(', ');

const anySum = bookColumns.map((column) => `sum(${column}) <> 0`).join(' OR ');

const isAsked =
  ({ from, to, shift, cashier }: BookAsk) =>
  ({ sale, booked }: OpenSale): boolean => {
    const place = placeOf(sale, booked);
    return (
      place.day >= from &&
      place.day <= to &&
      (shift === undefined || place.shift === shift) &&
      (cashier === undefined || place.cashier === cashier)
    );
  };

interface Parts {
  db: Database.Database;
  read<T>(work: () => T): Promise<T>;
  write<T>(work: () => T): Promise<T>;
}

/** The port over one open connection. */
export function sqliteBooks({ db, read, write }: Parts): Books {
  const slices = lazy(() => prepareSlices(db));
  const filler = lazy(() => prepareFill(db));
  const readFill = prepareReadFill(db);
  // One step along the key for each day, instead of a walk over all its rows.
  const days = pluckStatement(
    db,
    `WITH RECURSIVE found (day) AS (
       SELECT max(day) FROM book_hours
       UNION ALL SELECT (SELECT max(day) FROM book_hours WHERE day < found.day) FROM found WHERE found.day IS NOT NULL
     ) SELECT day FROM found WHERE day IS NOT NULL LIMIT ?`,
  );
  return {
    slices: (ask) => read(() => db.transaction(() => slices()(ask))()),
    days: (limit) => read(() => z.array(z.string()).parse(days().all(limit))),
    filling: () =>
      read(() => {
        const fill = readFill();
        return fill && { done: fill.done, total: fill.total };
      }),
    fill: () => write(() => filler().step()),
    startOver: () => write(() => filler().startOver()),
  };
}

/** The books cut along one of their sides: the kept sums, and with them what is open now. */
export function prepareSlices(db: Database.Database): (ask: BookAsk) => BookSlice[] {
  const openSales = prepareOpenSales(db);
  const prepared = new Map<string, Database.Statement>();
  const settled = ({ by, from, to, shift, cashier }: BookAsk): z.infer<typeof Row>[] => {
    const [table, column] = columnOf[by];
    const sql = `SELECT CAST(${column} AS TEXT) AS key, ${summed} FROM ${table} WHERE day BETWEEN ? AND ?
      ${shift === undefined ? '' : 'AND shift = ?'} ${cashier === undefined ? '' : 'AND cashier = ?'} GROUP BY ${column}
      HAVING ${anySum}`;
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    const filters = [shift, cashier].filter((filter) => filter !== undefined);
    return statement.all(from, to, ...filters).map((row) => Row.parse(row));
  };
  return (ask) => {
    const slices = new Map<string, BookSlice>();
    for (const { key, ...sums } of settled(ask)) slices.set(key, { key, sums, open: addOpen([]) });
    for (const [key, open] of Map.groupBy(openSales.all().filter(isAsked(ask)), (sale) => keyOf(ask.by, sale))) {
      slices.set(key, { key, sums: slices.get(key)?.sums ?? emptyTotals(), open: addOpen(open) });
    }
    return [...slices.values()];
  };
}

function keyOf(by: BookBy, { sale, booked }: OpenSale): string {
  switch (by) {
    case 'day':
    case 'slot':
    case 'cashier':
    case 'shift':
      return String(placeOf(sale, booked)[by]);
    case 'product':
      return sale.productCode;
    case 'brand':
      return sale.brand ?? '';
  }
}

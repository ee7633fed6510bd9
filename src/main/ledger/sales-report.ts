import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { BookBy } from '../../shared/contract/ledger.ts';
import { emptyTotals, type LedgerTotals, type OpenTotals } from '../../shared/domain/sales-report.ts';
import { type Clock, errorName, type Log } from '../base/system.ts';
import { lazy, pluckStatement } from '../db/statements.ts';
import { placeOf } from './ledger-entry.ts';
import {
  addOpen,
  type LedgerTable,
  type OpenSale,
  prepareOpenSales,
  prepareReadRebuild,
  prepareRebuild,
  SettledSums,
} from './ledger-rows.ts';

/** By what the lines of the books differ. */
type ReportBy = 'day' | 'slot' | 'product' | 'brand' | 'cashier' | 'shift' | 'counter';

export interface ReportQuery {
  /** business days, YYYY-MM-DD, both included */
  from: string;
  to: string;
  by: ReportBy;
  shift?: number;
  cashier?: string;
  /** at an office: of this counter alone; a counter's own books hold nothing else */
  counter?: string;
}

/** Days, products' codes, brands and cashiers as they are; slots (quarters of an hour since 1970 UTC) and shifts as digits. */
export interface ReportSlice {
  key: string;
  sums: LedgerTotals;
  open: OpenTotals;
}

/** The kept sums over what was sold, in the journal's database. Methods reject with DatabaseError as the journal's do. */
export interface SalesReport {
  /** lines that hold something, in no order that means anything */
  slices(query: ReportQuery): Promise<ReportSlice[]>;
  /** the days that have sales, newest first */
  days(limit: number): Promise<string[]>;
  /** at an office: names of lines that it knows of its counters; left out at a counter */
  namesOf?(by: BookBy): Promise<ReadonlyMap<string, string>>;
  /** how far the books of an older database are made; null when they are whole */
  filling(): Promise<{ done: number; total: number } | null>;
  /** takes the next sales of an older database in; answers as `filling` */
  fill(): Promise<{ done: number; total: number } | null>;
  /** empties the books: `fill` rebuilds them from the sales and the log */
  startOver(): Promise<void>;
}

/** Which table knows it, and its column there. */
const columnOf: Readonly<Record<ReportBy, [LedgerTable, string]>> = {
  day: ['ledger_by_hour', 'day'],
  slot: ['ledger_by_hour', 'slot'],
  cashier: ['ledger_by_hour', 'cashier'],
  shift: ['ledger_by_hour', 'shift'],
  product: ['ledger_by_product', 'product_code'],
  brand: ['ledger_by_product', 'brand'],
  // all of it is this counter's
  counter: ['ledger_by_hour', "''"],
};

const isAsked =
  ({ from, to, shift, cashier }: ReportQuery) =>
  ({ sale, booked }: OpenSale): boolean => {
    const place = placeOf(sale, booked);
    return (
      place.day >= from &&
      place.day <= to &&
      (shift === undefined || place.shift === shift) &&
      (cashier === undefined || place.cashier === cashier)
    );
  };

interface Deps {
  db: Database.Database;
  read<T>(work: () => T): Promise<T>;
  write<T>(work: () => T): Promise<T>;
}

/** The port over one open connection. */
export function sqliteSalesReport({ db, read, write }: Deps): SalesReport {
  const slices = lazy(() => prepareSlices(db));
  const filler = lazy(() => prepareRebuild(db));
  const readFill = prepareReadRebuild(db);
  // One step along the key for each day, instead of a walk over all its rows.
  const days = pluckStatement(
    db,
    `WITH RECURSIVE found (day) AS (
       SELECT max(day) FROM ledger_by_hour
       UNION ALL SELECT (SELECT max(day) FROM ledger_by_hour WHERE day < found.day) FROM found WHERE found.day IS NOT NULL
     ) SELECT day FROM found WHERE day IS NOT NULL LIMIT ?`,
  );
  return {
    slices: (query) => read(() => db.transaction(() => slices()(query))()),
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
export function prepareSlices(db: Database.Database): (query: ReportQuery) => ReportSlice[] {
  const openSales = prepareOpenSales(db);
  const settledSums = new SettledSums(db);
  const settled = ({ by, from, to, shift, cashier }: ReportQuery): Map<string, LedgerTotals> => {
    const where = `day BETWEEN ? AND ? ${shift === undefined ? '' : 'AND shift = ?'} ${cashier === undefined ? '' : 'AND cashier = ?'}`;
    return settledSums.by(...columnOf[by], where, [
      from,
      to,
      ...[shift, cashier].filter((value) => value !== undefined),
    ]);
  };
  return (query) => {
    const slices = new Map<string, ReportSlice>();
    for (const [key, sums] of settled(query)) slices.set(key, { key, sums, open: addOpen([]) });
    for (const [key, open] of Map.groupBy(openSales.all().filter(isAsked(query)), (sale) => keyOf(query.by, sale))) {
      slices.set(key, { key, sums: slices.get(key)?.sums ?? emptyTotals(), open: addOpen(open) });
    }
    return [...slices.values()];
  };
}

function keyOf(by: ReportBy, { sale, booked }: OpenSale): string {
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
    case 'counter':
      return '';
  }
}

export interface LedgerRebuild {
  /** makes what is missing, unless it is being made */
  start(): void;
  stop(): Promise<void>;
}

/** Makes the books of an older database in small steps, between which selling goes on; a program that ends resumes there. */
export function createLedgerRebuild({ books }: { readonly books: SalesReport }, clock: Clock, log: Log): LedgerRebuild {
  let working: Promise<void> | null = null;
  const stopping = new AbortController();
  const work = async (): Promise<void> => {
    try {
      let left = await books.filling();
      if (left !== null) log.info('the books are being made', left);
      while (left !== null && !stopping.signal.aborted) {
        left = await books.fill();
        await clock.sleep(0);
      }
    } catch (error) {
      // The next start goes on; selling does not depend on it.
      log.error('the books could not be made', { error: errorName(error) });
    }
    working = null;
  };
  return {
    start() {
      if (!stopping.signal.aborted) working ??= work();
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

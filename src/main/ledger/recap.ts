import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { BookBy, NamedLine } from '../../shared/contract/ledger.ts';
import {
  addTotals,
  emptyOpenTotals,
  emptyTotals,
  type ReportRow,
  toReportRow,
} from '../../shared/domain/sales-report.ts';
import type { CashMove, Shift } from '../../shared/domain/shift.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { prepareSlices, type ReportSlice } from './sales-report.ts';
import { prepareReadShifts, type ShiftRow, shiftOf } from './shift-reports.ts';

interface RecapQuery {
  /** business days, YYYY-MM-DD, both included */
  from: string;
  to: string;
  timeZone: string;
  /** leaves out the cash: the drawer of an open shift is counted blind */
  blind: boolean;
  /** who works here, those who left too */
  people: ReadonlyArray<{ id: string; name: string }>;
}

const ways = ['day', 'month', 'product', 'brand', 'cashier'] as const satisfies readonly BookBy[];
export type RecapWay = (typeof ways)[number];

export interface RecapShift {
  shift: Shift;
  /** null: it is open, or nobody counted it with a report */
  closed: ShiftRow['closed'];
  moves: CashMove[];
}

/** The books of some days in several ways, and the shifts that were opened on them, oldest first. */
export interface Recap {
  total: ReportRow;
  lines: Record<RecapWay, NamedLine[]>;
  shifts: RecapShift[];
}

const Names = z.array(z.tuple([z.string(), z.string()]));

/** Reads a recap in one transaction, so that its parts agree with each other. */
export function readRecap(db: Database.Database, ask: RecapQuery): Recap {
  return db.transaction((): Recap => {
    const slices = prepareSlices(db);
    const products = db
      .prepare(
        `SELECT product_code, product ->> '$.productName' FROM products WHERE product ->> '$.productName' IS NOT NULL`,
      )
      .raw()
      .all();
    const names = {
      product: new Map(Names.parse(products)),
      cashier: new Map(ask.people.map(({ id, name }) => [id, name])),
    };
    const read = (by: RecapWay) =>
      linesOf(by, slices({ from: ask.from, to: ask.to, by: by === 'month' ? 'day' : by }), {
        ...ask,
        names: by === 'product' || by === 'cashier' ? names[by] : new Map(),
      });
    const { total, lines: day } = read('day');
    const [month, product, brand, cashier] = [read('month'), read('product'), read('brand'), read('cashier')];
    return {
      total,
      lines: { day, month: month.lines, product: product.lines, brand: brand.lines, cashier: cashier.lines },
      shifts: readShifts(db, ask),
    };
  })();
}

const pageSize = 200;

function readShifts(db: Database.Database, { from, to }: RecapQuery): RecapShift[] {
  const shifts = prepareReadShifts(db);
  const found: RecapShift[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = shifts.list({ before, limit: pageSize });
    for (const row of rows) {
      if (row.opened.day < from || row.opened.day > to) continue;
      const moves = shifts.moves(row.openedSeq, row.closedSeq ?? Number.MAX_SAFE_INTEGER);
      found.push({ shift: shiftOf(row), closed: row.closed, moves });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return found.toReversed();
    before = last.number;
  }
}

interface LineOptions {
  timeZone: string;
  blind: boolean;
  /** of the keys: latest names of products, present names of people */
  names: ReadonlyMap<string, string>;
}

/** The named lines of the books in their order, with what they come to together. */
export function linesOf(
  by: BookBy,
  slices: readonly ReportSlice[],
  { timeZone, blind, names }: LineOptions,
): { lines: NamedLine[]; total: ReportRow } {
  const lines = grouped(by, slices, timeZone).map(({ key, sums, open }) => ({
    key,
    name: names.get(key) ?? null,
    line: toReportRow(sums, open, { blind }),
  }));
  const all = together('', slices);
  return { lines: lines.toSorted(inOrder(by)), total: toReportRow(all.sums, all.open, { blind }) };
}

const slotMs = 15 * 60_000;

/** Hours are made of the quarters of an hour as the clock on the shop's wall has them, months of days. */
function grouped(by: BookBy, slices: readonly ReportSlice[], timeZone: string): readonly ReportSlice[] {
  if (by !== 'hour' && by !== 'month') return slices;
  const keyOf = (key: string): string =>
    by === 'month' ? key.slice(0, 7) : wallClock(Number(key) * slotMs, timeZone).time.slice(0, 2);
  return [...Map.groupBy(slices, ({ key }) => keyOf(key))].map(([key, parts]) => together(key, parts));
}

function together(key: string, slices: readonly ReportSlice[]): ReportSlice {
  const all: ReportSlice = { key, sums: emptyTotals(), open: emptyOpenTotals() };
  for (const { sums, open } of slices) {
    addTotals(all.sums, sums);
    addTotals(all.open, open);
  }
  return all;
}

function inOrder(by: BookBy): (a: NamedLine, b: NamedLine) => number {
  const byKey = (a: NamedLine, b: NamedLine): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  switch (by) {
    case 'day':
    case 'month':
    case 'hour':
      return byKey;
    case 'shift':
      return (a, b) => Number(a.key) - Number(b.key);
    case 'product':
    case 'brand':
    case 'cashier':
    case 'counter':
      return (a, b) => (b.line.turnover.amount ?? 0) - (a.line.turnover.amount ?? 0) || byKey(a, b);
  }
}

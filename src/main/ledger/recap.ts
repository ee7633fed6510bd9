import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { BookBy, NamedLine } from '../../shared/contract/ledger.ts';
import type { CashServiceEntry } from '../../shared/domain/cash-service-entry.ts';
import {
  addTotals,
  emptyOpenTotals,
  emptyTotals,
  type ReportRow,
  toReportRow,
} from '../../shared/domain/sales-report.ts';
import { addDays } from '../../shared/domain/search/query-days.ts';
import type { CashMove, Shift } from '../../shared/domain/shift.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { prepareServiceList } from '../cash-services/index.ts';
import { prepareSlices, type ReportSlice } from './sales-report.ts';
import { prepareReadShifts, type ShiftRow, shiftOf } from './shift-reports.ts';

interface RecapQuery {
  /** business days, YYYY-MM-DD, both included */
  from: string;
  to: string;
  timeZone: string;
  /** leaves out the cash of the days from this one on: the drawer of an open shift is counted blind; null: of none */
  blindFrom: string | null;
  /** who works here, those who left too */
  people: ReadonlyArray<{ id: string; name: string }>;
}

const ways = ['day', 'month', 'product', 'brand', 'cashier', 'counter'] as const satisfies readonly BookBy[];
export type RecapWay = (typeof ways)[number];

export interface RecapShift {
  /** at an office: the name of the counter */
  counter?: string;
  shift: Shift;
  /** null: it is open, or it was not counted with a report */
  closed: ShiftRow['closed'];
  moves: CashMove[];
  /** why its opening count differed; null: it did not, or that is erased */
  openingReason: string | null;
}

/** @property counter at an office: the name of the counter */
export type RecapService = CashServiceEntry & { counter?: string };

/** The books of some days in several ways, and the shifts that were opened on them, oldest first. */
export interface Recap {
  total: ReportRow;
  lines: Record<RecapWay, NamedLine[]>;
  shifts: RecapShift[];
  /** the cash services of these days, oldest first */
  services: RecapService[];
}

const Names = z.array(z.tuple([z.string(), z.string()]));

/** A database that a recap is of. @property counter at an office: the name of its counter */
export interface RecapSource {
  db: Database.Database;
  counter?: string;
}

type Slices = Record<RecapWay, ReportSlice[]>;
type RecapPart = Pick<Recap, 'shifts' | 'services'> & {
  slices: Slices;
  /** of the days whose cash is visible; null: there are none */
  withCash: Slices | null;
  products: ReadonlyArray<readonly [string, string]>;
  people: ReadonlyArray<readonly [string, string]>;
};

/** Reads a recap of all the databases, of each in one transaction, so that its parts agree with each other. */
export function readRecap(sources: readonly RecapSource[], query: RecapQuery): Recap {
  const parts = sources.map((source) => source.db.transaction(() => readPart(source, query))());
  const names = {
    product: new Map(parts.flatMap(({ products }) => products)),
    cashier: new Map([
      ...parts.flatMap(({ people }) => people),
      ...query.people.map(({ id, name }): [string, string] => [id, name]),
    ]),
  };
  const visible = daysWithCash(query, query.blindFrom);
  const read = (by: RecapWay) =>
    linesOf(by, summed(parts.flatMap(({ slices }) => slices[by])), {
      ...query,
      withCash: visible && summed(parts.flatMap(({ withCash }) => withCash?.[by] ?? [])),
      names: by === 'product' || by === 'cashier' ? names[by] : new Map(),
    });
  const { total, lines: day } = read('day');
  const linesBy = (by: RecapWay): NamedLine[] => read(by).lines;
  return {
    total,
    lines: {
      day,
      month: linesBy('month'),
      product: linesBy('product'),
      brand: linesBy('brand'),
      cashier: linesBy('cashier'),
      counter: linesBy('counter'),
    },
    shifts: parts.flatMap(({ shifts }) => shifts),
    services: parts.flatMap(({ services }) => services),
  };
}

function readPart({ db, counter }: RecapSource, query: RecapQuery): RecapPart {
  const slices = prepareSlices(db);
  const products = db
    .prepare(
      `SELECT product_code, product ->> '$.productName' FROM products WHERE product ->> '$.productName' IS NOT NULL`,
    )
    .raw()
    .all();
  const people = counter === undefined ? [] : db.prepare('SELECT id, name FROM people').raw().all();
  const slicesOf = (range: { from: string; to: string }): Slices => {
    const read = (by: Exclude<RecapWay, 'month' | 'counter'>): ReportSlice[] => slices({ ...range, by });
    const days = read('day');
    return {
      day: days,
      month: days,
      product: read('product'),
      brand: read('brand'),
      cashier: read('cashier'),
      counter: counter === undefined ? [] : [together(counter, days)],
    };
  };
  const all = slicesOf({ from: query.from, to: query.to });
  const visible = daysWithCash(query, query.blindFrom);
  return {
    slices: all,
    withCash: visible && (visible.to === query.to ? all : slicesOf(visible)),
    products: Names.parse(products),
    people: Names.parse(people),
    shifts: readShifts(db, query, counter),
    services: prepareServiceList(db)({ from: query.from, to: query.to, limit: -1 })
      .toReversed()
      .map((entry) => (counter === undefined ? entry : Object.assign(entry, { counter }))),
  };
}

/** One slice for each key. */
const summed = (slices: readonly ReportSlice[]): ReportSlice[] =>
  [...Map.groupBy(slices, ({ key }) => key)].map(([key, same]) => together(key, same));

function readShifts(db: Database.Database, days: RecapQuery, counter: string | undefined): RecapShift[] {
  const shifts = prepareReadShifts(db);
  return shifts.ofDays(days).map(({ row, moves }) => {
    const openingReason = shifts.openingNote(row)?.text ?? null;
    const shift: RecapShift = { shift: shiftOf(row), closed: row.closed, moves, openingReason };
    if (counter !== undefined) shift.counter = counter;
    return shift;
  });
}

/** Of these days those whose cash is visible, which come before the days of an open shift. Null: there are none. */
export function daysWithCash(
  { from, to }: { from: string; to: string },
  blindFrom: string | null,
): { from: string; to: string } | null {
  if (blindFrom === null || blindFrom > to) return { from, to };
  if (blindFrom <= from) return null;
  return { from, to: addDays(blindFrom, -1) };
}

interface LineOptions {
  timeZone: string;
  /** slices of the days whose cash is visible; null: there are none */
  withCash: readonly ReportSlice[] | null;
  /** of the keys: latest names of products, present names of people */
  names: ReadonlyMap<string, string>;
}

/** The named lines of the books in their order, with what they come to together. */
export function linesOf(
  by: BookBy,
  slices: readonly ReportSlice[],
  { timeZone, withCash, names }: LineOptions,
): { lines: NamedLine[]; total: ReportRow } {
  const visible = new Map(withCash && grouped(by, withCash, timeZone).map((slice) => [slice.key, slice]));
  const lines = grouped(by, slices, timeZone).map((slice) => ({
    key: slice.key,
    name: names.get(slice.key) ?? null,
    line: rowWithCash(slice, cashSlice(by, slice, visible.get(slice.key))),
  }));
  const total = rowWithCash(together('', slices), withCash && together('', withCash));
  return { lines: lines.toSorted(inOrder(by)), total };
}

/** @param ofCash the part of it whose cash is visible; null: none is */
const rowWithCash = ({ sums, open }: ReportSlice, ofCash: ReportSlice | null): ReportRow => ({
  ...toReportRow(sums, open, { blind: true }),
  cash: ofCash && toReportRow(ofCash.sums, ofCash.open).cash,
});

/** A shift's cash is visible whole or not at all: half of one is of no use. */
function cashSlice(by: BookBy, whole: ReportSlice, visible: ReportSlice | undefined): ReportSlice | null {
  if (visible === undefined) return null;
  const count = ({ sums, open }: ReportSlice): number => toReportRow(sums, open).count;
  return by === 'shift' && count(visible) !== count(whole) ? null : visible;
}

const slotMs = 15 * 60_000;

/** The hour of a quarter of an hour, 00 to 23, as the clock on the shop's wall has it. */
const hourOf = (slot: string, timeZone: string): string => wallClock(Number(slot) * slotMs, timeZone).time.slice(0, 2);

/** The quarters of an hour that lie before an hour of their day. */
export const slotsUntil = (slices: readonly ReportSlice[], untilHour: number, timeZone: string): ReportSlice[] =>
  slices.filter(({ key }) => Number(hourOf(key, timeZone)) < untilHour);

/** Hours are made of quarters of an hour, months of days; sales without a shift are together, whichever counter made them. */
function grouped(by: BookBy, slices: readonly ReportSlice[], timeZone: string): readonly ReportSlice[] {
  if (by !== 'hour' && by !== 'month' && by !== 'shift') return slices;
  const keyOf = (key: string): string => {
    if (by === 'shift') return shiftNumber(key) === 0 ? '' : key;
    return by === 'month' ? key.slice(0, 7) : hourOf(key, timeZone);
  };
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

/** Of a shift's key at an office: COUNTER/NUMBER. */
const shiftNumber = (key: string): number => Number(key.slice(key.indexOf('/') + 1));
const byCounter = (one: string, other: string): number => {
  const [a, b] = [one, other].map((key) => key.slice(0, key.indexOf('/') + 1));
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
};

function inOrder(by: BookBy): (a: NamedLine, b: NamedLine) => number {
  const byKey = (a: NamedLine, b: NamedLine): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  switch (by) {
    case 'day':
    case 'month':
    case 'hour':
      return byKey;
    case 'shift':
      // What no shift has comes last.
      return (a, b) =>
        Number(a.key === '') - Number(b.key === '') ||
        byCounter(a.key, b.key) ||
        shiftNumber(a.key) - shiftNumber(b.key);
    case 'product':
    case 'brand':
    case 'cashier':
    case 'counter':
      return (a, b) => (b.line.turnover.amount ?? 0) - (a.line.turnover.amount ?? 0) || byKey(a, b);
  }
}

import type { BookBy, NamedLine } from '../../shared/contract/ledger.ts';
import {
  addTotals,
  emptyOpenTotals,
  emptyTotals,
  type ReportRow,
  toReportRow,
} from '../../shared/domain/sales-report.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import type { ReportSlice } from './sales-report.ts';

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
      return (a, b) => (b.line.turnover.amount ?? 0) - (a.line.turnover.amount ?? 0) || byKey(a, b);
  }
}

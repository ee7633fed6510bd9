import type { BookBy, NamedLine } from '../../../shared/contract/ledger.ts';
import { type Days, everyDay, type Measure, measured } from './books-store.ts';

/** One bar of a chart. */
export interface Bar {
  key: string;
  /** the line; null: a gap in time, or the rest of a long list */
  line: NamedLine | null;
  /** whole rupiah, or a number of sales; null where unknown */
  value: number | null;
  /** how many lines the last bar of a long list adds up */
  rest: number;
}

/**
 * Whether the lines are in order of time: then bars are vertical and gaps are drawn. Other bars are horizontal, largest first.
 */
export const isInTime = (by: BookBy): boolean => by === 'hour' || by === 'day' || by === 'month' || by === 'shift';

const mostLying = 9;
const mostDaysWithGaps = 62;

/** The bars for some lines: hours and days without sales are kept as gaps, and the rest of a long list is one bar. */
export function barsOf(by: BookBy, lines: readonly NamedLine[], measure: Measure, days: Days): Bar[] {
  const bar = (line: NamedLine): Bar => ({ key: line.key, line, value: measured(line.line, measure), rest: 0 });
  if (isInTime(by)) {
    const known = new Map(lines.map((line) => [line.key, bar(line)]));
    return keysInTime(by, lines, days).map((key) => known.get(key) ?? { key, line: null, value: 0, rest: 0 });
  }
  const sorted = lines.map(bar).toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0));
  if (sorted.length <= mostLying + 1) return sorted;
  const rest = sorted.slice(mostLying);
  const value = rest.reduce((sum, each) => sum + (each.value ?? 0), 0);
  return [...sorted.slice(0, mostLying), { key: 'rest', line: null, value, rest: rest.length }];
}

function keysInTime(by: BookBy, lines: readonly NamedLine[], days: Days): string[] {
  const keys = lines.map(({ key }) => key);
  const [first] = keys;
  const last = keys.at(-1);
  if (first === undefined || last === undefined) return [];
  if (by === 'hour') return hours.slice(Number(first), Number(last) + 1);
  if (by === 'day') {
    const all = everyDay(days);
    return all.length <= mostDaysWithGaps ? all : keys;
  }
  return keys;
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Round values from zero, or below it, to at least the highest: some five steps of 1, 2 or 5 times a power of ten. */
export function ticksOver(values: readonly number[]): number[] {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const rough = Math.max(1, (most - least) / 5);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
  const from = Math.floor(least / step);
  const to = Math.max(from + 1, Math.ceil(most / step));
  return Array.from({ length: to - from + 1 }, (_, n) => (from + n) * step);
}

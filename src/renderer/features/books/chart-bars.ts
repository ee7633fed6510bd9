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

const maxHorizontalBars = 9;
/** More days than that are named by their months alone. */
const maxNamedDays = 62;
/** Longer stretches are drawn without the days that had no sale. */
const maxDaysWithGaps = 400;

/**
 * The bars for some lines: hours and days without sales are kept as gaps, and the rest of a long list is one bar. Sales outside of
 * shifts are no bar: they may be those of years, and would flatten each shift.
 */
export function barsOf(by: BookBy, lines: readonly NamedLine[], measure: Measure, days: Days): Bar[] {
  const bar = (line: NamedLine): Bar => ({ key: line.key, line, value: measured(line.line, measure), rest: 0 });
  if (isInTime(by)) {
    const inTime = by === 'shift' ? lines.filter(({ key }) => key !== '') : lines;
    const bars = new Map(inTime.map((line) => [line.key, bar(line)]));
    return keysInTime(by, inTime, days).map((key) => bars.get(key) ?? { key, line: null, value: 0, rest: 0 });
  }
  const sorted = lines.map(bar).toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0));
  if (sorted.length <= maxHorizontalBars + 1) return sorted;
  const rest = sorted.slice(maxHorizontalBars);
  const value = rest.reduce((sum, each) => sum + (each.value ?? 0), 0);
  return [...sorted.slice(0, maxHorizontalBars), { key: 'rest', line: null, value, rest: rest.length }];
}

/**
 * What a bar is drawn as long as. The rest of a long list is a figure without a bar: the sum of fifty products would flatten each of
 * those that are compared.
 */
export const drawnValue = ({ rest, value }: Pick<Bar, 'rest' | 'value'>): number => (rest > 0 ? 0 : (value ?? 0));

function keysInTime(by: BookBy, lines: readonly NamedLine[], days: Days): string[] {
  const keys = lines.map(({ key }) => key);
  const [first] = keys;
  const last = keys.at(-1);
  if (first === undefined || last === undefined) return [];
  if (by === 'hour') return hours.slice(Number(first), Number(last) + 1);
  if (by === 'day') {
    const all = everyDay(days);
    return all.length <= maxDaysWithGaps ? all : keys;
  }
  return keys;
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Round values from zero, or below it, to at least the highest: some five steps of 1, 2 or 5 times a power of ten. */
export function ticksOver(values: readonly number[]): number[] {
  const min = Math.min(0, ...values);
  const max = Math.max(0, ...values);
  const roughStep = Math.max(1, (max - min) / 5);
  const power = 10 ** Math.floor(Math.log10(roughStep));
  const step = power * ([1, 2, 5].find((times) => times * power >= roughStep) ?? 10);
  const from = Math.floor(min / step);
  const to = Math.max(from + 1, Math.ceil(max / step));
  return Array.from({ length: to - from + 1 }, (_, n) => (from + n) * step);
}

/**
 * The places whose bars have their names on the axis.
 * @param fit how many names have room beside each other
 */
export function namedBars(by: BookBy, bars: readonly Bar[], fit: number): ReadonlySet<number> {
  const every = (places: readonly number[]): ReadonlySet<number> => {
    const step = Math.ceil(places.length / Math.max(1, fit));
    return new Set(places.filter((_, n) => n % step === 0));
  };
  const places = bars.map((_, place) => place);
  if (!isByMonth(by, bars)) return every(places);
  const month = (place: number): string => bars[place]?.key.slice(0, 7) ?? '';
  return every(
    places.filter((place) => (place === 0 ? bars[0]?.key.endsWith('-01') : month(place) !== month(place - 1))),
  );
}

/** Whether the days are so numerous that only the first ones of months have names. */
export const isByMonth = (by: BookBy, bars: readonly Bar[]): boolean => by === 'day' && bars.length > maxNamedDays;

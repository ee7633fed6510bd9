import { create } from 'zustand';
import type { BookBy } from '../../../shared/contract/ledger.ts';
import type { CounterId } from '../../../shared/contract/office.ts';
import type { ReportRow } from '../../../shared/domain/sales-report.ts';

export const periodNames = ['today', 'yesterday', 'week', 'month', 'range'] as const;
type PeriodName = (typeof periodNames)[number];

/** Business days, both included, YYYY-MM-DD. */
export interface Days {
  from: string;
  to: string;
}

/** The period of the books. `range` is the range of days typed last; null: none yet. */
interface Period {
  name: PeriodName;
  range: Days | null;
}

/** The days of a period, seen from the shop's calendar day `today`. The week is the last seven days, today among them. */
export function daysOf({ name, range }: Period, today: string): Days {
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: dayBefore(today, 1), to: dayBefore(today, 1) };
    case 'week':
      return { from: dayBefore(today, 6), to: today };
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today };
    case 'range':
      return range ?? { from: today, to: today };
  }
}

/** A range as its two fields say it; the later one gives way where they cross. Null while a field holds no day. */
export function rangeWith(days: Days, changes: Partial<Days>): Days | null {
  const { from, to } = { ...days, ...changes };
  if (!isDay(from) || !isDay(to)) return null;
  if (from <= to) return { from, to };
  return changes.from === undefined ? { from: to, to } : { from, to: from };
}

const dayMs = 24 * 3_600_000;

/** The calendar day that lies `days` before another. */
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);

/** The calendar month before that of a day, whole. */
export function monthBefore(day: string): Days {
  const to = dayBefore(`${day.slice(0, 8)}01`, 1);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** Every day of a stretch, in order; at most `maxDays`. */
export function everyDay({ from, to }: Days, maxDays = 400): string[] {
  const days: string[] = [];
  for (let day = from; day <= to && days.length < maxDays; day = dayBefore(day, -1)) days.push(day);
  return days;
}

function isDay(text: string): boolean {
  return /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

export const measures = ['turnover', 'margin', 'count'] as const;
/** The measure of a chart's bars. */
export type Measure = (typeof measures)[number];

/** Whole rupiah, or a number of successes; null where no sale's value is known. */
export function measured(line: ReportRow, measure: Measure): number | null {
  switch (measure) {
    case 'turnover':
      return line.turnover.amount;
    case 'margin':
      return line.margin.amount;
    case 'count':
      return line.success;
  }
}

export const tabs = ['sales', 'shifts'] as const;
type BooksTab = (typeof tabs)[number];

/** A shift at an office: numbers are a counter's own. */
export interface OfficeShift {
  counter: CounterId;
  number: number;
}

interface BooksView {
  tab: BooksTab;
  period: Period;
  by: BookBy;
  /** at an office: whose books and shifts; null: all counters' */
  counter: CounterId | null;
  /** at an office: the shift whose report is open; null: the newest */
  shift: OfficeShift | null;
  measure: Measure;
  /** for screens without room for both */
  as: 'chart' | 'table';
}

/** The open part of the books. It stays while somebody sells in between. */
export const useBooksView = create<BooksView>(() => ({
  tab: 'sales',
  period: { name: 'today', range: null },
  by: 'hour',
  counter: null,
  shift: null,
  measure: 'turnover',
  as: 'chart',
}));

/** As main's questions name one counter of an office; at a counter nothing. */
export const ofCounter = (counter: CounterId | null | undefined): { counter?: CounterId } =>
  counter ? { counter } : {};

export const showBooks = (changes: Partial<BooksView>): void => useBooksView.setState(changes);

/** Hours show a day, and days a longer stretch, nothing else: other ways stay when the days change. */
export function byFor(by: BookBy, { from, to }: Days): BookBy {
  if (from === to) return by === 'day' || by === 'month' ? 'hour' : by;
  return by === 'hour' ? 'day' : by;
}

/** Shows the books of other days. @param today the shop's calendar day */
export const showPeriod = (period: Period, today: string): void =>
  showBooks({ period, by: byFor(useBooksView.getState().by, daysOf(period, today)) });

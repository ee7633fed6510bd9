import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Reconciliation } from '../../../shared/contract/files.ts';
import type { StatementMapping } from '../../../shared/domain/column-mapping.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { readTime } from './statement-values.ts';

/** From the first instant to the one behind the last, in ms since 1970. */
export interface Period {
  from: number;
  to: number;
}

type Days = NonNullable<Reconciliation['days']>;

export const dayMs = 24 * 60 * 60_000;
/** A line may be so much later than its sale, also across midnight. */
export const midnightMs = 30 * 60_000;
/** Sales further from most others have an id that was used before. */
const maxApartMs = 100 * dayMs;

const Span = z.tuple([z.int().nullable(), z.int().nullable()]);

/** The times of the first and last line, in ms since 1970; null if no line has a time. */
export function spanOfLines(scratch: Database.Database): { first: number; last: number } | null {
  const [first, last] = Span.parse(scratch.prepare('SELECT min(at), max(at) FROM lines').raw().get());
  return first === null || last === null ? null : { first, last };
}

/**
 * The days whose sales the statement must have: those of its lines and of the period that it names. Where most lines with a known id
 * are of days other than their sales, as a settlement's date or another year is, the days are those of the sales.
 */
export function daysOfStatement(
  scratch: Database.Database,
  { timeZone, mapping: { period } }: { timeZone: string; mapping: Pick<StatementMapping, 'period'> },
): { days: Days | null; ofSales: boolean } {
  const span = spanOfLines(scratch);
  if (!span) return { days: period, ofSales: false };
  const ofLines = daysBetween(span.first, span.last, timeZone);
  const sales = z.array(z.int()).parse(
    scratch
      .prepare(
        `SELECT o.at FROM lines l JOIN ours o ON o.transaction_id = l.transaction_id WHERE l.at IS NOT NULL
         GROUP BY l.transaction_id HAVING count(*) = 1 ORDER BY o.at`,
      )
      .pluck()
      .all(),
  );
  const { from, to } = periodOf(ofLines, timeZone);
  const outside = sales.filter((at) => at < from - midnightMs || at >= to + midnightMs);
  const middle = sales[Math.floor(sales.length / 2)] ?? 0;
  const near = sales.filter((at) => Math.abs(at - middle) <= maxApartMs);
  const ofSales = outside.length * 2 > sales.length;
  const days = ofSales ? daysBetween(near[0] ?? middle, near.at(-1) ?? middle, timeZone) : ofLines;
  const [first, last] = [
    [days.from, period?.from ?? days.from].toSorted()[0],
    [days.to, period?.to ?? days.to].toSorted()[1],
  ];
  return { days: { from: first ?? days.from, to: last ?? days.to }, ofSales };
}

const daysBetween = (first: number, last: number, timeZone: string): Days => ({
  from: wallClock(first, timeZone).day,
  to: wallClock(last, timeZone).day,
});

export const periodOf = ({ from, to }: Days, timeZone: string): Period => ({
  from: startOf(from, timeZone),
  to: startOf(to, timeZone) + dayMs,
});

function startOf(day: string, timeZone: string): number {
  const read = readTime(`${day} 00:00:00`, timeZone);
  if (!read) throw new RangeError('not a day');
  return read.at;
}

import { addDays } from '../../../shared/domain/search/calendar.ts';
import type { Leaf } from '../../../shared/domain/search/condition.ts';
import type { Place } from './cursor.ts';
import { joined, type Sql, sql } from './sql.ts';

/** Which part of the list is looked at. */
export interface Span {
  /** createdAt, inclusive; null: from the beginning */
  from: string | null;
  /** createdAt, exclusive; null: up to now */
  to: string | null;
  /** only what stands behind this place */
  behind: Place | null;
}

/**
 * The times within which a sale of some shop's days was made. A day begins up to 14 hours before that of UTC and ends up to 12
 * after it, and a bill that is paid the day after its inquiry is of the day it was paid.
 */
const marginDays = 2;

/** The span, cut down to where sales of the way's days can be. */
export function spanOfDays(span: Span, leaves: readonly Leaf[]): Span {
  let { from, to } = span;
  for (const leaf of leaves) {
    if (leaf.is !== 'days') continue;
    const first = `${addDays(leaf.from, -marginDays)}T00:00:00.000Z`;
    const end = `${addDays(leaf.to, marginDays)}T00:00:00.000Z`;
    if (from === null || first > from) from = first;
    if (to === null || end < to) to = end;
  }
  return { ...span, from, to };
}

export function spanSql({ from, to, behind }: Span): Sql {
  return joined(
    [
      ...(from === null ? [] : [sql('created_at >= ?', from)]),
      ...(to === null ? [] : [sql('created_at < ?', to)]),
      ...(behind === null ? [] : [sql('(created_at, id) < (?, ?)', behind.createdAt, behind.id)]),
    ],
    'AND',
  );
}

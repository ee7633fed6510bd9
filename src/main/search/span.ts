import type Database from 'better-sqlite3';
import { z } from 'zod';
import { addDays } from '../../shared/domain/search/query-days.ts';
import type { Leaf } from '../../shared/domain/search/query-terms.ts';
import { lateBillSql } from '../db/sale-rows.ts';
import { jsonText } from '../db/statements.ts';
import { joined, type Sql, sql } from './sql.ts';

/** A sale's position in a list that is newest first. */
export interface Position {
  createdAt: string;
  id: string;
}

export function isNewer(one: Position, other: Position): boolean {
  return one.createdAt > other.createdAt || (one.createdAt === other.createdAt && one.id > other.id);
}

const Cursor = jsonText.pipe(z.tuple([z.string(), z.string()]));

export function cursorOf({ createdAt, id }: Position): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');
}

/** Throws RangeError for text that is no cursor. */
export function positionOf(cursor: string): Position {
  const parsed = Cursor.safeParse(Buffer.from(cursor, 'base64url').toString());
  if (!parsed.success) throw new RangeError('not a cursor of this list');
  return { createdAt: parsed.data[0], id: parsed.data[1] };
}

/** The part of the list that is searched. */
export interface Span {
  /** createdAt, inclusive; null: from the beginning */
  from: string | null;
  /** createdAt, exclusive; null: up to now */
  to: string | null;
  /** only what is older than this position */
  behind: Position | null;
}

/**
 * The times within which a sale of some shop's days was made. A day begins up to 14 hours before that of UTC and ends up to 12
 * after it, and a bill that is paid the day after its inquiry is of the day it was paid. Bills that were paid later still have
 * an index of their own, with these days in it.
 */
const marginDays = 2;

const Time = z.string().nullable();

/** When the first of the bills was begun that are of these days, and were begun long before; null: there are none. */
export function firstLateBill(db: Database.Database, from: string, to: string): string | null {
  const first = db
    .prepare(
      `SELECT min(created_at) FROM transactions INDEXED BY transactions_late
       WHERE ${lateBillSql} AND day BETWEEN ? AND ?`,
    )
    .pluck()
    .get(from, to);
  return Time.parse(first);
}

/** The span, cut down to where sales of the way's days can be. */
export function spanOfDays(db: Database.Database, span: Span, leaves: readonly Leaf[]): Span {
  let { from, to } = span;
  for (const leaf of leaves) {
    if (leaf.is !== 'days') continue;
    const usual = `${addDays(leaf.from, -marginDays)}T00:00:00.000Z`;
    const late = firstLateBill(db, leaf.from, leaf.to);
    const first = late !== null && late < usual ? late : usual;
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

import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Place } from './cursor.ts';
import type { Found } from './found.ts';
import { type Span, spanSql } from './span.ts';
import { joined, type Sql, sql } from './sql.ts';

/** How far a walk may go, and what it says when it gives up before the end. */
export interface Reach {
  /** throws when nobody waits for the answer any more */
  stillWanted(): void;
  /** rows that may be looked at; infinite where every row must be */
  rows: number;
  stopped(at: Place): void;
}

const FoundRow = z.tuple([z.string(), z.string(), z.int()]);
export function readFound(row: unknown): Found {
  const [createdAt, id, rowid] = FoundRow.parse(row);
  return { createdAt, id, rowid };
}

const PlaceRow = z.tuple([z.string(), z.string()]);

/** Between two slices it is seen whether the answer is still wanted. The first is little more than a page. */
const firstSlice = 256;
const longestSlice = 4096;

/**
 * Reads the list newest first and answers what meets the condition, along the index of creation or of a state, slice by slice.
 * @param state one that is not success, to go along its own index; null: along the time of creation
 */
export function* walk(
  db: Database.Database,
  { span, condition, state }: { span: Span; condition: Sql; state: Sql | null },
  reach: Reach,
): Generator<Found, void> {
  const along = state ?? sql('true');
  let { behind } = span;
  let left = reach.rows;
  let slice = firstSlice;
  for (;;) {
    reach.stillWanted();
    const bounds = joined([spanSql({ from: span.from, to: span.to, behind }), along], 'AND');
    const rows = Math.min(slice, left);
    const edge = db
      .prepare(
        `SELECT created_at, id FROM transactions WHERE ${bounds.text}
         ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${rows - 1}`,
      )
      .raw()
      .get(...bounds.values);
    const last = edge === undefined ? null : PlaceRow.parse(edge);
    const within = joined([bounds, ...(last ? [sql('(created_at, id) >= (?, ?)', ...last)] : []), condition], 'AND');
    yield* rowsOf(
      db,
      `SELECT created_at, id, rowid FROM transactions WHERE ${within.text} ORDER BY created_at DESC, id DESC`,
      within,
    );
    if (!last) return;
    behind = { createdAt: last[0], id: last[1] };
    left -= rows;
    slice = Math.min(longestSlice, slice * 4);
    if (left <= 0) {
      reach.stopped(behind);
      return;
    }
  }
}

export function* rowsOf(db: Database.Database, text: string, { values }: Sql): Generator<Found, void> {
  const statement = db.prepare(text).raw();
  for (const row of statement.iterate(...values)) yield readFound(row);
}

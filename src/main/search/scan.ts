import type Database from 'better-sqlite3';
import { z } from 'zod';
import { isNewer, type Position, type Span, spanSql } from './span.ts';
import { joined, type Sql, sql } from './sql.ts';

/** A sale that was found, and its position in the list. */
export interface Match extends Position {
  rowid: number;
}

export const newestFirst = (one: Match, other: Match): number =>
  isNewer(one, other) ? -1 : Number(isNewer(other, one));

/** Several lists, each newest first, as one; a sale that is in several comes once. Reads no further than asked. */
export function* merged(streams: ReadonlyArray<Iterator<Match, void>>): Generator<Match, void> {
  const heads = streams.map((stream) => ({ stream, next: stream.next() }));
  try {
    let last: string | null = null;
    for (;;) {
      let best: (typeof heads)[number] | null = null;
      let newest: Match | null = null;
      for (const head of heads) {
        if (head.next.done === true) continue;
        const match: Match = head.next.value;
        if (newest === null || isNewer(match, newest)) [best, newest] = [head, match];
      }
      if (best === null || newest === null) return;
      if (newest.id !== last) yield newest;
      last = newest.id;
      best.next = best.stream.next();
    }
  } finally {
    for (const { stream } of heads) stream.return?.();
  }
}

/** How far a scan may go, and what it reports when it ends before the list does. */
export interface ScanLimits {
  /** throws when the search was cancelled */
  checkCancelled(): void;
  /** rows that may be read; infinite where every row must be */
  maxRows: number;
  stopped(at: Position): void;
}

const MatchRow = z.tuple([z.string(), z.string(), z.int()]);
export function readMatch(row: unknown): Match {
  const [createdAt, id, rowid] = MatchRow.parse(row);
  return { createdAt, id, rowid };
}

const PositionRow = z.tuple([z.string(), z.string()]);

/** Rows between two checks for cancellation. The first slice is little more than a page. */
const firstSlice = 256;
const maxSlice = 4096;

/**
 * Reads the list newest first and yields the sales that meet the condition, along the index of creation or of a state.
 * @param state a state other than success, to read along its own index; null: along the time of creation
 */
export function* scan(
  db: Database.Database,
  { span, condition, state }: { span: Span; condition: Sql; state: Sql | null },
  limits: ScanLimits,
): Generator<Match, void> {
  const along = state ?? sql('true');
  let { behind } = span;
  let left = limits.maxRows;
  let slice = firstSlice;
  for (;;) {
    limits.checkCancelled();
    const bounds = joined([spanSql({ from: span.from, to: span.to, behind }), along], 'AND');
    const rows = Math.min(slice, left);
    const edge = db
      .prepare(
        `SELECT created_at, id FROM transactions WHERE ${bounds.text}
         ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${rows - 1}`,
      )
      .raw()
      .get(...bounds.values);
    const last = edge === undefined ? null : PositionRow.parse(edge);
    const within = joined([bounds, ...(last ? [sql('(created_at, id) >= (?, ?)', ...last)] : []), condition], 'AND');
    yield* matchesWhere(db, within, 'ORDER BY created_at DESC, id DESC');
    if (!last) return;
    behind = { createdAt: last[0], id: last[1] };
    left -= rows;
    slice = Math.min(maxSlice, slice * 4);
    if (left <= 0) {
      limits.stopped(behind);
      return;
    }
  }
}

/** All matches at once, for conditions that few sales meet. */
export function* sorted(db: Database.Database, where: Sql): Generator<Match, void> {
  yield* [...matchesWhere(db, where, '')].sort(newestFirst);
}

function* matchesWhere(db: Database.Database, { text, values }: Sql, order: string): Generator<Match, void> {
  const statement = db.prepare(`SELECT created_at, id, rowid FROM transactions WHERE ${text} ${order}`).raw();
  for (const row of statement.iterate(...values)) yield readMatch(row);
}

import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { ShiftClock } from '../../shared/domain/shift.ts';
import { pluckStatement } from '../db/statements.ts';

const dayMs = 24 * 60 * 60_000;
/** What began earlier may be written later: an answer of the provider, waited for while something else was sold. */
const overlapMs = 120_000;

const Times = z.array(z.iso.datetime());

/**
 * Looks at the times between two places of the log, both included. A clock that was set forward cannot be told from a shift
 * that nobody closed.
 * @param now of an open shift; ISO 8601 UTC
 */
export function prepareShiftClock(
  db: Database.Database,
): (from: number, to: number, now: string | null) => ShiftClock | null {
  const select = pluckStatement(db, 'SELECT at FROM events WHERE seq BETWEEN ? AND ? ORDER BY seq');
  return (from, to, now) => {
    const told = Times.parse(select().all(from, to));
    const times = [...told, ...(now === null ? [] : [now])].map((at) => Date.parse(at));
    const first = times[0] ?? 0;
    let before = first;
    for (const at of times) {
      if (before - at > overlapMs) return 'set_back';
      before = at;
    }
    return before - first > dayMs ? 'over_a_day' : null;
  };
}

import { existsSync } from 'node:fs';
import { z } from 'zod';
import { connect } from './connection.ts';
import { mapDatabaseErrors, toDatabaseError } from './database-error.ts';
import { journalId, readMeta } from './metadata.ts';
import type { DatabaseError } from './sales-store.ts';
import { DatabaseError as Fault } from './sales-store.ts';

export type DatabaseProbe =
  | { kind: 'none' }
  | { kind: 'whole'; events: number }
  | { kind: 'fault'; fault: DatabaseError['kind'] };

/** The id of a database that nobody writes to now. */
export function readJournalId(path: string): string {
  return mapDatabaseErrors(() => {
    const db = connect(path, true);
    try {
      return journalId(readMeta(db));
    } finally {
      db.close();
    }
  });
}

const Count = z.int().nonnegative();

/**
 * Reads a database without writing to it, also beside a counter that runs: is it ours, not newer than this program, and
 * sound by SQLite's own check? Blocks its thread for as long as reading the file takes.
 */
export function probeDatabase(path: string): DatabaseProbe {
  if (!existsSync(path)) return { kind: 'none' };
  try {
    return mapDatabaseErrors(() => {
      const db = connect(path, true);
      try {
        if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') return { kind: 'fault', fault: 'corrupt' };
        return {
          kind: 'whole',
          events: Count.parse(db.prepare('SELECT coalesce(max(seq), 0) FROM events').pluck().get()),
        };
      } finally {
        db.close();
      }
    });
  } catch (thrown) {
    const fault = toDatabaseError(thrown);
    return { kind: 'fault', fault: fault instanceof Fault ? fault.kind : 'other' };
  }
}

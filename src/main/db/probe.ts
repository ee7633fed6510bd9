import { existsSync } from 'node:fs';
import { z } from 'zod';
import { connect } from './connection.ts';
import { asFault, faulting } from './database-error.ts';
import { journalId, readMeta } from './metadata.ts';
import type { JournalFault } from './sales-store.ts';
import { JournalFault as Fault } from './sales-store.ts';

export type JournalLook =
  | { kind: 'none' }
  | { kind: 'whole'; events: number }
  | { kind: 'fault'; fault: JournalFault['kind'] };

/** The id of a database that nobody writes to now. */
export function readJournalId(path: string): string {
  return faulting(() => {
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
export function lookAtJournal(path: string): JournalLook {
  if (!existsSync(path)) return { kind: 'none' };
  try {
    return faulting(() => {
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
    const fault = asFault(thrown);
    return { kind: 'fault', fault: fault instanceof Fault ? fault.kind : 'other' };
  }
}

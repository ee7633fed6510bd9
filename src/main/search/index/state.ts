import type Database from 'better-sqlite3';
import { z } from 'zod';

/** Up to where an index goes. */
export interface IndexState {
  genesis: Uint8Array;
  /** every change of the log up to this event is in it */
  seq: number;
  hash: Uint8Array;
  /** rows up to `filled` are in it; those behind, up to `fillTo`, are still to come */
  filled: number;
  fillTo: number;
}

const bytes = z.instanceof(Uint8Array);
const StateRow = z.object({
  genesis: bytes,
  seq: z.int(),
  hash: bytes,
  filled: z.int(),
  fillTo: z.int(),
});

/** Null for an index that nobody has begun. @param name what the index is attached as */
export function readState(db: Database.Database, name: string): IndexState | null {
  const row = db.prepare(`SELECT genesis, seq, hash, filled, fill_to AS fillTo FROM ${name}.state`).get();
  return row === undefined ? null : StateRow.parse(row);
}

export function writeState(db: Database.Database, state: IndexState): void {
  db.prepare(
    `INSERT OR REPLACE INTO state (only, genesis, seq, hash, filled, fill_to)
       VALUES (1, @genesis, @seq, @hash, @filled, @fillTo)`,
  ).run(state);
}

/** Whether the journal's log holds the event that the index goes up to: after a restore it may be another one. */
export function isOfJournal(db: Database.Database, state: IndexState): boolean {
  const genesis = bytes.parse(db.prepare('SELECT genesis FROM main.meta').pluck().get());
  if (!same(genesis, state.genesis)) return false;
  if (state.seq === 0) return true;
  const hash = db.prepare('SELECT hash FROM main.events WHERE seq = ?').pluck().get(state.seq);
  return hash !== undefined && same(bytes.parse(hash), state.hash);
}

const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

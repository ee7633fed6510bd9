import type Database from 'better-sqlite3';
import { z } from 'zod';
import { readMeta } from './metadata.ts';
import type { Head } from './sales-store.ts';

/** The place where the log ends. */
export function headOf(db: Database.Database): Head {
  const { headSeq, headHash } = readMeta(db);
  return { seq: headSeq, hash: hex(headHash) };
}

/** Whether the log holds that event: its number, and a hash (or the first digits of one) in hex. */
export function holds(db: Database.Database, { seq, hash }: Head): boolean {
  // Before its first event a log has only the value it starts from.
  if (seq === 0) return hex(readMeta(db).genesis).startsWith(hash);
  const found = db.prepare('SELECT hash FROM events WHERE seq = ?').pluck().get(seq);
  return found !== undefined && hex(z.instanceof(Uint8Array).parse(found)).startsWith(hash);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

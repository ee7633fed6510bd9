import { closeSync, openSync, rmSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { DatabaseError } from '../db/database-error.ts';
import { documentColumns } from './grams.ts';

/** What searches attach the index as. */
export const attachedName = 'search';

/** "KntS" */
const applicationId = 0x4b6e7453;
/** Grows when the grams change. Another set of columns makes another version too. */
const version = crc32(`8 ${documentColumns}`) & 0x7fffffff;

/**
 * `grams` has a document for each second in which a sale was made, with that second as its rowid, so that it is read in the
 * order of the list. It holds every three neighbouring characters of what the sales are found by (grams.ts), and no text. It is
 * only added to: a sale that changes gets the grams of both versions, and the search compares what it finds with the database.
 */
const schema = `
CREATE TABLE state (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  genesis BLOB NOT NULL,
  seq INTEGER NOT NULL,
  hash BLOB NOT NULL,
  filled INTEGER NOT NULL,
  fill_to INTEGER NOT NULL,
  holds_erased INTEGER NOT NULL CHECK (holds_erased IN (0, 1))
) STRICT;
CREATE VIRTUAL TABLE grams USING fts5(
  ${documentColumns}, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1'
);
-- As many segments as the merge leaves, every gram is looked up in.
INSERT INTO grams (grams, rank) VALUES ('usermerge', 2);
`;

/** What the threads are started with: the paths of a database and of its index. */
export const IndexedFiles = z.object({ database: z.string(), index: z.string() });
export type IndexedFiles = z.infer<typeof IndexedFiles>;

/** How far an index has got. */
export interface IndexState {
  /** the database whose sales it holds */
  genesis: Uint8Array;
  /** the last event of the log that is in it, and that event's hash: after a restore the number may belong to another event */
  seq: number;
  hash: Uint8Array;
  /** the first fill has reached row `filled` and ends with row `fillTo`; later changes come from the log */
  filled: number;
  fillTo: number;
  /** whether it holds data that was erased from the database since */
  holdsErased: boolean;
}

const bytes = z.instanceof(Uint8Array);
const Whole = z.int();
const StateRow = z.object({
  genesis: bytes,
  seq: Whole,
  hash: bytes,
  filled: Whole,
  fillTo: Whole,
  holdsErased: Whole.transform((value) => value === 1),
});

const busyMs = 5000;
/**
 * The size of the index's write-ahead log. Pages that merging writes and drops again never reach the file, and the disk is
 * flushed a quarter as often as with SQLite's four megabytes: each time the seller's commit waits.
 */
const logPages = 8192;
const pageBytes = 4096;

/**
 * Opens the index for its only writer; creates it where there is none. Throws DatabaseError ("corrupt") when the file is damaged
 * or of another version. The check reads the whole file: damaged grams would silently find too little.
 */
export function openIndex(path: string): Database.Database {
  // It holds parts of customers' numbers and names: only its owner may read it.
  closeSync(openSync(path, 'a', 0o600));
  const index = new Database(path, { timeout: busyMs });
  try {
    index.exec(`
      PRAGMA trusted_schema = OFF;
      PRAGMA journal_mode = WAL;
      -- What a power failure takes is read from the database again.
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = ${logPages};
      PRAGMA journal_size_limit = ${logPages * pageBytes};`);
    const isEmpty = Whole.parse(index.pragma('schema_version', { simple: true })) === 0;
    if (isEmpty) createTables(index);
    else if (!isCurrent(index, 'main')) throw new DatabaseError('corrupt', 'the search index is of another version');
    else checkIndex(index);
    return index;
  } catch (error) {
    index.close();
    throw error;
  }
}

function createTables(index: Database.Database): void {
  index
    .transaction(() => {
      index.exec(schema);
      index.pragma(`application_id = ${applicationId}`);
      index.pragma(`user_version = ${version}`);
    })
    .immediate();
}

/** Throws DatabaseError ("corrupt") where pages, or FTS5's own structures in them, are damaged. */
export function checkIndex(index: Database.Database): void {
  const result = z.string().parse(index.pragma('quick_check(1)', { simple: true }));
  if (result !== 'ok') throw new DatabaseError('corrupt', 'the search index is damaged');
}

/** Where an index is built that takes the place of another. */
export const nextIndexPath = (path: string): string => `${path}-next`;

export function removeIndex(path: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true });
}

/** @param name what the file is attached as */
export function isCurrent(db: Database.Database, name: string): boolean {
  const pragma = (word: string): number => Whole.parse(db.pragma(`${name}.${word}`, { simple: true }));
  return pragma('application_id') === applicationId && pragma('user_version') === version;
}

/** Null for an index that was never written to. @param name what the index is attached as */
export function readState(db: Database.Database, name: string): IndexState | null {
  const row = db
    .prepare(`SELECT genesis, seq, hash, filled, fill_to AS fillTo, holds_erased AS holdsErased FROM ${name}.state`)
    .get();
  return row === undefined ? null : StateRow.parse(row);
}

export function writeState(index: Database.Database, state: IndexState): void {
  index
    .prepare(
      `INSERT OR REPLACE INTO state (only, genesis, seq, hash, filled, fill_to, holds_erased)
         VALUES (1, @genesis, @seq, @hash, @filled, @fillTo, @holdsErased)`,
    )
    .run({ ...state, holdsErased: state.holdsErased ? 1 : 0 });
}

/** Whether the database's log has the event that the index has reached. */
export function belongsTo(db: Database.Database, state: IndexState): boolean {
  const isSame = (stored: unknown, own: Uint8Array): boolean => Buffer.compare(bytes.parse(stored), own) === 0;
  if (!isSame(db.prepare('SELECT genesis FROM main.metadata').pluck().get(), state.genesis)) return false;
  if (state.seq === 0) return true;
  const hash = db.prepare('SELECT hash FROM main.events WHERE seq = ?').pluck().get(state.seq);
  return hash !== undefined && isSame(hash, state.hash);
}

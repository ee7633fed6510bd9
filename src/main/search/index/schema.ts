import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { leavingTables } from './leaving.ts';

/** "KntS". An index of another version is not brought forward but made anew. */
const applicationId = 0x4b6e7453;
const version = 6;

/**
 * A table of grams (`parts.ts`) holds, of each sale, every three neighbouring signs of what it may be found by (compact, see shared/domain/search/
 * fold.ts), every five neighbouring digits (five-digits.ts), and made-up signs for its product and its amounts (tokens.ts). No
 * text: what is found is compared with the journal.
 */
const schema = `
CREATE TABLE state (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  -- which journal it is of, and up to which event: the event's hash tells it from the same number of another log
  genesis BLOB NOT NULL,
  seq INTEGER NOT NULL,
  hash BLOB NOT NULL,
  -- the first fill goes through the sales that were there at its beginning; what changed since then is in the log behind seq
  filled INTEGER NOT NULL,
  fill_to INTEGER NOT NULL
) STRICT;
-- as parts.ts says of them
CREATE TABLE parts (
  part INTEGER PRIMARY KEY,
  made INTEGER NOT NULL,
  merged INTEGER NOT NULL,
  merging INTEGER NOT NULL CHECK (merging IN (0, 1)),
  erased INTEGER NOT NULL CHECK (erased IN (0, 1)),
  anew_to INTEGER
) STRICT;
CREATE TABLE products (
  token INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  code TEXT NOT NULL,
  -- JSON: [name, brand, category], each may be null
  names TEXT NOT NULL,
  UNIQUE (kind, code, names)
) STRICT;
-- when the sales of 256 neighbouring rows were made
CREATE TABLE blocks (block INTEGER PRIMARY KEY, newest TEXT NOT NULL, oldest TEXT NOT NULL) STRICT;
`;

/** A table of grams with nothing in it. */
export function makeTable(index: Database.Database, table: string): void {
  index.exec(`CREATE VIRTUAL TABLE ${table} USING fts5(
    key_grams, number_grams, name_grams, sn_grams, provider_grams, receipt_grams,
    key_fives, number_fives, name_fives, sn_fives, provider_fives, receipt_fives, product_token, total_token, price_token,
    content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1'
  )`);
}

const Whole = z.int();
const busyMs = 5000;
/**
 * So large may its log of writes grow. What merging wrote and threw away again never reaches the file, and the disk is waited
 * for a quarter as often as with SQLite's four megabytes: whoever sells meanwhile waits behind it each time.
 */
const logPages = 8192;
const pageBytes = 4096;

/** Opens the index for its only writer; makes it when there is none, or anew when it is of another version. */
export function openIndex(path: string): Database.Database {
  // It holds parts of customers' numbers and names: only their owner reads it.
  closeSync(openSync(path, 'a', 0o600));
  const db = new Database(path, { timeout: busyMs });
  try {
    db.exec(`
      PRAGMA trusted_schema = OFF;
      PRAGMA journal_mode = WAL;
      -- What a dead machine takes along is read from the journal again.
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = ${logPages};
      PRAGMA journal_size_limit = ${logPages * pageBytes};
      -- Merging leaves pages behind that hold what may be erased later.
      PRAGMA secure_delete = ON;`);
    if (!isCurrent(db, 'main')) remake(db);
    return db;
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/**
 * Throws everything away: whoever reads sees the old index, none, or the empty new one. The file is as small as an empty one
 * before it is one: an older version did not overwrite what it let go of.
 */
export function remake(db: Database.Database): void {
  // All of it leaves the file at once: to overwrite it first would be to write it once more.
  db.pragma('secure_delete = OFF');
  db.transaction(() => {
    db.pragma('user_version = 0');
    for (const table of [...virtualTables(db), ...leavingTables(db)]) db.exec(`DROP TABLE ${table}`);
    for (const table of ['parts', 'blocks', 'products', 'state']) db.exec(`DROP TABLE IF EXISTS ${table}`);
  }).immediate();
  db.exec('VACUUM');
  db.pragma('secure_delete = ON');
  db.transaction(() => {
    db.exec(schema);
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${version}`);
  }).immediate();
}

function virtualTables(db: Database.Database): string[] {
  const names = db.prepare(`SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'`).pluck().all();
  return z.array(z.string().regex(/^grams\w*$/)).parse(names);
}

/** @param name what the file is attached as */
export function isCurrent(db: Database.Database, name: string): boolean {
  const pragma = (word: string): number => Whole.parse(db.pragma(`${name}.${word}`, { simple: true }));
  return pragma('application_id') === applicationId && pragma('user_version') === version;
}

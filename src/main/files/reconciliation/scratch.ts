import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Where it lies. @param folder of the journal */
export const scratchIn = (folder: string): string => join(folder, 'reconcile.db');

/** What a comparison works on, beside the journal: made anew for each, and of no worth afterwards. */
export function newScratch(path: string): Database.Database {
  removeScratch(path);
  // Statements hold customers' numbers: only their owner reads the file.
  closeSync(openSync(path, 'wx', 0o600));
  const db = new Database(path);
  db.exec(`
    PRAGMA trusted_schema = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA journal_mode = OFF;
    CREATE TABLE lines (
      line INTEGER PRIMARY KEY,
      transaction_id TEXT, number TEXT, customer_no TEXT,
      amount INTEGER, status TEXT, status_said TEXT, at INTEGER, whole_day INTEGER NOT NULL, time_said TEXT,
      here TEXT
    ) STRICT;
    CREATE TABLE ours (
      id TEXT PRIMARY KEY,
      receipt_no TEXT, transaction_id TEXT, number TEXT NOT NULL, customer_no TEXT NOT NULL,
      amount INTEGER, state TEXT NOT NULL, at INTEGER NOT NULL, time TEXT NOT NULL, taken INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE differences (
      place INTEGER PRIMARY KEY,
      kind TEXT NOT NULL, amount_differs INTEGER NOT NULL, status_differs INTEGER NOT NULL, line INTEGER, here TEXT
    ) STRICT;
    CREATE INDEX differences_kind ON differences (kind, place);
    CREATE TABLE summary (only INTEGER PRIMARY KEY CHECK (only = 1), said TEXT NOT NULL) STRICT;`);
  return db;
}

export function removeScratch(path: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(path + end, { force: true });
}

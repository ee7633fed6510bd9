import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { JournalFault } from '../ports/journal.ts';
import { checkVersion } from './schema/migrate.ts';

/** How long SQLite itself waits for another connection (a backup, a reader that checkpoints). */
const busyMs = 5000;

/**
 * Opens the file as every connection must be: WAL, synchronous=FULL, foreign keys, no trust in the schema. What was asked
 * for is read back, because better-sqlite3 is built with WAL_SYNCHRONOUS=1: it drops to NORMAL when a file is opened again.
 */
export function connect(path: string, readOnly: boolean): Database.Database {
  // Receipts hold customers' numbers: only their owner reads the file. SQLite gives -wal and -shm the same mode.
  if (!readOnly) closeSync(openSync(path, 'a', 0o600));
  const db = new Database(path, { readonly: readOnly, fileMustExist: true, timeout: busyMs });
  try {
    setUp(db, readOnly);
    return db;
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

function setUp(db: Database.Database, readOnly: boolean): void {
  db.pragma('trusted_schema = OFF');
  // Before anything is written: a file that is not ours, or newer than us, stays as it is.
  checkVersion(db);
  if (!readOnly) db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  // On macOS only this reaches the disk and not just its cache; elsewhere it does nothing.
  db.pragma('fullfsync = ON');
  db.pragma('checkpoint_fullfsync = ON');
  db.pragma('foreign_keys = ON');
  // A long copy or a long reader lets the log of writes grow; afterwards the room is given back.
  db.pragma(`journal_size_limit = ${16 * 1024 * 1024}`);
  const wanted: ReadonlyArray<[string, string | number]> = [
    ['trusted_schema', 0],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ...(readOnly ? [] : [['journal_mode', 'wal'] satisfies [string, string]]),
  ];
  for (const [name, value] of wanted) {
    if (db.pragma(name, { simple: true }) !== value) {
      throw new JournalFault('other', `the database does not hold ${name} = ${value}`);
    }
  }
}

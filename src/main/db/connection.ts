import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { checkVersion } from './migrations/migrate.ts';
import { DatabaseError } from './sales-store.ts';

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

const InForce = z.object({
  trusted_schema: z.literal(0),
  synchronous: z.literal(2),
  foreign_keys: z.literal(1),
  journal_mode: z.string(),
});
const names = Object.keys(InForce.shape);

/** In two statements: a connection is opened at every start, every copy and every check. */
function setUp(db: Database.Database, readOnly: boolean): void {
  db.exec('PRAGMA trusted_schema = OFF');
  // Before anything is written: a file that is not ours, or newer than us, stays as it is.
  checkVersion(db);
  db.exec(`
    -- Of a new file only. A commit touches some ten pages, and half their size is half of what the disk waits for.
    PRAGMA page_size = 2048;
    ${readOnly ? '' : 'PRAGMA journal_mode = WAL;'}
    PRAGMA synchronous = FULL;
    -- On macOS only these reach the disk and not just its cache; elsewhere they do nothing.
    PRAGMA fullfsync = ON;
    PRAGMA checkpoint_fullfsync = ON;
    PRAGMA foreign_keys = ON;
    -- What is erased is overwritten and not only forgotten.
    PRAGMA secure_delete = ON;
    -- A long copy or a long reader lets the log of writes grow; afterwards the room is given back.
    PRAGMA journal_size_limit = ${16 * 1024 * 1024};`);
  const found = InForce.safeParse(Object.fromEntries(names.map((name) => [name, db.pragma(name, { simple: true })])));
  if (!found.success || (!readOnly && found.data.journal_mode !== 'wal')) {
    const wrong = found.error?.issues.map(({ path }) => path.join('.')).join(', ');
    throw new DatabaseError('other', `the database does not hold what was asked of it: ${wrong ?? 'journal_mode'}`);
  }
}

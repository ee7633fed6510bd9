import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Clock, Random } from '../base/system.ts';
import type { JournalKind } from './change.ts';
import { DatabaseError, mapDatabaseErrors, toDatabaseError } from './database-error.ts';
import { claimKind, createMeta, journalId, readMeta } from './metadata.ts';
import { checkVersion, migrate, schemaVersion } from './migrate.ts';

export interface OpenDatabase {
  /** the database file; its folder must exist */
  path: string;
  random: Random;
  /** opens an existing database read-only */
  readOnly?: boolean;
  /** live or training; a database of the other kind is refused */
  kind?: JournalKind;
}

export interface OpenedDatabase {
  db: Database.Database;
  /** called once the connection is closed: another writer may open the file then */
  release: () => void;
}

/**
 * Opens the shop's database, creates it when there is none, and migrates an older one. One writer for each file in this
 * process; lockFolder ensures that there is one process. Throws DatabaseError, and has then released the file.
 * @param prepare runs on a database opened for writing, before anybody reads it
 */
export function openDatabase(
  { path, random, readOnly = false, kind }: OpenDatabase,
  prepare: (db: Database.Database) => void = () => undefined,
): OpenedDatabase {
  let db: Database.Database | null = null;
  let release = (): void => {};
  try {
    db = connect(path, readOnly);
    if (readOnly) assertCurrent(db);
    else {
      release = prepareToWrite(db, path, random);
      if (kind) claimKind(db, kind);
      prepare(db);
    }
    return { db, release };
  } catch (thrown) {
    db?.close();
    release();
    throw toDatabaseError(thrown);
  }
}

function prepareToWrite(db: Database.Database, path: string, random: Random): () => void {
  const release = acquireWriterLock(path);
  try {
    migrate(db, () => createMeta(db, random));
    return release;
  } catch (thrown) {
    release();
    throw thrown;
  }
}

function assertCurrent(db: Database.Database): void {
  const version = checkVersion(db);
  if (version < schemaVersion) {
    throw new DatabaseError(
      'other',
      `the database has version ${version}: open it for writing once to bring it up to date`,
    );
  }
}

/** How long SQLite itself waits for another connection (a backup, a reader that checkpoints). */
const busyMs = 5000;

/**
 * Opens the file as every connection must be: WAL, synchronous=FULL, foreign keys, no trust in the schema. The settings are
 * read back, because better-sqlite3 is built with WAL_SYNCHRONOUS=1: it drops to NORMAL when a file is opened again.
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
  // Before anything is written: a file that is not Konter's, or of a newer version, stays as it is.
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
    -- A long copy or a long reader lets the log of writes grow; afterwards the room is freed.
    PRAGMA journal_size_limit = ${16 * 1024 * 1024};`);
  const pragmas = InForce.safeParse(Object.fromEntries(names.map((name) => [name, db.pragma(name, { simple: true })])));
  if (!pragmas.success || (!readOnly && pragmas.data.journal_mode !== 'wal')) {
    const wrong = pragmas.error?.issues.map(({ path }) => path.join('.')).join(', ');
    throw new DatabaseError('other', `the database does not hold what was asked of it: ${wrong ?? 'journal_mode'}`);
  }
}

const openFiles = new Set<string>();

/** Registers the file's only writer in this process; returns the function that releases it. */
export function acquireWriterLock(path: string): () => void {
  const real = realpathSync.native(path);
  if (openFiles.has(real)) throw new DatabaseError('locked', 'this program already writes the database');
  openFiles.add(real);
  let held = true;
  return () => {
    // A second release must not remove the entry of a later writer.
    if (held) openFiles.delete(real);
    held = false;
  };
}

type DatabaseProbe =
  | { kind: 'none' }
  | { kind: 'whole'; events: number }
  | { kind: 'fault'; fault: DatabaseError['kind'] };

/** The id of a database that has no writer now. */
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
 * Checks a database without writing to it, also beside a running counter: it is Konter's, not newer than this program, and
 * sound by SQLite's own check. Blocks its thread for as long as reading the file takes.
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
    return { kind: 'fault', fault: fault instanceof DatabaseError ? fault.kind : 'other' };
  }
}

interface FolderLock {
  release(): void;
}

const tryAgainMs = 50;

/**
 * Makes this process the only one on a data folder, waiting up to `waitMs` for the one before it to stop; null when it did
 * not. An exclusive SQLite lock on a small file of its own: the system lets go of it when the process ends, however it ends,
 * and it is the same call on every system. Rejects with DatabaseError when the folder cannot be written.
 */
export async function lockFolder(
  dir: string,
  { waitMs, clock }: { waitMs: number; clock: Clock },
): Promise<FolderLock | null> {
  const until = clock.monotonic() + waitMs;
  for (;;) {
    const lock = tryLock(join(dir, 'konter.lock'));
    if (lock) return lock;
    const left = until - clock.monotonic();
    if (left <= 0) return null;
    await clock.sleep(Math.min(tryAgainMs, left));
  }
}

function tryLock(path: string): FolderLock | null {
  let db: Database.Database | null = null;
  try {
    const opened = new Database(path, { timeout: 0 });
    db = opened;
    opened.exec('BEGIN EXCLUSIVE');
    return { release: () => void opened.close() };
  } catch (thrown) {
    db?.close();
    const fault = toDatabaseError(thrown);
    if (fault instanceof DatabaseError && fault.kind === 'locked') return null;
    throw fault;
  }
}

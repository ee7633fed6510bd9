import type Database from 'better-sqlite3';
import type { Random } from '../base/system.ts';
import { connect } from './connection.ts';
import { toDatabaseError } from './database-error.ts';
import { claimKind, createMeta } from './metadata.ts';
import { checkVersion, migrate, schemaVersion } from './migrations/migrate.ts';
import { DatabaseError, type JournalKind } from './sales-store.ts';
import { acquireWriterLock } from './writer-lock.ts';

export interface OpenDatabase {
  /** the database file; its folder must exist */
  path: string;
  random: Random;
  /** reads a database that is there and changes nothing in it */
  readOnly?: boolean;
  /** live or training; a database of the other kind is refused */
  kind?: JournalKind;
}

export interface OpenedDatabase {
  db: Database.Database;
  /** to be called once the connection is closed: another writer may open the file then */
  release: () => void;
}

/**
 * Opens the shop's database, creates it when there is none, and migrates an older one. One writer for each file in this process;
 * that there is one process is lockFolder's. Throws DatabaseError, and has then released the file.
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

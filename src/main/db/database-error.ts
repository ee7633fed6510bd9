import Database from 'better-sqlite3';
import { z } from 'zod';
import { DatabaseError, type DatabaseErrorKind } from './sales-store.ts';

const kinds: ReadonlyArray<[RegExp, DatabaseErrorKind]> = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'full'],
  [/^(SQLITE_READONLY|SQLITE_PERM|SQLITE_AUTH|EACCES|EPERM|EROFS)/, 'read_only'],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB|SQLITE_FORMAT|EISDIR)/, 'corrupt'],
  [/^(SQLITE_BUSY|SQLITE_LOCKED)/, 'locked'],
  [/^closed$/, 'closed'],
];

const words: Readonly<Record<DatabaseErrorKind, string>> = {
  full: 'the disk is full',
  read_only: 'the database cannot be written',
  corrupt: 'the database is damaged',
  locked: 'another program holds the database',
  newer: 'the database was made by a newer version of Konter',
  closed: 'the database was closed already',
  other: 'the database failed',
};

/**
 * Turns what SQLite, the file system or a row's schema threw into a DatabaseError. Anything else is a fault of the program
 * and comes back as it is. Messages carry codes and paths of fields, never values.
 */
export function toDatabaseError(thrown: unknown): unknown {
  if (thrown instanceof z.ZodError) {
    const path = thrown.issues[0]?.path.join('.') ?? '';
    return new DatabaseError('corrupt', `${words.corrupt}: a stored row is not right (${path})`, { cause: thrown });
  }
  const code = codeOf(thrown);
  if (code === null) return thrown;
  const kind = kinds.find(([pattern]) => pattern.test(code))?.[1] ?? 'other';
  return new DatabaseError(kind, `${words[kind]} (${code})`, { cause: thrown });
}

function codeOf(thrown: unknown): string | null {
  if (thrown instanceof Database.SqliteError) return thrown.code;
  if (thrown instanceof TypeError && thrown.message === 'The database connection is not open') return 'closed';
  const system = thrown instanceof Error && 'syscall' in thrown && 'code' in thrown;
  return system && typeof thrown.code === 'string' ? thrown.code : null;
}

/** Runs synchronous work on the database; throws DatabaseError where the disk or the database failed. */
export function mapDatabaseErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw toDatabaseError(thrown);
  }
}

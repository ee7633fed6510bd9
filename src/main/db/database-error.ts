import Database from 'better-sqlite3';
import { z } from 'zod';
import type { DiskReason } from '../../shared/contract/errors.ts';

export type DatabaseErrorKind = 'full' | 'read_only' | 'corrupt' | 'locked' | 'newer' | 'closed' | 'other';

/** The disk or the database failed; `kind` names a cause that a person can act on. */
export class DatabaseError extends Error {
  readonly kind: DatabaseErrorKind;
  constructor(kind: DatabaseErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseError';
    this.kind = kind;
  }
}

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
 * Turns an exception of SQLite, the file system or a row's schema into a DatabaseError. Any other exception is a fault of the
 * program and is returned as it is. Messages carry codes and paths of fields, never values.
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

/** A database error as an error's `reason`, for which the UI has messages that a cashier understands. */
export const diskReason: Readonly<Record<DatabaseErrorKind, DiskReason>> = {
  full: 'disk_full',
  read_only: 'read_only',
  corrupt: 'corrupt',
  locked: 'database_locked',
  newer: 'newer',
  closed: 'closing',
  other: 'disk_failed',
};

const refusedCodes: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Whether the system refused to read or write a file or folder; false for an address that it refused to listen on. */
export function isRefusedByDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'path' in error && refusedCodes.has(error.code);
}

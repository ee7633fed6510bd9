import { existsSync } from 'node:fs';
import type { BackupError } from '../../shared/contract/backups.ts';
import { DatabaseError, type DatabaseErrorKind, toDatabaseError } from '../db/database-error.ts';

const errors: Partial<Record<DatabaseErrorKind, BackupError>> = {
  full: 'disk_full',
  read_only: 'read_only',
  corrupt: 'copy_damaged',
};

/** Why a copy could not be made, as the owner can act on it. */
export function backupError(thrown: unknown, folder: string): BackupError {
  // A stick that was pulled shows as whatever the system came upon first.
  if (!existsSync(folder)) return 'folder_missing';
  const fault = toDatabaseError(thrown);
  return (fault instanceof DatabaseError ? errors[fault.kind] : undefined) ?? 'other';
}

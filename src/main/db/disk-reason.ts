import type { DiskReason } from '../../shared/contract/reasons.ts';
import type { DatabaseErrorKind } from './sales-store.ts';

/** A fault of the journal as an error's `reason`, for which the UI has words that a cashier understands. */
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

/** Whether the system refused to read or write a file or folder; of an address that it refused to listen on it is not said. */
export function isRefusedByDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'path' in error && refusedCodes.has(error.code);
}

import type { DiskReason } from '../../shared/contract/reasons.ts';
import type { JournalFaultKind } from './journal.ts';

/** A fault of the journal as an error's `reason`, for which the UI has words that a cashier understands. */
export const diskReason: Readonly<Record<JournalFaultKind, DiskReason>> = {
  full: 'disk_full',
  read_only: 'read_only',
  corrupt: 'corrupt',
  locked: 'database_locked',
  newer: 'newer',
  closed: 'closing',
  other: 'disk_failed',
};

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { exportReasons } from '../../../shared/contract/reasons.ts';
import { DatabaseError, toDatabaseError } from '../../db/database-error.ts';
import { TooManyRows } from './formats/report.ts';

type Reason = (typeof exportReasons)[number];

const reasons: Partial<Record<DatabaseError['kind'], Reason>> = {
  full: 'disk_full',
  read_only: 'no_rights',
  corrupt: 'corrupt',
};

/** Why a file could not be written, as a person can act on it; `fault` is for the log and holds codes and names only. */
export function exportFault(thrown: unknown, path: string): { reason: Reason; fault: string } {
  if (thrown instanceof TooManyRows) return { reason: 'too_many_rows', fault: 'too many rows' };
  const fault = toDatabaseError(thrown);
  const said = fault instanceof DatabaseError ? fault.message : thrown instanceof Error ? thrown.name : typeof thrown;
  // A stick that was pulled shows as whatever the system came upon first.
  if (!existsSync(dirname(path))) return { reason: 'place_missing', fault: said };
  return { reason: (fault instanceof DatabaseError ? reasons[fault.kind] : null) ?? 'other', fault: said };
}

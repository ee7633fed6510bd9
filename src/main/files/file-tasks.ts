import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { ExportFilter, ExportFormat, Separator } from '../../shared/contract/exports.ts';
import { exportReasons } from '../../shared/contract/reasons.ts';
import { StatementColumns } from '../../shared/contract/reconcile.ts';
import { Language } from '../../shared/domain/preferences.ts';
import { DatabaseError, toDatabaseError } from '../db/database-error.ts';

/** Start parameters of an export worker. */
export const ExportTask = z.object({
  journal: z.string(),
  /** of the finished file */
  path: z.string(),
  /** written first, then renamed to `path` */
  temporary: z.string(),
  format: ExportFormat,
  separator: Separator,
  filter: ExportFilter,
  /** a pending sale sent before this is overdue; ISO 8601 */
  overdue: z.object({ before: z.iso.datetime(), after: z.iso.datetime() }),
  /** the shop's day, YYYY-MM-DD */
  today: z.iso.date(),
  timeZone: z.string(),
  language: Language,
  shop: z.string(),
  /** its first word becomes 1 when the task is cancelled */
  given: z.instanceof(SharedArrayBuffer),
});
export type ExportTask = z.infer<typeof ExportTask>;

/** Messages of a file worker. */
export const WorkerMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: z.int(), total: z.int(), rows: z.int() }),
  z.object({ kind: z.literal('done'), rows: z.int() }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('failed'), reason: z.enum(exportReasons), fault: z.string() }),
]);
export type WorkerMessage = z.infer<typeof WorkerMessage>;

/** The task was cancelled. */
export class CancelledError extends Error {}

/** More rows than a PDF report may have. */
export class TooManyRows extends Error {}

/** Start parameters of a worker that compares a statement or writes the differences to a file. */
export const ReconcileTask = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('compare'),
    journal: z.string(),
    statement: z.string(),
    scratch: z.string(),
    columns: StatementColumns,
    days: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
    /** of the provider, in which the statement's times are */
    timeZone: z.string(),
    given: z.instanceof(SharedArrayBuffer),
  }),
  z.object({
    do: z.literal('write'),
    scratch: z.string(),
    path: z.string(),
    temporary: z.string(),
    language: Language,
    timeZone: z.string(),
    given: z.instanceof(SharedArrayBuffer),
  }),
]);
export type ReconcileTask = z.infer<typeof ReconcileTask>;

type Reason = (typeof exportReasons)[number];

const reasons: Partial<Record<DatabaseError['kind'], Reason>> = {
  full: 'disk_full',
  read_only: 'no_rights',
  corrupt: 'corrupt',
};

/** The reason shown to a person; `fault` is for the log and holds codes and names only. */
export function toExportFailure(thrown: unknown, path: string): { reason: Reason; fault: string } {
  if (thrown instanceof TooManyRows) return { reason: 'too_many_rows', fault: 'too many rows' };
  const error = toDatabaseError(thrown);
  const fault = error instanceof DatabaseError ? error.message : thrown instanceof Error ? thrown.name : typeof thrown;
  // A removed USB stick may cause any file system error.
  if (!existsSync(dirname(path))) return { reason: 'place_missing', fault };
  return { reason: (error instanceof DatabaseError ? reasons[error.kind] : null) ?? 'other', fault };
}

import { z } from 'zod';
import { ExportFilter, ExportFormat, Separator } from '../../../shared/contract/exports.ts';
import { exportReasons } from '../../../shared/contract/reasons.ts';
import { Language } from '../../../shared/domain/preferences.ts';

/** What a thread that writes an export is started with. */
export const ExportTask = z.object({
  journal: z.string(),
  /** where the file is to be, whole */
  path: z.string(),
  /** beside it; becomes it in the end */
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
  /** its first word becomes 1 when nobody wants the file any more */
  given: z.instanceof(SharedArrayBuffer),
});
export type ExportTask = z.infer<typeof ExportTask>;

/** What such a thread says. */
export const FromThread = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: z.int(), total: z.int(), rows: z.int() }),
  z.object({ kind: z.literal('done'), rows: z.int() }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('failed'), reason: z.enum(exportReasons), fault: z.string() }),
]);
export type FromThread = z.infer<typeof FromThread>;

/** Nobody wants the result any more. */
export class CancelledError extends Error {}

import { z } from 'zod';
import { TransactionKind, TransactionState } from '../domain/transaction.ts';
import { nothing, procedure } from './procedure.ts';
import { exportReasons } from './reasons.ts';

export const ExportFormat = z.enum(['csv', 'xlsx', 'pdf', 'jsonl']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Of a CSV. Excel expects the list separator of the computer's region: a semicolon in Indonesian, a comma in English. */
export const Separator = z.enum(['semicolon', 'comma', 'tab']);
export type Separator = z.infer<typeof Separator>;

/** Which sales leave the house; whatever is left out asks for all. Newest first, as the list is. */
export const ExportFilter = z.strictObject({
  /** as transactions.search understands it */
  text: z.string().max(500).optional(),
  states: z.array(TransactionState).max(9).optional(),
  kinds: z.array(TransactionKind).max(2).optional(),
  /** createdAt, inclusive */
  from: z.iso.datetime({ offset: true }).optional(),
  /** createdAt, exclusive */
  to: z.iso.datetime({ offset: true }).optional(),
  /** the shop's days, both included */
  days: z.strictObject({ from: z.iso.date(), to: z.iso.date() }).optional(),
  /** only sales with cash to be handed back, with cash to be collected, or pending for longer than the shop waits */
  only: z.enum(['cashToReturn', 'cashToCollect', 'overdue']).optional(),
});
export type ExportFilter = z.infer<typeof ExportFilter>;

/** A report to be read on paper ends here; more rows than that are for a spreadsheet. */
export const maxReportRows = 5000;

export const TaskId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** A file that was asked for; "page": the host's script brings it to the address before this resolves. */
export const ChosenFile = z.object({
  via: z.enum(['file', 'page', 'cancelled']),
  file: TaskId.nullable(),
  name: z.string().nullable(),
  url: z.string().nullable(),
});

/** Something that is made beside selling and takes its time: a file that leaves the house, or a statement that is compared. */
export const FileTask = z.object({
  id: TaskId,
  kind: z.enum(['export', 'reconcile']),
  format: ExportFormat.nullable(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** sales looked at, or bytes of a statement read, of `total` */
  done: z.int().nonnegative(),
  total: z.int().nonnegative(),
  /** rows written, or lines read */
  rows: z.int().nonnegative(),
  /** why it failed */
  reason: z.enum(exportReasons).nullable(),
  /** of the file, without its folder; null for a comparison */
  name: z.string().nullable(),
  folder: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** the page itself saves or prints what `exports.fetch` answers */
  fetch: z.boolean(),
});
export type FileTask = z.infer<typeof FileTask>;

export const exports = {
  /** asks for a place where the host does that, and begins; null: the person gave it no place */
  'exports.start': procedure(
    z.strictObject({ format: ExportFormat, separator: Separator.optional(), filter: ExportFilter }),
    z.object({ task: FileTask.nullable() }),
  ),
  /** what was begun since the program started, newest first */
  'exports.list': procedure(nothing, z.object({ tasks: z.array(FileTask) })),
  /** stops one that runs; nothing of its file stays */
  'exports.cancel': procedure(z.strictObject({ id: TaskId }), z.object({ task: FileTask })),
  /** for a page that saves or prints by itself: "download" and "print" are done by the host's script before this resolves */
  'exports.fetch': procedure(
    z.strictObject({ id: TaskId }),
    z.object({ via: z.enum(['file', 'download', 'print']), url: z.string().nullable(), name: z.string().nullable() }),
  ),
};

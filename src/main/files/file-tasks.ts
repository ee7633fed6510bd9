import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { exportReasons } from '../../shared/contract/errors.ts';
import { BooksFormat, ExportFilter, ExportFormat, Separator, StatementProposal } from '../../shared/contract/files.ts';
import { HiddenParts, StatementMapping, TableLayout, TableView } from '../../shared/domain/column-mapping.ts';
import { Language } from '../../shared/domain/preferences.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { errorName, type System } from '../base/system.ts';
import { CancelledError, callOnce } from '../base/worker-pool.ts';
import { DatabaseError, toDatabaseError } from '../db/database-error.ts';
import { lookAtTable } from './table/headings.ts';
import { listQuestions } from './table/list-headings.ts';
import { StatementMappings } from './table/remembered.ts';
import { isWorkbook, readSeenRows } from './table/table-file.ts';
import { NotATable, tableReasons } from './table/workbook.ts';

/** At an office: the databases that are read in place of `journal`, and the names of their counters. */
const ofCounters = { counters: z.array(z.object({ database: z.string(), name: z.string() })).optional() };

/** The task of an export worker. */
export const ExportTask = z.object({
  database: z.string(),
  ...ofCounters,
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
  /** false: without what sales cost the shop */
  costs: z.boolean(),
});
export type ExportTask = z.infer<typeof ExportTask>;

/** The books of some days as a file. */
export const BooksTask = z.object({
  database: z.string(),
  ...ofCounters,
  path: z.string(),
  temporary: z.string(),
  format: BooksFormat,
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string(),
  language: Language,
  shop: z.string(),
  costs: z.boolean(),
  /** leaves out the cash of the days from this one on: the drawer of an open shift is counted blind; null: of none */
  blindFrom: z.iso.date().nullable(),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type BooksTask = z.infer<typeof BooksTask>;

/** A file worker's progress: `done` of `total` sales are scanned. */
export const FileProgress = z.object({ done: z.int(), total: z.int(), rows: z.int() });
export type FileProgress = z.infer<typeof FileProgress>;

/** The top of a table; `sample`: more rows than a person is shown. */
const FoundTable = TableView.omit({ from: true }).extend({
  ...StatementMapping.pick({ sheet: true, separator: true, headingRow: true }).shape,
  above: z.array(z.array(z.string())),
  sample: z.array(z.array(z.string())),
  hidden: HiddenParts,
});
export type FoundTable = z.infer<typeof FoundTable>;

/** The result of a file worker. */
export const FileResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), rows: z.int() }),
  z.object({ kind: z.literal('looked'), proposal: StatementProposal }),
  z.object({ kind: z.literal('found'), table: FoundTable }),
  z.object({ kind: z.literal('rows'), rows: z.array(z.array(z.string())) }),
  z.object({ kind: z.literal('failed'), reason: z.enum(exportReasons), fault: z.string() }),
]);
export type FileResult = z.infer<typeof FileResult>;

/** More rows than a PDF report may have. */
export class TooManyRows extends Error {}

export const GivenPlace = TableLayout.pick({ sheet: true, separator: true, headingRow: true });
export type GivenPlace = z.infer<typeof GivenPlace>;

/** The task of a worker that looks at a statement or a price list, reads a list's rows, compares a statement, or writes the differences to a file. */
export const ReconcileTask = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('look'),
    statement: z.string(),
    mapping: StatementMapping.nullable(),
    remembered: StatementMappings,
    timeZone: z.string(),
  }),
  z.object({
    do: z.literal('find'),
    list: z.string(),
    question: z.enum(['prices', 'members']),
    place: GivenPlace.nullable(),
    headings: z.array(z.array(z.string())),
  }),
  z.object({ do: z.literal('read'), table: z.string(), place: GivenPlace, maxRows: z.int() }),
  z.object({
    do: z.literal('compare'),
    database: z.string(),
    statement: z.string(),
    scratch: z.string(),
    mapping: StatementMapping,
    days: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
    /** of the provider, in which the statement's times are */
    timeZone: z.string(),
  }),
  z.object({
    do: z.literal('write'),
    scratch: z.string(),
    path: z.string(),
    temporary: z.string(),
    language: Language,
    timeZone: z.string(),
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
  const fault = error instanceof DatabaseError ? error.message : errorName(thrown);
  // A removed USB stick may cause any file system error.
  if (!existsSync(dirname(path))) return { reason: 'folder_missing', fault };
  return { reason: (error instanceof DatabaseError ? reasons[error.kind] : null) ?? 'other', fault };
}

/** How long a cancelled worker may take to reach its next slice. After that its thread is terminated. */
const graceMs = 5000;

/**
 * A thread without limits lets garbage grow by hundreds of megabytes. Much of it may be young: several slices and their text, so
 * that few of them are still needed when it is collected.
 */
const limits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 160 };

/** "ended": the thread was killed or failed */
export type FileEnding = FileResult | { kind: 'cancelled' } | { kind: 'ended' };

type Host = Pick<System, 'clock' | 'workers'>;
type OnProgress = (now: FileProgress) => void;

/** Writes a file in a thread of its own. Never rejects. @param signal cancels it */
export const runExport = (system: Host, task: ExportTask | BooksTask, onProgress: OnProgress, signal: AbortSignal) =>
  runInThread(system, 'export-worker', task, onProgress, signal);

/** Looks at a statement, compares it or writes the differences, as `runExport` writes sales. */
export const runReconcile = (system: Host, task: ReconcileTask, onProgress: OnProgress, signal: AbortSignal) =>
  runInThread(system, 'reconcile-worker', task, onProgress, signal);

/**
 * Finds the table of a list; in a thread where a workbook is unpacked as a whole. Throws NotATable and file system errors.
 * @param headings headings of lists whose mapping a person has confirmed
 * @param question what the list is of
 */
export async function findListTable(
  system: Host,
  list: string,
  place: GivenPlace | null,
  headings: string[][],
  question: keyof typeof listQuestions = 'prices',
): Promise<FoundTable> {
  if (!isWorkbook(list)) return lookAtTable(list, { ...listQuestions[question], headings }, place);
  const task = { do: 'find', list, question, place: place && placeOf(place), headings } as const;
  const ending = await runReconcile(system, task, () => undefined, never);
  if (ending.kind === 'found') return ending.table;
  throw notATable(ending);
}

/** The rows of a table, from the top of its file, as `findListTable` reads. */
export async function readTable(system: Host, table: string, place: GivenPlace, maxRows: number): Promise<string[][]> {
  if (!isWorkbook(table)) return readSeenRows(table, place, maxRows);
  const task = { do: 'read', table, place: placeOf(place), maxRows } as const;
  const ending = await runReconcile(system, task, () => undefined, never);
  if (ending.kind === 'rows') return ending.rows;
  throw notATable(ending);
}

const never = new AbortController().signal;

/** Of a mapping, where its table stands. */
const placeOf = ({ sheet, separator, headingRow }: GivenPlace): GivenPlace => ({ sheet, separator, headingRow });

function notATable(ending: FileEnding): NotATable {
  // A thread that needs too much memory is ended.
  if (ending.kind === 'ended') return new NotATable('too_large');
  const reason = ending.kind === 'failed' ? ending.reason : null;
  return new NotATable(tableReasons.find((each) => each === reason) ?? 'no_table');
}

async function runInThread(
  system: Host,
  name: 'export-worker' | 'reconcile-worker',
  task: object,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<FileEnding> {
  try {
    const answer = await callOnce(system, name, task, {
      limits,
      graceMs,
      signal,
      onProgress: (value) => onProgress(FileProgress.parse(value)),
    });
    return FileResult.parse(answer);
  } catch (error) {
    return { kind: error instanceof CancelledError || signal.aborted ? 'cancelled' : 'ended' };
  }
}

/** When a file was made, in its name: by the shop's clock, "20261130-110512". */
export function fileStamp(epochMs: number, timeZone: string): string {
  const { day, time } = wallClock(epochMs, timeZone);
  return `${day.replaceAll('-', '')}-${time.replaceAll(':', '')}`;
}

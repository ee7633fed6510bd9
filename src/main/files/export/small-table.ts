import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { ExportFormat, FileTask, Separator } from '../../../shared/contract/files.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { Clock, Log } from '../../base/system.ts';
import type { Downloads, FileDialogs } from '../api.ts';
import { AtomicFile } from '../atomic-file.ts';
import { fileStamp, toExportFailure } from '../file-tasks.ts';
import type { TaskManager } from '../task-manager.ts';
import { byteOrderMark, type Cell, csvLines } from './csv.ts';
import type { SheetColumn } from './xlsx.ts';

export interface SmallTableDeps {
  runtime(): { db: { readonly terminal: string } };
  settings(): Settings;
  fileDialogs: FileDialogs | null;
  tasks: TaskManager;
  downloads: Downloads;
  clock: Clock;
  log: Log;
}

interface SmallTable {
  /** what the file's name says beside the terminal and the time; names no customer */
  name: string;
  format: Extract<ExportFormat, 'csv' | 'xlsx'>;
  /** left out: that of the language's region */
  separator?: Separator | undefined;
  columns: readonly SheetColumn[];
  rows(): Promise<Cell[][]>;
}

/**
 * Asks for a place, and writes a table of at most some thousand rows there at once. A CSV is safe to open: formulas become text.
 * @returns null: the person gave it no place
 */
export async function exportTable(
  { name, format, separator, columns, rows: readRows }: SmallTable,
  { runtime, settings, fileDialogs, tasks, downloads, clock, log }: SmallTableDeps,
): Promise<Result<{ task: FileTask | null }>> {
  if (!fileDialogs) return fail('not_allowed', 'This host saves no files.', { reason: 'cannot_save' });
  const sign = separator ?? (settings().language === 'id' ? 'semicolon' : 'comma');
  const stamp = fileStamp(clock.now(), settings().timeZone);
  const path = await fileDialogs.place(`konter-${runtime().db.terminal}-${name}-${stamp}.${format}`);
  if (path === null) return ok({ task: null });
  return tasks.begin({ kind: 'export', format, path }, async ({ id }) => {
    let file: AtomicFile | null = null;
    try {
      const rows = await readRows();
      file = new AtomicFile(path, `${path}.${id.slice(0, 8)}.part`);
      if (format === 'csv') file.write(byteOrderMark + csvLines([columns.map(({ header }) => header), ...rows], sign));
      // Loaded for a workbook only.
      else await (await import('./xlsx.ts')).writeSheets(file, [{ name, columns, rows }]);
      file.finish();
      const url = fileDialogs.download(path);
      if (url !== null) downloads.set(id, { via: 'download', url });
      return { state: 'done', reason: null, fetch: url !== null, rows: rows.length };
    } catch (error) {
      file?.discard();
      const { reason, fault } = toExportFailure(error, path);
      log.warn('a table was not exported', { table: name, reason, fault });
      return { state: 'failed', reason, fetch: false };
    }
  });
}

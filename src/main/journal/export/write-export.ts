import type Database from 'better-sqlite3';
import { z } from 'zod';
import { byteOrderMark, csvLines } from './formats/csv.ts';
import { firstLine, lastLine, prepareSaleLine } from './formats/json-lines.ts';
import { Report } from './formats/report.ts';
import { Workbook } from './formats/xlsx.ts';
import { preparePages } from './pages.ts';
import { readRow, rowColumns } from './row.ts';
import { exportTable } from './table.ts';
import type { ExportTask } from './tasks.ts';
import type { WholeFile } from './whole-file.ts';
import { exportWords } from './words.ts';

/** One format: takes the rows of a slice, and ends. */
interface Format {
  columns: string;
  add(rows: unknown[]): void | Promise<void>;
  end(rows: number): void | Promise<void>;
}

export interface ExportProgress {
  /** sales looked at, of `total` */
  done: number;
  total: number;
  rows: number;
}

/**
 * Writes everything the task means into the file, slice by slice. Throws TooManyRows, what SQLite and the file system throw, and
 * what `stillWanted` throws.
 * @param at ISO 8601, now
 */
export async function writeExport(
  db: Database.Database,
  file: WholeFile,
  task: ExportTask,
  at: string,
  told: { stillWanted(): void; progress(now: ExportProgress): void },
): Promise<number> {
  const format = formatOf(db, file, task, at);
  const { total, pages } = preparePages(db, format.columns, task);
  let [done, rows] = [0, 0];
  told.progress({ done, total, rows });
  for (const page of pages) {
    told.stillWanted();
    await format.add(page.rows);
    done = Math.min(total, done + page.looked);
    rows += page.rows.length;
    told.progress({ done, total, rows });
  }
  await format.end(rows);
  return rows;
}

function formatOf(db: Database.Database, file: WholeFile, task: ExportTask, at: string): Format {
  const table = exportTable(task.language, task.timeZone);
  const nothing = (): void => undefined;
  switch (task.format) {
    case 'csv':
      file.write(byteOrderMark + csvLines([table.heads], task.separator));
      return {
        columns: rowColumns,
        add: (rows) =>
          file.write(
            csvLines(
              rows.map((row) => table.cells(readRow(row))),
              task.separator,
            ),
          ),
        end: nothing,
      };
    case 'xlsx': {
      const book = new Workbook(file, exportWords(task.language).rest('sales'), table.heads);
      return {
        columns: rowColumns,
        add: (rows) => book.add(rows.map((row) => table.cells(readRow(row)))),
        end: () => book.finish(),
      };
    }
    case 'pdf': {
      const report = new Report(task);
      return {
        columns: rowColumns,
        add: (rows) => report.add(rows.map(readRow)),
        end: () => file.write(report.html()),
      };
    }
    case 'jsonl': {
      const saleLine = prepareSaleLine(db);
      file.write(firstLine(db, at));
      return {
        columns: 'id',
        add: (rows) => file.write(rows.map((row) => saleLine(Id.parse(row)[0])).join('')),
        end: (rows) => file.write(lastLine(rows)),
      };
    }
  }
}

const Id = z.tuple([z.string()]);

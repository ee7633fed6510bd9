import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Cell } from './formats/cell.ts';
import { byteOrderMark, csvLines, csvWriter } from './formats/csv.ts';
import { firstLine, lastLine, prepareSaleLine } from './formats/json-lines.ts';
import { Report } from './formats/report.ts';
import { preparePages } from './pages.ts';
import { readRow, rowColumns } from './row.ts';
import { exportTable, type Table } from './table.ts';
import type { ExportTask } from './tasks.ts';
import type { WholeFile } from './whole-file.ts';
import { exportWords } from './words.ts';

/** One format: pulls slices of rows, and writes them all. */
interface Format {
  columns: string;
  write(slices: Iterable<unknown[]>): void | Promise<void>;
}

/** Sales looked at between two words about it: more words would only take the seller's time. */
const toldEvery = 2000;

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
  const say = (): void => told.progress({ done, total, rows });
  say();
  function* slices(): Generator<unknown[], void> {
    for (const page of pages) {
      told.stillWanted();
      yield page.rows;
      const before = done;
      done = Math.min(total, done + page.looked);
      rows += page.rows.length;
      if (done === total || Math.floor(done / toldEvery) > Math.floor(before / toldEvery)) say();
    }
  }
  await format.write(slices());
  return rows;
}

function formatOf(db: Database.Database, file: WholeFile, task: ExportTask, at: string): Format {
  const table = exportTable(task.language, task.timeZone);
  switch (task.format) {
    case 'csv':
      return {
        columns: rowColumns,
        write(slices) {
          const lines = csvWriter(task.separator, table.looks);
          file.write(byteOrderMark + csvLines([table.heads], task.separator));
          for (const rows of slices) file.write(lines(rows.map((row) => table.cells(readRow(row)))));
        },
      };
    case 'xlsx':
      return {
        columns: rowColumns,
        async write(slices) {
          // A thread that writes something else starts in half the time without it.
          const { writeWorkbook } = await import('./formats/xlsx.ts');
          const name = exportWords(task.language).rest('sales');
          await writeWorkbook(file, { name, heads: table.heads }, rowsOf(slices, table));
        },
      };
    case 'pdf':
      return {
        columns: rowColumns,
        write(slices) {
          const report = new Report(task);
          for (const rows of slices) report.add(rows.map(readRow));
          file.write(report.html());
        },
      };
    case 'jsonl':
      return {
        columns: 'id',
        write(slices) {
          const saleLine = prepareSaleLine(db);
          let sales = 0;
          file.write(firstLine(db, at));
          for (const rows of slices) {
            file.write(rows.map((row) => saleLine(Id.parse(row)[0])).join(''));
            sales += rows.length;
          }
          file.write(lastLine(sales));
        },
      };
  }
}

function* rowsOf(slices: Iterable<unknown[]>, table: Table): Generator<Cell[], void> {
  for (const rows of slices) for (const row of rows) yield table.cells(readRow(row));
}

const Id = z.tuple([z.string()]);

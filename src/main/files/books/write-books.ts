import type Database from 'better-sqlite3';
import { wallClock } from '../../../shared/domain/zone.ts';
import { readRecap } from '../../ledger/index.ts';
import type { AtomicFile } from '../atomic-file.ts';
import type { BooksTask } from '../file-tasks.ts';
import { booksSheets, personDay } from './books-sheets.ts';
import { recapPage } from './recap-page.ts';

/**
 * Writes the books of some days: a workbook with a sheet for each way of looking at them, or a page for the tax office. Throws
 * errors of SQLite and the file system.
 * @param at ISO 8601, now
 * @returns the number of successful sales
 */
export async function writeBooks(
  db: Database.Database,
  file: AtomicFile,
  task: BooksTask,
  at: string,
): Promise<number> {
  const { shop, from, to, format } = task;
  const content = { ...readRecap(db, task), shop, from, to };
  if (format === 'xlsx') {
    const { writeSheets } = await import('../export/xlsx.ts');
    await writeSheets(file, booksSheets(content, task));
  } else {
    const { day, time } = wallClock(Date.parse(at), task.timeZone);
    file.write(recapPage(content, { ...task, printedAt: `${personDay(day)} ${time.slice(0, 5)}` }));
  }
  // Below zero where corrections take away more than was sold.
  return Math.max(0, content.total.success);
}

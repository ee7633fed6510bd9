import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { wallClock } from '../../../shared/domain/zone.ts';
import { connect } from '../connection.ts';
import { firstLateBill } from '../search/span.ts';
import { settleDifferences, spanOfLines } from './differences.ts';
import { fillLines, fillOurs, keepLinesWithin } from './fill.ts';
import { readTime } from './line-values.ts';
import { matchLines } from './match.ts';
import { newScratch, removeScratch } from './scratch.ts';
import type { ReconcileTask } from './tasks.ts';

type CompareTask = Omit<Extract<ReconcileTask, { do: 'compare' }>, 'given' | 'do'>;

type Here = { from: number; to: number };

const dayMs = 24 * 60 * 60_000;

/**
 * Compares a statement with the journal, which is only read; what was found stays in the scratch file. Answers how many lines
 * there were. Throws NoTable, what SQLite and the file system throw, and what `stillWanted` throws.
 */
export async function compareStatement(
  task: CompareTask,
  {
    stillWanted,
    progress,
  }: { stillWanted(): void; progress(now: { done: number; total: number; rows: number }): void },
): Promise<number> {
  const total = statSync(task.statement).size;
  const scratch = newScratch(task.scratch);
  const journal = connect(task.journal, true);
  try {
    const told = { stillWanted, progress: (done: number, rows: number) => progress({ done, total, rows }) };
    const lines = await fillLines(scratch, task, told);
    const days = task.days ?? daysOfLines(spanOfLines(scratch), task.timeZone);
    const here = days && { from: startOf(days.from, task.timeZone), to: startOf(days.to, task.timeZone) + dayMs };
    fillOurs(scratch, journal, here && spanOfSales(journal, here), stillWanted);
    matchLines(scratch, stillWanted);
    // What the statement says of other days was not asked: our sales of those were not there to be found.
    if (task.days && here) keepLinesWithin(scratch, here);
    stillWanted();
    settleDifferences(scratch, here, days);
    scratch.close();
    return lines;
  } catch (thrown) {
    scratch.close();
    removeScratch(task.scratch);
    throw thrown;
  } finally {
    journal.close();
  }
}

function daysOfLines(span: { first: number; last: number } | null, timeZone: string) {
  return span && { from: wallClock(span.first, timeZone).day, to: wallClock(span.last, timeZone).day };
}

/** When sales were begun that may be the lines': one of the day before, or told of the day after, or a bill that was paid late. */
function spanOfSales(journal: Database.Database, here: Here): { from: string; to: string } {
  const from = isoOf(here.from - 2 * dayMs);
  const to = isoOf(here.to + 2 * dayMs);
  const late = firstLateBill(journal, from.slice(0, 10), to.slice(0, 10));
  return { from: late !== null && late < from ? late : from, to };
}

function startOf(day: string, timeZone: string): number {
  const read = readTime(`${day} 00:00:00`, timeZone);
  if (!read) throw new RangeError('not a day');
  return read.at;
}

const isoOf = (at: number): string => new Date(at).toISOString();

import { statSync } from 'node:fs';
import { wallClock } from '../../../shared/domain/zone.ts';
import { connect } from '../connection.ts';
import { settleDifferences, spanOfLines } from './differences.ts';
import { fillLines, fillOurs } from './fill.ts';
import { readTime } from './line-values.ts';
import { matchLines } from './match.ts';
import { newScratch, removeScratch } from './scratch.ts';
import type { ReconcileTask } from './tasks.ts';

type CompareTask = Omit<Extract<ReconcileTask, { do: 'compare' }>, 'given' | 'do'>;

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
    const { lines, unreadable } = await fillLines(scratch, task, told);
    const days = task.days ?? daysOfLines(spanOfLines(scratch), task.timeZone);
    const here = days && { from: startOf(days.from, task.timeZone), to: startOf(days.to, task.timeZone) + dayMs };
    // A sale that was begun the day before, or told of the day after, is still the line's.
    const span = here && { from: isoOf(here.from - 2 * dayMs), to: isoOf(here.to + 2 * dayMs) };
    fillOurs(scratch, journal, span, stillWanted);
    matchLines(scratch, stillWanted);
    stillWanted();
    settleDifferences(scratch, here, { unreadable, days });
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

function startOf(day: string, timeZone: string): number {
  const read = readTime(`${day} 00:00:00`, timeZone);
  if (!read) throw new RangeError('not a day');
  return read.at;
}

const isoOf = (at: number): string => new Date(at).toISOString();

import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { StatementColumns } from '../../../shared/contract/reconcile.ts';
import { asDialled } from '../../../shared/domain/customer-no.ts';
import { TransactionState } from '../../../shared/domain/transaction.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { connect } from '../../db/open-database.ts';
import { firstLateBill } from '../../search/index.ts';
import { preparePages } from '../export/pages.ts';
import { settleDifferences, spanOfLines } from './differences.ts';
import { type DateOrder, orderOf, readAmount, readStatus, readTime } from './line-values.ts';
import { newScratch, removeScratch } from './scratch.ts';
import { statementLines } from './statement.ts';
import type { ReconcileTask } from './tasks.ts';

const batch = 1000;

const Said = z.tuple([z.int(), z.string()]);

const OursRow = z.tuple([
  z.string(),
  z.string().nullable(),
  z.string().nullable(),
  z.string(),
  z.int().nullable(),
  TransactionState,
  z.string(),
  z.string(),
]);

const halfHourMs = 30 * 60_000;

const halfDayMs = 12 * 60 * 60_000;

const Lines = z.array(
  z.tuple([z.int(), z.string().nullable(), z.string().nullable(), z.int().nullable(), z.int().nullable(), z.int()]),
);

const Id = z.string().nullish();

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

/**
 * Finds each line's sale, each sale for one line only: first by the provider's id; then, where one of the two has no id, by
 * number, amount and time (half an hour apart at most, or the same day where the line names no time of day), the nearest first.
 * An amount or a time that one side does not know stands in nobody's way.
 */
function matchLines(scratch: Database.Database, stillWanted: () => void): void {
  const byId = scratch
    .prepare('SELECT id FROM ours WHERE transaction_id = ? AND taken = 0 ORDER BY abs(at - coalesce(?, at)) LIMIT 1')
    .pluck();
  const byNumber = scratch
    .prepare(
      `SELECT id FROM ours WHERE number = @number AND taken = 0
         AND at BETWEEN coalesce(@at, at) - @apart AND coalesce(@at, at) + @apart
         AND (amount IS NULL OR @amount IS NULL OR amount = @amount)
         AND (transaction_id IS NULL OR @transactionId IS NULL)
       ORDER BY amount IS NULL, abs(at - coalesce(@at, at)) LIMIT 1`,
    )
    .pluck();
  const take = scratch.prepare('UPDATE ours SET taken = 1 WHERE id = ?');
  const settle = scratch.prepare('UPDATE lines SET here = ? WHERE line = ?');
  const all = (find: (line: z.infer<typeof Lines>[number]) => unknown): void => {
    const page = scratch
      .prepare(
        `SELECT line, transaction_id, number, amount, at, whole_day FROM lines WHERE line > ? AND here IS NULL
         ORDER BY line LIMIT 1000`,
      )
      .raw();
    const settleAll = scratch.transaction((lines: z.infer<typeof Lines>) => {
      for (const line of lines) {
        const id = Id.parse(find(line));
        if (id === null || id === undefined) continue;
        take.run(id);
        settle.run(id, line[0]);
      }
    });
    for (let after = 0; ; ) {
      stillWanted();
      const lines = Lines.parse(page.all(after));
      const last = lines.at(-1);
      if (!last) return;
      settleAll(lines);
      after = last[0];
    }
  };
  all(([, transactionId, , , at]) => (transactionId === null ? null : byId.get(transactionId, at)));
  all(([, transactionId, number, amount, at, wholeDay]) =>
    number === null || number === ''
      ? null
      : byNumber.get({ transactionId, number, amount, at, apart: wholeDay === 1 ? halfDayMs : halfHourMs }),
  );
}

interface Told {
  stillWanted(): void;
  progress(bytes: number, lines: number): void;
}

/** Brings the statement into `lines`, and answers how many there are. */
async function fillLines(
  scratch: Database.Database,
  { statement, columns, timeZone }: { statement: string; columns: StatementColumns; timeZone: string },
  { stillWanted, progress }: Told,
): Promise<number> {
  const insert = scratch.prepare('INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)');
  const insertAll = scratch.transaction((rows: readonly unknown[][]) => {
    for (const row of rows) insert.run(...row);
  });
  let [line, bytes] = [0, 0];
  const orders = new Set<DateOrder>();
  let rows: unknown[][] = [];
  const given = statementLines(statement, columns, (now) => {
    bytes = now;
  });
  for await (const told of given) {
    line += 1;
    const time = told.time === null ? null : readTime(told.time, timeZone);
    const order = told.time === null ? null : orderOf(told.time);
    if (order) orders.add(order);
    rows.push([
      line,
      told.transactionId,
      told.customerNo === null ? null : asDialled(told.customerNo),
      told.customerNo,
      told.amount === null ? null : readAmount(told.amount),
      told.status === null ? null : readStatus(told.status),
      told.status,
      time?.at ?? null,
      time?.wholeDay === true ? 1 : 0,
      told.time,
    ]);
    if (rows.length < batch) continue;
    stillWanted();
    insertAll(rows);
    rows = [];
    progress(bytes, line);
  }
  insertAll(rows);
  progress(bytes, line);
  if (orders.has('month_first') && !orders.has('day_first')) readMonthFirst(scratch, timeZone);
  return line;
}

/** One date that can be nothing else says it of the others: "11/05" of a file that also has "11/22" is no day in May. */
function readMonthFirst(scratch: Database.Database, timeZone: string): void {
  const said = scratch.prepare('SELECT line, time_said FROM lines WHERE line > ? AND at IS NOT NULL LIMIT 1000').raw();
  const set = scratch.prepare('UPDATE lines SET at = ? WHERE line = ?');
  const setAll = scratch.transaction((rows: readonly z.infer<typeof Said>[]) => {
    for (const [line, text] of rows) set.run(readTime(text, timeZone, 'month_first')?.at ?? null, line);
  });
  for (let after = 0; ; ) {
    const rows = said.all(after).map((row) => Said.parse(row));
    setAll(rows);
    const last = rows.at(-1);
    if (!last) return;
    after = last[0];
  }
}

/** Takes the lines of other times away, but those of a sale of these; one that names no time stays. */
function keepLinesWithin(scratch: Database.Database, { from, to }: { from: number; to: number }): void {
  scratch
    .prepare(
      `DELETE FROM lines WHERE (at < @from OR at >= @to)
       AND NOT EXISTS (SELECT 1 FROM ours WHERE id = lines.here AND at >= @from AND at < @to)`,
    )
    .run({ from, to });
}

/** Brings the shop's sales of that time into `ours`: those that may have reached the provider. */
function fillOurs(
  scratch: Database.Database,
  journal: Database.Database,
  span: { from: string; to: string } | null,
  stillWanted: () => void,
): void {
  const insert = scratch.prepare('INSERT INTO ours VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)');
  const insertAll = scratch.transaction((rows: readonly unknown[]) => {
    for (const row of rows) {
      const [id, receiptNo, transactionId, customerNo, price, state, at, key] = OursRow.parse(row);
      insert.run(id, receiptNo, transactionId, key, customerNo, price, state, Date.parse(at), at);
    }
  });
  const columns =
    'id, receipt_no, transaction_id, customer_no, price, state, coalesce(sent_at, created_at), customer_key';
  const filter = { ...span, states: ['success', 'failed', 'pending', 'sending', 'unknown', 'disputed'] as const };
  const asked = {
    filter: { ...filter, states: [...filter.states] },
    today: '2000-01-01',
    overdue: { before: '', after: '' },
  };
  for (const page of preparePages(journal, columns, asked).pages) {
    stillWanted();
    insertAll(page.rows);
  }
  // Afterwards, which is quicker.
  scratch.exec(`CREATE INDEX ours_transaction ON ours (transaction_id);
    CREATE INDEX ours_number ON ours (number, at);`);
}

import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { StatementColumns } from '../../../shared/contract/files.ts';
import { asDialled } from '../../../shared/domain/customer-no.ts';
import { TransactionState } from '../../../shared/domain/transaction.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { connect } from '../../db/open-database.ts';
import { firstLateBill } from '../../search/index.ts';
import { prepareSalePages } from '../export/sale-pages.ts';
import type { ReconcileTask } from '../file-tasks.ts';
import { createComparisonDb, removeComparison, spanOfLines, storeDifferences } from './comparison-db.ts';
import { type DateOrder, orderOf, readAmount, readStatus, readTime, statementLines } from './statement.ts';

const batch = 1000;

const LineText = z.tuple([z.int(), z.string()]);

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

type Period = { from: number; to: number };

const dayMs = 24 * 60 * 60_000;

/**
 * Compares a statement with the sales, which are only read; the result stays in the comparison's database. Throws NotATable,
 * errors of SQLite and the file system, and what `throwIfCancelled` throws.
 * @returns the number of lines
 */
export async function compareStatement(
  task: CompareTask,
  {
    throwIfCancelled,
    progress,
  }: { throwIfCancelled(): void; progress(now: { done: number; total: number; rows: number }): void },
): Promise<number> {
  const total = statSync(task.statement).size;
  const scratch = createComparisonDb(task.scratch);
  const journal = connect(task.journal, true);
  try {
    const hooks = { throwIfCancelled, progress: (done: number, rows: number) => progress({ done, total, rows }) };
    const lines = await importLines(scratch, task, hooks);
    const days = task.days ?? daysOfLines(spanOfLines(scratch), task.timeZone);
    const here = days && { from: startOf(days.from, task.timeZone), to: startOf(days.to, task.timeZone) + dayMs };
    importSales(scratch, journal, here && spanOfSales(journal, here), throwIfCancelled);
    matchLines(scratch, throwIfCancelled);
    // Lines of other days have no sales here to match.
    if (task.days && here) keepLinesWithin(scratch, here);
    throwIfCancelled();
    storeDifferences(scratch, here, days);
    scratch.close();
    return lines;
  } catch (thrown) {
    scratch.close();
    removeComparison(task.scratch);
    throw thrown;
  } finally {
    journal.close();
  }
}

function daysOfLines(span: { first: number; last: number } | null, timeZone: string) {
  return span && { from: wallClock(span.first, timeZone).day, to: wallClock(span.last, timeZone).day };
}

/** The creation times of sales that may match: from the day before to the day after, and bills that were paid late. */
function spanOfSales(journal: Database.Database, here: Period): { from: string; to: string } {
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
 * Matches each line with at most one sale: first by the provider's id; then, if one of the two has no id, by number, amount and
 * time (at most half an hour apart, or the same day if the line has no time of day), nearest first. A missing amount or time
 * matches any.
 */
function matchLines(scratch: Database.Database, throwIfCancelled: () => void): void {
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
      throwIfCancelled();
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

interface ImportHooks {
  throwIfCancelled(): void;
  progress(bytes: number, lines: number): void;
}

/** Imports the statement into `lines`. @returns how many there are */
async function importLines(
  scratch: Database.Database,
  { statement, columns, timeZone }: { statement: string; columns: StatementColumns; timeZone: string },
  { throwIfCancelled, progress }: ImportHooks,
): Promise<number> {
  const insert = scratch.prepare('INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)');
  const insertAll = scratch.transaction((rows: readonly unknown[][]) => {
    for (const row of rows) insert.run(...row);
  });
  let [line, bytes] = [0, 0];
  const orders = new Set<DateOrder>();
  let rows: unknown[][] = [];
  const values = statementLines(statement, columns, (now) => {
    bytes = now;
  });
  for await (const value of values) {
    line += 1;
    const time = value.time === null ? null : readTime(value.time, timeZone);
    const order = value.time === null ? null : orderOf(value.time);
    if (order) orders.add(order);
    rows.push([
      line,
      value.transactionId,
      value.customerNo === null ? null : asDialled(value.customerNo),
      value.customerNo,
      value.amount === null ? null : readAmount(value.amount),
      value.status === null ? null : readStatus(value.status),
      value.status,
      time?.at ?? null,
      time?.wholeDay === true ? 1 : 0,
      value.time,
    ]);
    if (rows.length < batch) continue;
    throwIfCancelled();
    insertAll(rows);
    rows = [];
    progress(bytes, line);
  }
  insertAll(rows);
  progress(bytes, line);
  if (orders.has('month_first') && !orders.has('day_first')) readMonthFirst(scratch, timeZone);
  return line;
}

/** A date that is valid only month first decides for the others: with "11/22" in the file, "11/05" is in November. */
function readMonthFirst(scratch: Database.Database, timeZone: string): void {
  const page = scratch.prepare('SELECT line, time_text FROM lines WHERE line > ? AND at IS NOT NULL LIMIT 1000').raw();
  const set = scratch.prepare('UPDATE lines SET at = ? WHERE line = ?');
  const setAll = scratch.transaction((rows: readonly z.infer<typeof LineText>[]) => {
    for (const [line, text] of rows) set.run(readTime(text, timeZone, 'month_first')?.at ?? null, line);
  });
  for (let after = 0; ; ) {
    const rows = page.all(after).map((row) => LineText.parse(row));
    setAll(rows);
    const last = rows.at(-1);
    if (!last) return;
    after = last[0];
  }
}

/** Removes lines outside the period unless their sale is inside; lines without a time stay. */
function keepLinesWithin(scratch: Database.Database, { from, to }: { from: number; to: number }): void {
  scratch
    .prepare(
      `DELETE FROM lines WHERE (at < @from OR at >= @to)
       AND NOT EXISTS (SELECT 1 FROM ours WHERE id = lines.here AND at >= @from AND at < @to)`,
    )
    .run({ from, to });
}

/** Imports the shop's sales of that time into `ours`: those that may have reached the provider. */
function importSales(
  scratch: Database.Database,
  journal: Database.Database,
  span: { from: string; to: string } | null,
  throwIfCancelled: () => void,
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
  for (const page of prepareSalePages(journal, columns, asked).pages) {
    throwIfCancelled();
    insertAll(page.rows);
  }
  // Indexing after the import is faster.
  scratch.exec(`CREATE INDEX ours_transaction ON ours (transaction_id);
    CREATE INDEX ours_number ON ours (number, at);`);
}

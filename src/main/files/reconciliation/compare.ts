import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Reconciliation } from '../../../shared/contract/files.ts';
import type { DateOrder, StatementMapping } from '../../../shared/domain/column-mapping.ts';
import { TransactionState } from '../../../shared/domain/transaction.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { connect } from '../../db/open-database.ts';
import { firstLateBill } from '../../search/index.ts';
import { prepareSalePages } from '../export/sale-pages.ts';
import type { ReconcileTask } from '../file-tasks.ts';
import { createComparisonDb, removeComparison, spanOfLines, storeDifferences } from './comparison-db.ts';
import { matchLines } from './match-lines.ts';
import { statementLines } from './statement.ts';
import { otherTables } from './statement-mapping.ts';
import { isCorrection } from './statement-status.ts';
import { learnTimes, likelyOffset, needsOrder, orderOf, readTime } from './statement-values.ts';

const batch = 1000;

const OurRow = z.tuple([
  z.string(),
  z.string().nullable(),
  z.string().nullable(),
  z.string(),
  z.int().nullable(),
  TransactionState,
  z.string(),
  z.string(),
]);

type CompareTask = Omit<Extract<ReconcileTask, { do: 'compare' }>, 'do'>;

type Period = { from: number; to: number };

const dayMs = 24 * 60 * 60_000;
const minuteMs = 60_000;

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
    const { lines, balances, orders } = await importLines(scratch, task, hooks);
    const idsFound = importSalesById(scratch, journal, throwIfCancelled);
    doubtDeposits(scratch, journal, throwIfCancelled);
    scratch.exec('CREATE INDEX ours_transaction ON ours (transaction_id)');
    const times = readTimes(scratch, task, orders, throwIfCancelled);
    const days = task.days ?? daysOfLines(spanOfLines(scratch), task.timeZone);
    const here = days && { from: startOf(days.from, task.timeZone), to: startOf(days.to, task.timeZone) + dayMs };
    if (here) importSales(scratch, journal, spanOfSales(journal, here), throwIfCancelled);
    // Indexing after the import is faster.
    scratch.exec(`CREATE INDEX ours_number ON ours (number, at);
      CREATE INDEX lines_number ON lines (number, at);`);
    matchLines(scratch, throwIfCancelled);
    const likely = times.offset === 0 ? findLikelyOffset(scratch) : null;
    // Lines of other days have no sales here to match.
    if (task.days && here) keepLinesWithin(scratch, here);
    throwIfCancelled();
    storeDifferences(scratch, {
      here,
      days,
      times: { ...times, likelyOffset: likely },
      idsFound,
      balances,
      otherSheets: await otherTables(task.statement, task.mapping),
      isLedger: task.mapping.columns.status === null,
    });
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

interface ImportHooks {
  throwIfCancelled(): void;
  progress(bytes: number, lines: number): void;
}

/** What the dates of a statement show by themselves. */
interface Orders {
  /** orders in which some date is the only one that is valid */
  shown: ReadonlySet<DateOrder>;
  /** whether some date is another day in another order */
  matter: boolean;
}

/** Imports the statement into `lines`. Its times are read once more is known of them. */
async function importLines(
  scratch: Database.Database,
  { statement, mapping }: { statement: string; mapping: StatementMapping },
  { throwIfCancelled, progress }: ImportHooks,
): Promise<{ lines: number; balances: number; orders: Orders }> {
  const insert = scratch.prepare(
    `INSERT INTO lines (line, transaction_id, number, customer_no, amount, amount_text, direction, says_refund, status, status_text,
       time_text, rounded, unclear, remark)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertAll = scratch.transaction((rows: readonly unknown[][]) => {
    for (const row of rows) insert.run(...row);
  });
  let [lines, balances, bytes, matter] = [0, 0, 0, false];
  const shown = new Set<DateOrder>();
  let rows: unknown[][] = [];
  const read = statementLines(statement, mapping, (now) => {
    bytes = now;
  });
  for await (const line of read) {
    lines += 1;
    if (line === 'summary') {
      balances += 1;
      continue;
    }
    const order = line.time === null ? null : orderOf(line.time);
    if (order) shown.add(order);
    matter ||= line.time !== null && needsOrder(line.time);
    const { transactionId, number, customerNo, amount, amountText, direction, status, statusText } = line;
    rows.push([
      lines,
      transactionId,
      number,
      customerNo,
      amount,
      amountText,
      direction,
      line.saysRefund ? 1 : 0,
      status,
      statusText,
      line.time,
      line.rounded ? 1 : 0,
      line.unclear ? 1 : 0,
      line.remark,
    ]);
    if (rows.length < batch) continue;
    throwIfCancelled();
    insertAll(rows);
    rows = [];
    progress(bytes, lines);
  }
  insertAll(rows);
  progress(bytes, lines);
  // Without a sign "Refund" is the end of a sale, or beside another line of the same id the money that came back.
  scratch.exec(`CREATE INDEX lines_transaction ON lines (transaction_id);
    UPDATE lines SET direction = 'refund', status = NULL, status_text = NULL WHERE says_refund = 1 AND EXISTS (
      SELECT 1 FROM lines c WHERE c.transaction_id = lines.transaction_id AND c.line <> lines.line AND c.says_refund = 0
    );`);
  return { lines, balances, orders: { shown, matter } };
}

const Pairs = z.array(z.object({ text: z.string(), at: z.int() }));
const maxPairs = 5000;

const LineText = z.tuple([z.int(), z.string()]);

/** Learns how the statement's times are meant, and reads them. */
function readTimes(
  scratch: Database.Database,
  { timeZone, mapping: { dateOrder, period } }: Pick<CompareTask, 'timeZone' | 'mapping'>,
  { shown, matter }: Orders,
  throwIfCancelled: () => void,
): Omit<Reconciliation['times'], 'likelyOffset'> {
  // An id that several lines or sales share says little of times: a payment and its refund have one.
  const pairs = Pairs.parse(
    scratch
      .prepare(
        `SELECT l.time_text AS text, o.at FROM lines l JOIN ours o ON o.transaction_id = l.transaction_id
         WHERE l.time_text IS NOT NULL GROUP BY l.transaction_id HAVING count(*) = 1 ORDER BY l.line LIMIT ?`,
      )
      .all(maxPairs),
  );
  const learnt = learnTimes(pairs, timeZone, period);
  const [only] = shown.size === 1 ? shown : [];
  const order = dateOrder ?? (learnt?.orderKnown ? learnt.order : (only ?? 'day_first'));
  const offset = learnt?.offsetMs ?? 0;
  const page = scratch
    .prepare('SELECT line, time_text FROM lines WHERE line > ? AND time_text IS NOT NULL ORDER BY line LIMIT 1000')
    .raw();
  const set = scratch.prepare('UPDATE lines SET at = ?, whole_day = ? WHERE line = ?');
  const setAll = scratch.transaction((rows: readonly z.infer<typeof LineText>[]) => {
    for (const [line, text] of rows) {
      const time = readTime(text, timeZone, order, period);
      if (time) set.run(time.wholeDay ? time.at : time.at - offset, time.wholeDay ? 1 : 0, line);
    }
  });
  for (let after = 0; ; ) {
    throwIfCancelled();
    const rows = page.all(after).map((row) => LineText.parse(row));
    setAll(rows);
    const last = rows.at(-1);
    if (!last) break;
    after = last[0];
  }
  const orderKnown = dateOrder !== null || learnt?.orderKnown === true || only !== undefined;
  return { order: matter ? order : null, orderKnown: orderKnown || !matter, offset: offset / minuteMs };
}

const Apart = z.array(z.int());
const maxHintMs = 14.5 * 60 * minuteMs;

/** How far lines without a match are ahead of the one sale that they would fit. */
function findLikelyOffset(scratch: Database.Database): number | null {
  const unmatched =
    'l.here IS NULL AND l.at IS NOT NULL AND l.whole_day = 0 AND l.number IS NOT NULL AND l.amount IS NOT NULL';
  const apart = Apart.parse(
    scratch
      .prepare(
        `SELECT l.at - o.at FROM lines l JOIN ours o ON o.number = l.number AND o.amount = l.amount AND o.taken = 0
         WHERE ${unmatched} AND o.at BETWEEN l.at - @most AND l.at + @most
           AND (o.transaction_id IS NULL OR l.transaction_id IS NULL)
         GROUP BY l.line HAVING count(*) = 1 LIMIT ${maxPairs}`,
      )
      .pluck()
      .all({ most: maxHintMs }),
  );
  const lines = z.int().parse(scratch.prepare(`SELECT count(*) FROM lines l WHERE ${unmatched}`).pluck().get());
  return likelyOffset(apart, lines);
}

/** Removes lines outside the period unless their sale is inside; lines without a time stay. */
function keepLinesWithin(scratch: Database.Database, { from, to }: Period): void {
  scratch
    .prepare(
      `DELETE FROM lines WHERE (at < @from OR at >= @to)
       AND NOT EXISTS (SELECT 1 FROM ours WHERE id = lines.here AND at >= @from AND at < @to)`,
    )
    .run({ from, to });
}

const ourColumns =
  'id, receipt_no, transaction_id, customer_no, price, state, coalesce(sent_at, created_at), customer_key';
/** Sales that may have reached the provider. */
const sentStates = ['success', 'failed', 'pending', 'sending', 'unknown', 'disputed'] as const;

function prepareInsert(scratch: Database.Database): (rows: readonly unknown[]) => void {
  const insert = scratch.prepare('INSERT OR IGNORE INTO ours VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)');
  return scratch.transaction((rows: readonly unknown[]) => {
    for (const row of rows) {
      const [id, receiptNo, transactionId, customerNo, price, state, at, key] = OurRow.parse(row);
      insert.run(id, receiptNo, transactionId, key, customerNo, price, state, Date.parse(at), at);
    }
  });
}

/** Imports the sales of the whole book whose id is in the statement. @returns how many lines have such an id */
function importSalesById(scratch: Database.Database, journal: Database.Database, throwIfCancelled: () => void): number {
  const insertAll = prepareInsert(scratch);
  const page = scratch.prepare(
    'SELECT line, transaction_id FROM lines WHERE line > ? AND transaction_id IS NOT NULL ORDER BY line LIMIT 1000',
  );
  const find = journal
    .prepare(
      `SELECT ${ourColumns} FROM transactions WHERE transaction_id = ?
       AND state IN (${sentStates.map((state) => `'${state}'`).join(', ')})`,
    )
    .raw();
  let found = 0;
  for (let after = 0; ; ) {
    throwIfCancelled();
    const lines = page
      .raw()
      .all(after)
      .map((row) => LineText.parse(row));
    const last = lines.at(-1);
    if (!last) return found;
    const sales = lines.map(([, id]) => find.all(id));
    found += sales.filter((rows) => rows.length > 0).length;
    insertAll(sales.flat());
    after = last[0];
  }
}

/** Money that came in without an id is no plain deposit where its texts speak of a refund or hold the id of a sale. */
function doubtDeposits(scratch: Database.Database, journal: Database.Database, throwIfCancelled: () => void): void {
  const page = scratch
    .prepare(
      'SELECT line, remark FROM lines WHERE line > ? AND remark IS NOT NULL AND unclear = 0 ORDER BY line LIMIT 1000',
    )
    .raw();
  const doubt = scratch.prepare('UPDATE lines SET unclear = 1 WHERE line = ?');
  const sale = journal.prepare('SELECT 1 FROM transactions WHERE transaction_id = ? LIMIT 1').pluck();
  const there = scratch.prepare('SELECT 1 FROM lines WHERE transaction_id = ? LIMIT 1').pluck();
  const isId = (word: string): boolean => [sale, there].some((find) => find.get(word) !== undefined);
  for (let after = 0; ; ) {
    throwIfCancelled();
    const rows = page.all(after).map((row) => LineText.parse(row));
    for (const [line, remark] of rows) if (isCorrection(remark) || wordsOf(remark).some(isId)) doubt.run(line);
    const last = rows.at(-1);
    if (!last) return;
    after = last[0];
  }
}

/** What may be an id within a text: words with a digit, whole and without the signs around and between. */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/);
  const bare = words.map((word) => word.replace(/^\W+|\W+$/g, ''));
  const pieces = words.concat(bare, text.split(/[^\p{L}\p{N}]+/u));
  return [...new Set(pieces)].filter((word) => /\d/.test(word));
}

/** Imports the sales of that time. */
function importSales(
  scratch: Database.Database,
  journal: Database.Database,
  span: { from: string; to: string },
  throwIfCancelled: () => void,
): void {
  const insertAll = prepareInsert(scratch);
  const asked = {
    filter: { ...span, states: [...sentStates] },
    today: '2000-01-01',
    overdue: { before: '', after: '' },
  };
  for (const page of prepareSalePages(journal, ourColumns, asked).pages) {
    throwIfCancelled();
    insertAll(page.rows);
  }
}

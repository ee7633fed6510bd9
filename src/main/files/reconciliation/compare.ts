import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { DateOrder, StatementMapping } from '../../../shared/domain/column-mapping.ts';
import { TransactionState } from '../../../shared/domain/transaction.ts';
import { connect } from '../../db/open-database.ts';
import { firstLateBill } from '../../search/index.ts';
import { prepareSalePages } from '../export/sale-pages.ts';
import type { ReconcileTask } from '../file-tasks.ts';
import { dayMs, daysOfStatement, type Period, periodOf } from './compared-days.ts';
import { createComparisonDb, removeComparison, storeDifferences } from './comparison-db.ts';
import { doubtDeposits } from './deposits.ts';
import { findLikelyOffset, fitSales, type Orders, readTimes } from './line-times.ts';
import { matchLines } from './match-lines.ts';
import { statementLines } from './statement.ts';
import { fileNotes } from './statement-mapping.ts';
import { needsOrder, orderOf } from './statement-values.ts';

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
  const db = connect(task.database, true);
  try {
    const hooks = { throwIfCancelled, progress: (done: number, rows: number) => progress({ done, total, rows }) };
    const { lines, balances, leftOut, orders } = await importLines(scratch, task, hooks);
    const idsFound = importSalesById(scratch, db, throwIfCancelled);
    doubtDeposits(scratch, db, throwIfCancelled);
    scratch.exec('CREATE INDEX ours_transaction ON ours (transaction_id)');
    const times = readTimes(scratch, task, orders, throwIfCancelled);
    const dates = daysOfStatement(scratch, task);
    const days = task.days ?? dates.days;
    const here = days && periodOf(days, task.timeZone);
    if (here) importSales(scratch, db, spanOfSales(db, here), throwIfCancelled);
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
      times: {
        ...times,
        orderKnown: times.orderKnown || fitSales(scratch),
        likelyOffset: likely,
        ofSales: task.days ? false : dates.ofSales,
      },
      idsFound,
      balances,
      leftOut,
      file: await fileNotes(task.statement, task.mapping),
      isLedger: task.mapping.columns.status === null,
      hasNumber: task.mapping.columns.customerNo !== null,
    });
    scratch.close();
    return lines;
  } catch (thrown) {
    scratch.close();
    removeComparison(task.scratch);
    throw thrown;
  } finally {
    db.close();
  }
}

/** The creation times of sales that may match: from the day before to the day after, and bills that were paid late. */
function spanOfSales(db: Database.Database, here: Period): { from: string; to: string } {
  const from = isoOf(here.from - 2 * dayMs);
  const to = isoOf(here.to + 2 * dayMs);
  const late = firstLateBill(db, from.slice(0, 10), to.slice(0, 10));
  return { from: late !== null && late < from ? late : from, to };
}

const isoOf = (at: number): string => new Date(at).toISOString();

interface ImportHooks {
  throwIfCancelled(): void;
  progress(bytes: number, lines: number): void;
}

/** Imports the statement into `lines`. Its times are read once more is known of them. */
async function importLines(
  scratch: Database.Database,
  { statement, mapping }: { statement: string; mapping: StatementMapping },
  { throwIfCancelled, progress }: ImportHooks,
): Promise<{ lines: number; balances: number; leftOut: number; orders: Orders }> {
  const insert = scratch.prepare(
    `INSERT INTO lines (line, transaction_id, number, customer_no, amount, amount_text, direction, says_refund, status, status_text,
       time_text, rounded, unclear, remark)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertAll = scratch.transaction((rows: readonly unknown[][]) => {
    for (const row of rows) insert.run(...row);
  });
  let [lines, balances, leftOut, bytes, matter] = [0, 0, 0, 0, false];
  const evidence = new Set<DateOrder>();
  let rows: unknown[][] = [];
  const read = statementLines(statement, mapping, (now) => {
    bytes = now;
  });
  for await (const line of read) {
    if (line === 'left_out') {
      leftOut += 1;
      continue;
    }
    lines += 1;
    if (line === 'summary') {
      balances += 1;
      continue;
    }
    const order = line.time === null ? null : orderOf(line.time);
    if (order) evidence.add(order);
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
  return { lines, balances, leftOut, orders: { evidence, matter } };
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

const LineText = z.tuple([z.int(), z.string()]);

/** Imports the sales of the whole book whose id is in the statement. @returns how many lines have such an id */
function importSalesById(scratch: Database.Database, db: Database.Database, throwIfCancelled: () => void): number {
  const insertAll = prepareInsert(scratch);
  const page = scratch.prepare(
    'SELECT line, transaction_id FROM lines WHERE line > ? AND transaction_id IS NOT NULL ORDER BY line LIMIT 1000',
  );
  const find = db
    .prepare(
      `SELECT ${ourColumns} FROM transactions WHERE transaction_id = ?
       AND state IN (${sentStates.map((state) => `'${state}'`).join(', ')})`,
    )
    .raw();
  let count = 0;
  for (let after = 0; ; ) {
    throwIfCancelled();
    const lines = page
      .raw()
      .all(after)
      .map((row) => LineText.parse(row));
    const last = lines.at(-1);
    if (!last) return count;
    const sales = lines.map(([, id]) => find.all(id));
    count += sales.filter((rows) => rows.length > 0).length;
    insertAll(sales.flat());
    after = last[0];
  }
}

/** Imports the sales of that time. */
function importSales(
  scratch: Database.Database,
  db: Database.Database,
  span: { from: string; to: string },
  throwIfCancelled: () => void,
): void {
  const insertAll = prepareInsert(scratch);
  const query = {
    filter: { ...span, states: [...sentStates] },
    today: '2000-01-01',
    overdue: { before: '', after: '' },
  };
  for (const page of prepareSalePages(db, ourColumns, query).pages) {
    throwIfCancelled();
    insertAll(page.rows);
  }
}

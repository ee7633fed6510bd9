import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { StatementColumns } from '../../../shared/contract/reconcile.ts';
import { asDialled } from '../../../shared/domain/customer-no.ts';
import { TransactionState } from '../../../shared/domain/state.ts';
import { preparePages } from '../export/pages.ts';
import { type DateOrder, orderOf, readAmount, readStatus, readTime } from './line-values.ts';
import { statementLines } from './statement.ts';

const batch = 1000;

interface Told {
  stillWanted(): void;
  progress(bytes: number, lines: number): void;
}

/** Brings the statement into `lines`, and answers how many there are. */
export async function fillLines(
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

const Said = z.tuple([z.int(), z.string()]);

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
export function keepLinesWithin(scratch: Database.Database, { from, to }: { from: number; to: number }): void {
  scratch
    .prepare(
      `DELETE FROM lines WHERE (at < @from OR at >= @to)
       AND NOT EXISTS (SELECT 1 FROM ours WHERE id = lines.here AND at >= @from AND at < @to)`,
    )
    .run({ from, to });
}

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

/** Brings the shop's sales of that time into `ours`: those that may have reached the provider. */
export function fillOurs(
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

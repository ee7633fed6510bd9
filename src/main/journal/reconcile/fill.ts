import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { StatementColumns } from '../../../shared/contract/reconcile.ts';
import { asDialled } from '../../../shared/domain/customer-no.ts';
import { TransactionState } from '../../../shared/domain/state.ts';
import { preparePages } from '../export/pages.ts';
import { readAmount, readStatus, readTime } from './line-values.ts';
import { statementLines } from './statement.ts';

const batch = 1000;

interface Told {
  stillWanted(): void;
  progress(bytes: number, lines: number): void;
}

/** Brings the statement into `lines`. Answers how many had neither an id nor a number. */
export async function fillLines(
  scratch: Database.Database,
  { statement, columns, timeZone }: { statement: string; columns: StatementColumns; timeZone: string },
  { stillWanted, progress }: Told,
): Promise<{ lines: number; unreadable: number }> {
  const insert = scratch.prepare('INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)');
  const insertAll = scratch.transaction((rows: readonly unknown[][]) => {
    for (const row of rows) insert.run(...row);
  });
  let [line, unreadable, bytes] = [0, 0, 0];
  let rows: unknown[][] = [];
  const given = statementLines(statement, columns, (now) => {
    bytes = now;
  });
  for await (const told of given) {
    line += 1;
    if (told.transactionId === null && told.customerNo === null) unreadable += 1;
    const time = told.time === null ? null : readTime(told.time, timeZone);
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
  return { lines: line, unreadable };
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

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { compareStatement } from '../../src/main/files/reconciliation/compare.ts';
import { readDifferences, readSummary } from '../../src/main/files/reconciliation/comparison-db.ts';
import { proposeStatement } from '../../src/main/files/reconciliation/statement-mapping.ts';
import type { StatementMapping } from '../../src/shared/domain/column-mapping.ts';
import { aJournal, journalPath, temporaryFolder } from './database-files.ts';
import { begin, order, sold, stored, updated } from './stored-sales.ts';

/** A sale of a made-up book; `at` is Jakarta's wall clock. */
export interface MadeUpSale {
  customerNo: string;
  at: string;
  state: 'success' | 'failed' | 'pending';
  id?: string;
}

/** Two successes, and a sale that failed here. */
export const threeSales: readonly MadeUpSale[] = [
  { customerNo: '081200000001', at: '2026-11-03T10:11:00', state: 'success', id: 'T1' },
  { customerNo: '081200000002', at: '2026-11-03T10:12:00', state: 'success', id: 'T2' },
  { customerNo: '081200000003', at: '2026-11-03T10:13:00', state: 'failed', id: 'T3' },
];

/** A book of these sales, each of 10,275. */
export const bookOf = (sales: readonly MadeUpSale[]) => async (): Promise<string> => {
  const path = journalPath();
  const db = await aJournal(path);
  for (const [n, { customerNo, at, state, id }] of sales.entries()) {
    const createdAt = new Date(`${at}+07:00`).toISOString();
    const fields = { customerNo, createdAt, sentAt: createdAt, day: at.slice(0, 10), price: 10_275 };
    const ids = id === undefined ? {} : { transactionId: id, transactionIdFrom: 'answer' as const };
    if (state === 'success') await sold(db, order(n + 1, fields), ids);
    else await stored(db, updated(await stored(db, begin(order(n + 1, fields))), { state, ...ids }));
  }
  return path;
};

/** Compares a statement with a book as its proposal, or what a person corrects of it, reads it. */
export async function compared(
  write: (path: string) => Promise<void> | void,
  correct: (mapping: StatementMapping) => StatementMapping,
  book = bookOf(threeSales),
) {
  const folder = temporaryFolder();
  const [statement, scratch] = [join(folder, 'statement'), join(folder, 'reconcile.db')];
  await write(statement);
  const proposal = await proposeStatement(statement, null, [], 'Asia/Jakarta');
  const mapping = correct(proposal.mapping);
  const task = { database: await book(), statement, scratch, mapping, days: null, timeZone: 'Asia/Jakarta' };
  await compareStatement(task, { throwIfCancelled: () => undefined, progress: () => undefined });
  const db = new Database(scratch, { readonly: true });
  const comparison = { proposal, summary: readSummary(db), rows: readDifferences(db, { after: 0, limit: 200 }) };
  db.close();
  return comparison;
}

export const asProposed = (mapping: StatementMapping): StatementMapping => mapping;
/** A statement of these rows as text. */
export const ofText = (lines: readonly string[], correct = asProposed, book = bookOf(threeSales)) =>
  compared((path) => writeFileSync(path, `${lines.join('\r\n')}\r\n`), correct, book);

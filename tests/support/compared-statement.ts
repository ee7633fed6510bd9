import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { compareStatement } from '../../src/main/files/reconciliation/compare.ts';
import { readDifferences, readSummary } from '../../src/main/files/reconciliation/comparison-db.ts';
import { proposeStatement } from '../../src/main/files/reconciliation/statement-mapping.ts';
import type { StatementMapping } from '../../src/shared/domain/column-mapping.ts';
import { aJournal, journalPath, temporaryFolder } from './database-files.ts';
import { amended, begin, order, sold, stored } from './stored-sales.ts';

/** Three sales of 10,275: two successes, and one that failed here. */
async function aBook(): Promise<string> {
  const path = journalPath();
  const journal = await aJournal(path);
  const times = (n: number) => {
    const createdAt = `2026-11-03T03:1${n}:00.000Z`;
    return { createdAt, sentAt: createdAt, day: '2026-11-03', price: 10_275 };
  };
  const id = (n: number) => ({ transactionId: `T${n}`, transactionIdFrom: 'answer' as const });
  for (const n of [1, 2]) await sold(journal, order(n, times(n)), id(n));
  const failed = await stored(journal, begin(order(3, times(3))));
  await stored(journal, amended(failed, { state: 'failed', ...id(3) }));
  return path;
}

/** Compares a statement with that book as its proposal, or what a person corrects of it, reads it. */
export async function compared(
  write: (path: string) => Promise<void> | void,
  correct: (mapping: StatementMapping) => StatementMapping,
) {
  const folder = temporaryFolder();
  const [statement, scratch] = [join(folder, 'statement'), join(folder, 'reconcile.db')];
  await write(statement);
  const proposal = await proposeStatement(statement, null, [], 'Asia/Jakarta');
  const mapping = correct(proposal.mapping);
  const task = { journal: await aBook(), statement, scratch, mapping, days: null, timeZone: 'Asia/Jakarta' };
  await compareStatement(task, { throwIfCancelled: () => undefined, progress: () => undefined });
  const db = new Database(scratch, { readonly: true });
  const found = { proposal, summary: readSummary(db), rows: readDifferences(db, { after: 0, limit: 200 }) };
  db.close();
  return found;
}

export const asProposed = (mapping: StatementMapping): StatementMapping => mapping;
/** A statement of these rows as text. */
export const ofText = (lines: readonly string[], correct = asProposed) =>
  compared((path) => writeFileSync(path, `${lines.join('\r\n')}\r\n`), correct);

import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { Difference, type DifferenceKind, Reconciliation } from '../../../shared/contract/files.ts';
import { jsonText } from '../../db/statements.ts';

/** @param folder of the database */
export const comparisonPath = (folder: string): string => join(folder, 'reconcile.db');

/** Creates the temporary database of a comparison; replaced by the next one. */
export function createComparisonDb(path: string): Database.Database {
  removeComparison(path);
  // Owner only: statements hold customers' numbers.
  closeSync(openSync(path, 'wx', 0o600));
  const db = new Database(path);
  db.exec(`
    PRAGMA trusted_schema = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA journal_mode = OFF;
    CREATE TABLE lines (
      line INTEGER PRIMARY KEY,
      transaction_id TEXT, number TEXT, customer_no TEXT,
      amount INTEGER, status TEXT, status_text TEXT, at INTEGER, whole_day INTEGER NOT NULL, time_text TEXT,
      here TEXT
    ) STRICT;
    CREATE TABLE ours (
      id TEXT PRIMARY KEY,
      receipt_no TEXT, transaction_id TEXT, number TEXT NOT NULL, customer_no TEXT NOT NULL,
      amount INTEGER, state TEXT NOT NULL, at INTEGER NOT NULL, time TEXT NOT NULL, taken INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE differences (
      place INTEGER PRIMARY KEY,
      kind TEXT NOT NULL, amount_differs INTEGER NOT NULL, status_differs INTEGER NOT NULL, line INTEGER, here TEXT
    ) STRICT;
    CREATE INDEX differences_kind ON differences (kind, place);
    CREATE TABLE summary (only INTEGER PRIMARY KEY CHECK (only = 1), summary TEXT NOT NULL) STRICT;`);
  return db;
}

export function removeComparison(path: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(path + end, { force: true });
}

/** Our states as a statement's status. */
const ourStatus = `CASE o.state WHEN 'success' THEN 'success' WHEN 'failed' THEN 'failed' ELSE 'open' END`;

const Span = z.tuple([z.int().nullable(), z.int().nullable()]);

/** The times of the first and last line, in ms since 1970; null if no line has a time. */
export function spanOfLines(scratch: Database.Database): { first: number; last: number } | null {
  const [first, last] = Span.parse(scratch.prepare('SELECT min(at), max(at) FROM lines').raw().get());
  return first === null || last === null ? null : { first, last };
}

/**
 * Stores the differences and the sums.
 * @param here the period in which each sale must be in the statement; null if it is not known
 */
export function storeDifferences(
  scratch: Database.Database,
  here: { from: number; to: number } | null,
  days: Reconciliation['days'],
): void {
  const differ = `(l.amount IS NOT NULL AND o.amount IS NOT NULL AND l.amount <> o.amount)`;
  const statusDiffers = `(l.status IS NOT NULL AND l.status <> ${ourStatus})`;
  scratch.exec(`
    INSERT INTO differences (kind, amount_differs, status_differs, line, here)
      SELECT 'only_there', 0, 0, line, NULL FROM lines WHERE here IS NULL ORDER BY line;
    INSERT INTO differences (kind, amount_differs, status_differs, line, here)
      SELECT 'different', ${differ}, ${statusDiffers}, l.line, o.id FROM lines l JOIN ours o ON o.id = l.here
      WHERE ${differ} OR ${statusDiffers} ORDER BY l.line;`);
  if (here) {
    scratch
      .prepare(
        `INSERT INTO differences (kind, amount_differs, status_differs, line, here)
         SELECT 'only_here', 0, 0, NULL, id FROM ours WHERE taken = 0 AND state <> 'failed' AND at >= ? AND at < ?
         ORDER BY at, id`,
      )
      .run(here.from, here.to);
  }
  const sums = (sql: string): unknown =>
    scratch.prepare(`SELECT count(*) AS count, coalesce(sum(amount), 0) AS amount FROM ${sql}`).get();
  const count = (sql: string): unknown => scratch.prepare(`SELECT count(*) FROM ${sql}`).pluck().get();
  const summary = Reconciliation.parse({
    days,
    there: sums('lines'),
    unreadable: count('lines WHERE transaction_id IS NULL AND number IS NULL'),
    unknownStatus: count('lines WHERE status IS NULL AND status_text IS NOT NULL'),
    same: sums(`lines WHERE here IS NOT NULL AND line NOT IN (SELECT line FROM differences WHERE kind = 'different')`),
    different: sums(`lines WHERE line IN (SELECT line FROM differences WHERE kind = 'different')`),
    onlyThere: sums('lines WHERE here IS NULL'),
    onlyHere: sums(`ours WHERE id IN (SELECT here FROM differences WHERE kind = 'only_here')`),
  });
  scratch.prepare('INSERT INTO summary VALUES (1, ?)').run(JSON.stringify(summary));
}

const Row = z.object({
  place: z.int(),
  kind: z.string(),
  amount_differs: z.int(),
  status_differs: z.int(),
  there: z.union([z.null(), jsonText]),
  here: z.union([z.null(), jsonText]),
});

const columns = `d.place, d.kind, d.amount_differs, d.status_differs,
  CASE WHEN l.line IS NOT NULL THEN json_object('line', l.line, 'transactionId', l.transaction_id, 'customerNo', l.customer_no,
    'amount', l.amount, 'status', l.status_text, 'time', l.time_text) END AS there,
  CASE WHEN o.id IS NOT NULL THEN json_object('id', o.id, 'receiptNo', o.receipt_no, 'transactionId', o.transaction_id,
    'customerNo', o.customer_no, 'amount', o.amount, 'state', o.state, 'time', o.time) END AS here`;

/** A page of differences after a position. */
export function readDifferences(
  scratch: Database.Database,
  { kind, after, limit }: { kind?: DifferenceKind | undefined; after: number; limit: number },
): Difference[] {
  const rows = scratch
    .prepare(
      `SELECT ${columns} FROM differences d LEFT JOIN lines l ON l.line = d.line LEFT JOIN ours o ON o.id = d.here
       WHERE d.place > @after ${kind ? 'AND d.kind = @kind' : ''} ORDER BY d.place LIMIT @limit`,
    )
    .all(kind ? { kind, after, limit } : { after, limit });
  return rows.map((row) => {
    const { amount_differs, status_differs, ...rest } = Row.parse(row);
    return Difference.parse(
      Object.assign(rest, { amountDiffers: amount_differs === 1, statusDiffers: status_differs === 1 }),
    );
  });
}

export function readSummary(scratch: Database.Database): Reconciliation {
  return jsonText.pipe(Reconciliation).parse(scratch.prepare('SELECT summary FROM summary').pluck().get());
}

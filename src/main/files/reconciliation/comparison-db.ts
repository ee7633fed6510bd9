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
      amount INTEGER, amount_text TEXT, status TEXT, status_text TEXT,
      at INTEGER, whole_day INTEGER NOT NULL DEFAULT 0, time_text TEXT,
      rounded INTEGER NOT NULL, ambiguous INTEGER NOT NULL DEFAULT 0, here TEXT
    ) STRICT;
    CREATE TABLE ours (
      id TEXT PRIMARY KEY,
      receipt_no TEXT, transaction_id TEXT, number TEXT NOT NULL, customer_no TEXT NOT NULL,
      amount INTEGER, state TEXT NOT NULL, at INTEGER NOT NULL, time TEXT NOT NULL, taken INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE differences (
      place INTEGER PRIMARY KEY,
      kind TEXT NOT NULL, number_differs INTEGER NOT NULL, amount_differs INTEGER NOT NULL, status_differs INTEGER NOT NULL,
      line INTEGER, here TEXT
    ) STRICT;
    CREATE INDEX differences_kind ON differences (kind, place);
    CREATE TABLE summary (only INTEGER PRIMARY KEY CHECK (only = 1), summary TEXT NOT NULL) STRICT;`);
  return db;
}

export function removeComparison(path: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(path + end, { force: true });
}

/** The state of a sale `o` as a statement's status. */
export const ourStatus = `CASE o.state WHEN 'success' THEN 'success' WHEN 'failed' THEN 'failed' ELSE 'open' END`;

const Span = z.tuple([z.int().nullable(), z.int().nullable()]);

/** The times of the first and last line, in ms since 1970; null if no line has a time. */
export function spanOfLines(scratch: Database.Database): { first: number; last: number } | null {
  const [first, last] = Span.parse(scratch.prepare('SELECT min(at), max(at) FROM lines').raw().get());
  return first === null || last === null ? null : { first, last };
}

/** What is known of a comparison beside its lines and sales. */
interface ComparisonNotes {
  /** the period in which each sale must be in the statement; null if it is not known */
  here: { from: number; to: number } | null;
  days: Reconciliation['days'];
  times: Reconciliation['times'];
  /** for how many lines the book has their id */
  idsFound: number;
  /** rows that state a balance */
  balances: number;
}

/** Stores the differences and the sums. */
export function storeDifferences(
  scratch: Database.Database,
  { here, days, times, idsFound, balances }: ComparisonNotes,
): void {
  const columns = 'differences (kind, number_differs, amount_differs, status_differs, line, here)';
  // Statements mask numbers, or add a name: only digits can differ.
  const numberDiffers = `(length(l.number) >= 6 AND l.number NOT GLOB '*[^0-9]*' AND l.number <> o.number AND '0' || l.number <> o.number)`;
  const amountDiffers = '(l.amount IS NOT NULL AND o.amount IS NOT NULL AND l.amount <> o.amount)';
  const statusDiffers = `(l.status IS NOT NULL AND l.status <> ${ourStatus})`;
  const differs = [numberDiffers, amountDiffers, statusDiffers].map((one) => `coalesce(${one}, 0)`);
  scratch.exec(`
    INSERT INTO ${columns} SELECT 'only_there', 0, 0, 0, line, NULL FROM lines WHERE here IS NULL ORDER BY line;
    INSERT INTO ${columns} SELECT 'different', ${differs.join(', ')}, l.line, o.id FROM lines l JOIN ours o ON o.id = l.here
      WHERE ${differs.join(' OR ')} ORDER BY l.line;`);
  if (here) {
    scratch
      .prepare(
        `INSERT INTO ${columns} SELECT 'only_here', 0, 0, 0, NULL, id FROM ours
         WHERE taken = 0 AND state <> 'failed' AND at >= ? AND at < ? ORDER BY at, id`,
      )
      .run(here.from, here.to);
  }
  const sums = (sql: string): unknown =>
    scratch.prepare(`SELECT count(*) AS count, coalesce(sum(amount), 0) AS amount FROM ${sql}`).get();
  const count = (sql: string): unknown => scratch.prepare(`SELECT count(*) FROM ${sql}`).pluck().get();
  const summary = Reconciliation.parse({
    days,
    times,
    ids: { lines: count('lines WHERE transaction_id IS NOT NULL'), found: idsFound },
    there: sums('lines'),
    balances,
    unreadable: count('lines WHERE transaction_id IS NULL AND number IS NULL'),
    withoutTime: count('lines WHERE at IS NULL AND (transaction_id IS NOT NULL OR number IS NOT NULL)'),
    withoutAmount: count('lines WHERE amount IS NULL AND amount_text IS NOT NULL'),
    rounded: count('lines WHERE rounded = 1'),
    ambiguous: count('lines WHERE ambiguous = 1 AND here IS NULL'),
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
  number_differs: z.int(),
  amount_differs: z.int(),
  status_differs: z.int(),
  there: z.union([z.null(), jsonText]),
  here: z.union([z.null(), jsonText]),
});

const columns = `d.place, d.kind, d.number_differs, d.amount_differs, d.status_differs,
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
    const { number_differs, amount_differs, status_differs, ...rest } = Row.parse(row);
    return Difference.parse({
      ...rest,
      numberDiffers: number_differs === 1,
      amountDiffers: amount_differs === 1,
      statusDiffers: status_differs === 1,
    });
  });
}

export function readSummary(scratch: Database.Database): Reconciliation {
  return jsonText.pipe(Reconciliation).parse(scratch.prepare('SELECT summary FROM summary').pluck().get());
}

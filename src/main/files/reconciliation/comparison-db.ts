import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { Difference, type DifferenceKind, Reconciliation } from '../../../shared/contract/files.ts';
import { jsonText } from '../../db/statements.ts';
import { midnightMs, spanOfLines } from './compared-days.ts';
import { isSameNumber } from './statement-numbers.ts';

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
      rounded INTEGER NOT NULL, ambiguous INTEGER NOT NULL DEFAULT 0, here TEXT,
      direction TEXT NOT NULL, says_refund INTEGER NOT NULL, refund_of INTEGER, refunded INTEGER NOT NULL DEFAULT 0,
      unclear INTEGER NOT NULL, remark TEXT
    ) STRICT;
    CREATE TABLE ours (
      id TEXT PRIMARY KEY,
      receipt_no TEXT, transaction_id TEXT, number TEXT NOT NULL, customer_no TEXT NOT NULL,
      amount INTEGER, state TEXT NOT NULL, at INTEGER NOT NULL, time TEXT NOT NULL, taken INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE differences (
      place INTEGER PRIMARY KEY,
      kind TEXT NOT NULL, number_differs INTEGER NOT NULL, amount_differs INTEGER NOT NULL, status_differs INTEGER NOT NULL,
      day_differs INTEGER NOT NULL, number_unchecked INTEGER NOT NULL, amount_unchecked INTEGER NOT NULL, status_unchecked INTEGER NOT NULL,
      time_unchecked INTEGER NOT NULL,
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

/** What is known of a comparison beside its lines and sales. */
interface ComparisonNotes {
  /** the period in which each sale must be in the statement; null if it is not known */
  here: { from: number; to: number } | null;
  days: Reconciliation['days'];
  times: Reconciliation['times'];
  /** for how many lines the book has their id */
  idsFound: number;
  /** rows that state a balance or a total */
  balances: number;
  /** rows of other tables in the sheet, which are not read */
  leftOut: number;
  file: Pick<Reconciliation, 'otherSheets' | 'hiddenRows' | 'unreadPeriod'>;
  /** the statement has no column for a status: its lines are money that moved */
  isLedger: boolean;
  /** the statement has a column for customers' numbers */
  hasNumber: boolean;
}

/** What differs of a line and its sale, and what could not be compared. */
const flags = [
  'number_differs',
  'amount_differs',
  'status_differs',
  'day_differs',
  'number_unchecked',
  'amount_unchecked',
  'status_unchecked',
  'time_unchecked',
];
const none = flags.map(() => '0').join(', ');

const Text = z.string().nullable();

/** Stores the differences and the sums. */
export function storeDifferences(
  scratch: Database.Database,
  { here, days, times, idsFound, balances, leftOut, file, isLedger, hasNumber }: ComparisonNotes,
): void {
  const columns = `differences (kind, ${flags.join(', ')}, line, here)`;
  // What was returned in full was not sold.
  const theirs = `CASE WHEN l.refunded > 0 AND l.refunded >= coalesce(l.amount, 0) THEN 'failed'
    ELSE coalesce(l.status, CASE WHEN l.status_text IS NULL AND ${isLedger ? 1 : 0} THEN 'success' END) END`;
  scratch.function('is_same_number', { deterministic: true }, (written, number, ours) => {
    const same = isSameNumber(Text.parse(written), Text.parse(number), z.string().parse(ours));
    return same === null ? null : Number(same);
  });
  const sameNumber = 'is_same_number(l.customer_no, l.number, o.number)';
  const numberDiffers = `(${sameNumber} = 0)`;
  const numberUnchecked = hasNumber ? `(${sameNumber} IS NULL)` : '0';
  const amountDiffers = `((l.amount IS NOT NULL AND o.amount IS NOT NULL AND l.amount <> o.amount)
    OR (l.refunded > 0 AND l.refunded <> l.amount))`;
  const statusDiffers = `(${theirs} <> ${ourStatus})`;
  const bothFailed = `(${theirs} = 'failed' AND o.state = 'failed')`;
  const amountUnchecked = `(((l.amount IS NULL OR o.amount IS NULL) AND ${bothFailed} IS NOT 1)
    OR l.unclear = 1 OR (l.amount IS NULL AND l.refunded > 0))`;
  const statusUnchecked = `(${theirs} IS NULL)`;
  // The sale of a refund may be older.
  const dayDiffers = here
    ? `(l.direction = 'charge' AND NOT (o.at >= ${here.from - midnightMs} AND o.at < ${here.to + midnightMs}))`
    : '0';
  const timeUnchecked = spanOfLines(scratch) ? '(l.at IS NULL)' : '0';
  const differs = [numberDiffers, amountDiffers, statusDiffers, dayDiffers].map((one) => `coalesce(${one}, 0)`);
  const unchecked = [numberUnchecked, amountUnchecked, statusUnchecked, timeUnchecked];
  const matched = `SELECT @kind, ${[...differs, ...unchecked].join(', ')}, l.line, o.id FROM lines l JOIN ours o ON o.id = l.here`;
  const isDifferent = `(${differs.join(' OR ')})`;
  scratch.exec(`
    INSERT INTO ${columns} SELECT 'only_there', ${none}, line, NULL FROM lines
      WHERE here IS NULL AND ((refund_of IS NULL AND NOT ${isDeposit}) OR unclear = 1) ORDER BY line;
    INSERT INTO ${columns} ${matched.replace('@kind', "'different'")} WHERE ${isDifferent} ORDER BY l.line;
    INSERT INTO ${columns} ${matched.replace('@kind', "'unchecked'")}
      WHERE NOT ${isDifferent} AND (${unchecked.join(' OR ')} OR l.rounded = 1) ORDER BY l.line;`);
  if (here) {
    scratch
      .prepare(
        `INSERT INTO ${columns} SELECT 'only_here', ${none}, NULL, id FROM ours
         WHERE taken = 0 AND state <> 'failed' AND at >= ? AND at < ? ORDER BY at, id`,
      )
      .run(here.from, here.to);
  }
  const sums = (sql: string, amount = 'amount'): unknown =>
    scratch.prepare(`SELECT count(*) AS count, coalesce(sum(${amount}), 0) AS amount FROM ${sql}`).get();
  const count = (sql: string): number => z.int().parse(scratch.prepare(`SELECT count(*) FROM ${sql}`).pluck().get());
  const ofKind = (kind: DifferenceKind) => `lines WHERE line IN (SELECT line FROM differences WHERE kind = '${kind}')`;
  const taken = `CASE direction WHEN 'refund' THEN -amount ELSE amount END`;
  const summary = Reconciliation.parse({
    days,
    times,
    ids: { lines: count('lines WHERE transaction_id IS NOT NULL'), found: idsFound },
    there: sums(`lines WHERE NOT ${isDeposit}`, taken),
    balances,
    leftOut,
    unreadable: count(`lines WHERE transaction_id IS NULL AND number IS NULL AND NOT ${isDeposit}`),
    withoutTime: count('lines WHERE at IS NULL AND (transaction_id IS NOT NULL OR number IS NOT NULL)'),
    withoutAmount: count('lines WHERE amount IS NULL'),
    rounded: count('lines WHERE rounded = 1'),
    ambiguous: count('lines WHERE ambiguous = 1 AND here IS NULL'),
    unknownStatus: count('lines WHERE status IS NULL AND status_text IS NOT NULL'),
    uncheckedNumber: count('differences WHERE number_unchecked = 1'),
    uncheckedAmount: count('differences WHERE amount_unchecked = 1'),
    refunds: sums(`lines WHERE direction = 'refund' AND (refund_of IS NOT NULL OR here IS NOT NULL)`),
    deposits: sums(`lines WHERE ${isDeposit}`),
    ...file,
    // Without a readable time it is unknown which sales are missing there.
    attention:
      count('differences') +
      leftOut +
      file.otherSheets.length +
      [!here, times.ofSales, !times.orderKnown, file.unreadPeriod].filter(Boolean).length,
    same: sums('lines WHERE here IS NOT NULL AND line NOT IN (SELECT line FROM differences WHERE line IS NOT NULL)'),
    different: sums(ofKind('different')),
    unchecked: sums(ofKind('unchecked')),
    onlyThere: sums(ofKind('only_there'), `${taken} - refunded`),
    onlyHere: sums(`ours WHERE id IN (SELECT here FROM differences WHERE kind = 'only_here')`),
  });
  scratch.prepare('INSERT INTO summary VALUES (1, ?)').run(JSON.stringify(summary));
}

/** Money that came in and plainly names neither a sale nor a customer. */
const isDeposit = `(direction = 'refund' AND refund_of IS NULL AND here IS NULL AND transaction_id IS NULL AND number IS NULL
  AND unclear = 0)`;

const Flag = z.int().transform((flag) => flag === 1);

const Row = z.object({
  place: z.int(),
  kind: z.string(),
  numberDiffers: Flag,
  amountDiffers: Flag,
  statusDiffers: Flag,
  dayDiffers: Flag,
  numberUnchecked: Flag,
  amountUnchecked: Flag,
  statusUnchecked: Flag,
  timeUnchecked: Flag,
  refunded: z.int().nullable(),
  there: z.union([z.null(), jsonText]),
  here: z.union([z.null(), jsonText]),
});

const columns = `d.place, d.kind, d.number_differs AS numberDiffers, d.amount_differs AS amountDiffers,
  d.status_differs AS statusDiffers, d.day_differs AS dayDiffers, d.number_unchecked AS numberUnchecked,
  d.amount_unchecked AS amountUnchecked,
  d.status_unchecked AS statusUnchecked, d.time_unchecked AS timeUnchecked, nullif(l.refunded, 0) AS refunded,
  CASE WHEN l.line IS NOT NULL THEN json_object('line', l.line, 'transactionId', l.transaction_id, 'customerNo', l.customer_no,
    'amount', l.amount, 'direction', l.direction, 'status', l.status_text, 'time', l.time_text) END AS there,
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
  return rows.map((row) => Difference.parse(Row.parse(row)));
}

export function readSummary(scratch: Database.Database): Reconciliation {
  return jsonText.pipe(Reconciliation).parse(scratch.prepare('SELECT summary FROM summary').pluck().get());
}

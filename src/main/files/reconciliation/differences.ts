import type Database from 'better-sqlite3';
import { z } from 'zod';
import { Difference, type DifferenceKind, Reconciliation } from '../../../shared/contract/reconcile.ts';
import { jsonText } from '../../db/statements.ts';

/** What our states say in the words of a statement. */
const ourStatus = `CASE o.state WHEN 'success' THEN 'success' WHEN 'failed' THEN 'failed' ELSE 'open' END`;

const Span = z.tuple([z.int().nullable(), z.int().nullable()]);

/** From the first line's time to the last one's, milliseconds since 1970; null where no line has a time. */
export function spanOfLines(scratch: Database.Database): { first: number; last: number } | null {
  const [first, last] = Span.parse(scratch.prepare('SELECT min(at), max(at) FROM lines').raw().get());
  return first === null || last === null ? null : { first, last };
}

/**
 * Writes down what differs, and the sums.
 * @param here the times within which a sale must be in the statement; null: that cannot be said
 */
export function settleDifferences(
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
  const tally = (sql: string): unknown =>
    scratch.prepare(`SELECT count(*) AS count, coalesce(sum(amount), 0) AS amount FROM ${sql}`).get();
  const count = (sql: string): unknown => scratch.prepare(`SELECT count(*) FROM ${sql}`).pluck().get();
  const summary = Reconciliation.parse({
    days,
    there: tally('lines'),
    unreadable: count('lines WHERE transaction_id IS NULL AND number IS NULL'),
    unknownStatus: count('lines WHERE status IS NULL AND status_said IS NOT NULL'),
    same: tally(`lines WHERE here IS NOT NULL AND line NOT IN (SELECT line FROM differences WHERE kind = 'different')`),
    different: tally(`lines WHERE line IN (SELECT line FROM differences WHERE kind = 'different')`),
    onlyThere: tally('lines WHERE here IS NULL'),
    onlyHere: tally(`ours WHERE id IN (SELECT here FROM differences WHERE kind = 'only_here')`),
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
    'amount', l.amount, 'status', l.status_said, 'time', l.time_said) END AS there,
  CASE WHEN o.id IS NOT NULL THEN json_object('id', o.id, 'receiptNo', o.receipt_no, 'transactionId', o.transaction_id,
    'customerNo', o.customer_no, 'amount', o.amount, 'state', o.state, 'time', o.time) END AS here`;

/** A page of differences behind a place. */
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
  return jsonText.pipe(Reconciliation).parse(scratch.prepare('SELECT said FROM summary').pluck().get());
}

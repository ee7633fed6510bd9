import type Database from 'better-sqlite3';
import { z } from 'zod';
import { PrintJob, PrintReason } from '../../shared/domain/print-job.ts';
import type { NewPrintJob, PrintFormat, PrintMove } from '../db/sales-store.ts';
import { pluckStatement, statement } from '../db/statements.ts';
import type { PrintCounts } from './print-types.ts';

/** The jobs' table; each method is one statement or two, for use inside a transaction or alone. */
export interface Prints {
  add(job: NewPrintJob, at: string): void;
  move(move: PrintMove, at: string): PrintJob | null;
  stands(move: PrintMove): boolean;
  get(id: string): PrintJob | null;
  payload(id: string): { format: PrintFormat; bytes: Uint8Array } | null;
  next(printer: string): PrintJob | null;
  printersWaiting(): string[];
  list(ask: { open?: boolean; saleId?: string; before?: string; limit: number }): PrintJob[];
  copies(saleId: string): number[];
  counts(): PrintCounts;
}

const columns = `j.id, j.kind, j.sale_id AS saleId, t.receipt_no AS receiptNo, j.printer, j.copy, j.state, j.reason,
  j.asked_by AS askedBy, j.shift, j.again, j.decided, j.created_at AS createdAt, j.updated_at AS updatedAt`;
const from = 'FROM print_jobs j LEFT JOIN transactions t ON t.id = j.sale_id';
// As the partial indexes have them, word for word: only then SQLite uses those.
const waiting = `j.state IN ('queued', 'checking', 'blocked')`;
const open = `(j.state IN ('queued', 'checking', 'blocked', 'sending') OR (j.state = 'unknown' AND j.decided IS NULL))`;
/** Before these the payload is still needed. */
const ended = `('sent', 'confirmed', 'unknown', 'failed')`;

const Payload = z.object({
  format: z.enum(['escpos', 'starprnt', 'page']),
  bytes: z.instanceof(Uint8Array).nullable(),
});
const Counts = z.object({ waiting: z.int(), blocked: PrintReason.nullable(), unknown: z.int() });

export function preparePrints(db: Database.Database): Prints {
  const insert = statement(
    db,
    `INSERT INTO print_jobs (id, kind, sale_id, printer, copy, counted, state, asked_by, again, format, payload,
       created_at, updated_at, shift)
     VALUES (@id, @kind, @saleId, @printer, @copy, @counted, @state, @askedBy, @again, @format, @payload, @at, @at, @shift)`,
  );
  const repeated = statement(db, `UPDATE print_jobs SET decided = 'again', updated_at = ? WHERE id = ?`);
  const fulfil = statement(db, 'DELETE FROM print_wishes WHERE sale_id = ?');
  const update = statement(
    db,
    `UPDATE print_jobs SET state = @to, reason = @reason, decided = coalesce(@decided, decided), updated_at = @at,
       counted = CASE WHEN @uncount THEN 0 ELSE counted END,
       payload = CASE WHEN @to IN ${ended} THEN NULL ELSE payload END
     WHERE id = @id AND state IN (SELECT value FROM json_each(@from))`,
  );
  const byId = statement(db, `SELECT ${columns} ${from} WHERE j.id = ?`);
  const bytesOf = statement(db, 'SELECT format, payload AS bytes FROM print_jobs WHERE id = ?');
  const oldest = statement(db, `SELECT ${columns} ${from} WHERE j.printer = ? AND ${waiting} ORDER BY j.seq LIMIT 1`);
  const printers = pluckStatement(db, `SELECT DISTINCT j.printer FROM print_jobs j WHERE ${waiting}`);
  const newest = (where: string) =>
    statement(
      db,
      `SELECT ${columns} ${from} WHERE ${where}
         AND j.seq < coalesce((SELECT seq FROM print_jobs WHERE id = @before), 9223372036854775807)
       ORDER BY j.seq DESC LIMIT @limit`,
    );
  const lists = { all: newest('true'), open: newest(open), ofSale: newest('j.sale_id = @saleId') };
  const copiesOf = pluckStatement(db, 'SELECT copy FROM print_jobs WHERE sale_id = ? AND counted = 1 ORDER BY copy');
  const tally = statement(
    db,
    `SELECT count(*) FILTER (WHERE j.state IN ('queued', 'checking', 'blocked')) AS waiting,
       count(*) FILTER (WHERE j.state = 'unknown') AS unknown,
       (SELECT j.reason FROM print_jobs j WHERE ${open} AND j.state = 'blocked' ORDER BY j.seq LIMIT 1) AS blocked
     FROM print_jobs j WHERE ${open}`,
  );
  const get = (id: string): PrintJob | null => one(byId().get(id));

  return {
    add(job, at) {
      insert().run({ ...job, shift: job.shift ?? null, counted: job.copy === null ? 0 : 1, at });
      if (job.again !== null) repeated().run(at, job.again);
      if (job.saleId !== null) fulfil().run(job.saleId);
    },
    move({ id, from: expected, to, reason = null, decided = null, uncount = false }, at) {
      const values = { id, to, reason, decided, at, uncount: uncount ? 1 : 0, from: JSON.stringify(expected) };
      return update().run(values).changes === 1 ? get(id) : null;
    },
    stands: ({ id, from: expected }) => {
      const job = get(id);
      return job !== null && expected.includes(job.state);
    },
    get,
    payload(id) {
      const row = bytesOf().get(id);
      if (row === undefined) return null;
      const { format, bytes } = Payload.parse(row);
      return bytes === null ? null : { format, bytes };
    },
    next: (printer) => one(oldest().get(printer)),
    printersWaiting: () => z.array(z.string()).parse(printers().all()),
    list({ open: onlyOpen = false, saleId, before = null, limit }) {
      if (saleId !== undefined) return lists.ofSale().all({ saleId, before, limit }).map(read);
      return (onlyOpen ? lists.open() : lists.all()).all({ before, limit }).map(read);
    },
    copies: (saleId) => z.array(z.int()).parse(copiesOf().all(saleId)),
    counts: () => Counts.parse(tally().get()),
  };
}

const read = (row: unknown): PrintJob => PrintJob.parse(row);
const one = (row: unknown): PrintJob | null => (row === undefined ? null : read(row));

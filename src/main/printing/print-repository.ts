import type Database from 'better-sqlite3';
import { z } from 'zod';
import {
  type PrintDecision,
  PrintJob,
  type PrintKind,
  PrintReason,
  type PrintState,
} from '../../shared/domain/print-job.ts';
import type { CommitHook, CommitListener } from '../db/commit.ts';
import { pluckStatement, statement } from '../db/statements.ts';

/** The language of a print job: a printer's own commands, or a page for the system to lay out. */
export type PrintFormat = 'escpos' | 'starprnt' | 'page';

export interface NewPrintJob {
  id: string;
  kind: PrintKind;
  saleId: string | null;
  printer: string;
  copy: number | null;
  askedBy: PrintJob['askedBy'];
  again: string | null;
  /** "sending" for a job that the caller hands over at once */
  state: 'queued' | 'sending';
  format: PrintFormat;
  payload: Uint8Array;
  /** for a shift's report */
  shift?: number;
  /** for a settlement's slip: whose, and when it was paid */
  tabCustomer?: string;
  tabPaidAt?: string;
  /** for the slip of a cash service */
  cashService?: string;
}

/** A step of one job, made only from the expected state. */
export interface PrintMove {
  id: string;
  from: readonly PrintState[];
  to: PrintState;
  reason?: PrintReason | null;
  decided?: PrintDecision;
  /** it certainly did not print: its copy's number is free again */
  uncount?: boolean;
}

/** A commit's change of the print jobs, together with its sale and event. */
type PrintChange =
  /** also takes that sale out of the automatic prints, and marks the job that it repeats as decided */
  { kind: 'add'; job: NewPrintJob } | { kind: 'move'; move: PrintMove };

declare module '../db/change.ts' {
  interface ChangeParts {
    /** a print job that starts or ends with this commit; a job in an unexpected state makes the change stale */
    print?: PrintChange;
    /** when the receipt's number is issued in this commit, its proof is to be printed by itself */
    autoPrintReceipt?: boolean;
  }
}

interface PrintCounts {
  /** jobs of which no byte has left */
  waiting: number;
  /** the reason of the oldest blocked job */
  blocked: PrintReason | null;
  /** jobs that await a person's decision */
  unknown: number;
}

/** The print jobs and the auto-print outbox in the shop's database. Writes are durable; methods reject with DatabaseError. */
export interface PrintJobRepository {
  /** adds a job about no sale; a sale's jobs are added in its commits */
  add(job: NewPrintJob, at: string): Promise<void>;
  /** the job after the move; null when it was in another state */
  move(move: PrintMove, at: string): Promise<PrintJob | null>;
  get(id: string): Promise<PrintJob | null>;
  /** the bytes to send; null once they were sent or the job was cancelled */
  payload(id: string): Promise<{ format: PrintFormat; bytes: Uint8Array } | null>;
  /** the oldest waiting job of that printer */
  next(printer: string): Promise<PrintJob | null>;
  /** which printers have waiting jobs */
  printersWaiting(): Promise<string[]>;
  /** newest first; `open`: only jobs that have not ended or await a decision */
  list(query: { open?: boolean; saleId?: string; before?: string; limit: number }): Promise<PrintJob[]>;
  /** the number of a receipt's next copy. @param prints the sale's counted prints */
  nextCopy(saleId: string, prints: number): Promise<number>;
  counts(): Promise<PrintCounts>;
  /** sales in the auto-print outbox, oldest first */
  autoPrints(): Promise<string[]>;
  removeAutoPrint(saleId: string): Promise<void>;
  /** at the start: `sending` becomes `unknown`, `checking` becomes `queued`. @returns how many became unknown */
  recover(at: string): Promise<number>;
}

/** Statements on the jobs and the outbox; each method may run inside a transaction. */
interface PrintTables {
  add(job: NewPrintJob, at: string): void;
  move(move: PrintMove, at: string): PrintJob | null;
  /** whether the job is in a state that the move starts from */
  canMove(move: PrintMove): boolean;
  get(id: string): PrintJob | null;
  payload(id: string): { format: PrintFormat; bytes: Uint8Array } | null;
  next(printer: string): PrintJob | null;
  printersWaiting(): string[];
  list(query: { open?: boolean; saleId?: string; before?: string; limit: number }): PrintJob[];
  copies(saleId: string): number[];
  counts(): PrintCounts;
  /** The outbox: an entry is added in the commit that issues the receipt's number and removed in the one that adds the job. */
  addAutoPrint(saleId: string, at: string): void;
  autoPrints(): string[];
  removeAutoPrint(saleId: string): void;
  recover(at: string): number;
}

const columns = `j.id, j.kind, j.sale_id AS saleId, t.receipt_no AS receiptNo, j.printer, j.copy, j.state, j.reason,
  j.asked_by AS askedBy, j.shift, j.tab_customer AS tabCustomer, j.tab_paid_at AS tabPaidAt, j.cash_service AS cashService,
  j.reprint_of AS again, j.resolution AS decided, j.created_at AS createdAt, j.updated_at AS updatedAt`;
const from = 'FROM print_jobs j LEFT JOIN transactions t ON t.id = j.sale_id';
// The same text as in the partial indexes: SQLite uses them for no other.
const waiting = `j.state IN ('queued', 'checking', 'blocked')`;
const open = `(j.state IN ('queued', 'checking', 'blocked', 'sending') OR (j.state = 'unknown' AND j.resolution IS NULL))`;
/** States in which the payload is no longer needed. */
const ended = `('sent', 'confirmed', 'unknown', 'failed')`;

const Payload = z.object({
  format: z.enum(['escpos', 'starprnt', 'page']),
  bytes: z.instanceof(Uint8Array).nullable(),
});
const Counts = z.object({ waiting: z.int(), blocked: PrintReason.nullable(), unknown: z.int() });

export function preparePrintTables(db: Database.Database): PrintTables {
  const insert = statement(
    db,
    `INSERT INTO print_jobs (id, kind, sale_id, printer, copy, counted, state, asked_by, reprint_of, format, payload,
       created_at, updated_at, shift, tab_customer, tab_paid_at, cash_service)
     VALUES (@id, @kind, @saleId, @printer, @copy, @counted, @state, @askedBy, @again, @format, @payload, @at, @at, @shift,
       @tabCustomer, @tabPaidAt, @cashService)`,
  );
  const markReprinted = statement(db, `UPDATE print_jobs SET resolution = 'again', updated_at = ? WHERE id = ?`);
  const insertAutoPrint = statement(db, 'INSERT INTO auto_print_outbox (sale_id, at) VALUES (?, ?)');
  const listAutoPrints = pluckStatement(db, 'SELECT sale_id FROM auto_print_outbox ORDER BY at, sale_id');
  const deleteAutoPrint = statement(db, 'DELETE FROM auto_print_outbox WHERE sale_id = ?');
  const update = statement(
    db,
    `UPDATE print_jobs SET state = @to, reason = @reason, resolution = coalesce(@decided, resolution), updated_at = @at,
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
  // The conditions of the partial indexes, so that the start reads open jobs only.
  const countSending = pluckStatement(db, `SELECT count(*) FROM print_jobs j WHERE j.state = 'sending' AND ${open}`);
  const endSending = statement(
    db,
    `UPDATE print_jobs AS j SET state = 'unknown', reason = 'stopped', payload = NULL, updated_at = ?
     WHERE j.state = 'sending' AND ${open}`,
  );
  const requeueChecking = statement(
    db,
    `UPDATE print_jobs AS j SET state = 'queued' WHERE j.state = 'checking' AND ${waiting}`,
  );
  const get = (id: string): PrintJob | null => one(byId().get(id));

  return {
    add(job, at) {
      insert().run({
        ...job,
        shift: job.shift ?? null,
        tabCustomer: job.tabCustomer ?? null,
        tabPaidAt: job.tabPaidAt ?? null,
        cashService: job.cashService ?? null,
        counted: job.copy === null ? 0 : 1,
        at,
      });
      if (job.again !== null) markReprinted().run(at, job.again);
      if (job.saleId !== null) deleteAutoPrint().run(job.saleId);
    },
    move({ id, from: expected, to, reason = null, decided = null, uncount = false }, at) {
      const values = { id, to, reason, decided, at, uncount: uncount ? 1 : 0, from: JSON.stringify(expected) };
      return update().run(values).changes === 1 ? get(id) : null;
    },
    canMove: ({ id, from: expected }) => {
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
    addAutoPrint: (saleId, at) => void insertAutoPrint().run(saleId, at),
    autoPrints: () => z.array(z.string()).parse(listAutoPrints().all()),
    removeAutoPrint: (saleId) => void deleteAutoPrint().run(saleId),
    recover: db.transaction((at: string): number => {
      const unknown = Number(countSending().get());
      if (unknown > 0) endSending().run(at);
      requeueChecking().run();
      return unknown;
    }).immediate,
  };
}

const read = (row: unknown): PrintJob => PrintJob.parse(row);
const one = (row: unknown): PrintJob | null => (row === undefined ? null : read(row));

/** Requests the automatic print in the commit that issues the receipt's number, so that a crash cannot lose it. */
export function autoPrintListener(isOn: () => boolean): CommitListener {
  return {
    before: (change) =>
      change.sale?.issueReceipt === true && isOn()
        ? { ...change, parts: { ...change.parts, autoPrintReceipt: true } }
        : change,
  };
}

interface Access {
  db: Database.Database;
  tables: PrintTables;
  read<T>(work: () => T): Promise<T>;
  write<T>(work: () => T): Promise<T>;
}

/** The repository over one open connection. */
export function sqlitePrintJobs({ db, tables, read, write }: Access): PrintJobRepository {
  return {
    add: (job, at) => write(() => db.transaction(() => tables.add(job, at)).immediate()),
    move: (move, at) => write(() => tables.move(move, at)),
    get: (id) => read(() => tables.get(id)),
    payload: (id) => read(() => tables.payload(id)),
    next: (printer) => read(() => tables.next(printer)),
    printersWaiting: () => read(() => tables.printersWaiting()),
    list: (query) => read(() => tables.list(query)),
    nextCopy: (saleId, count) => read(() => nextCopy(tables.copies(saleId), count)),
    counts: () => read(() => tables.counts()),
    autoPrints: () => read(() => tables.autoPrints()),
    removeAutoPrint: (saleId) => write(() => tables.removeAutoPrint(saleId)),
    recover: (at) => write(() => tables.recover(at)),
  };
}

/**
 * The number of the next copy, above every number that may be on paper.
 * @param copies the numbers of the counted jobs, ascending
 * @param prints counted prints, including those without a job
 */
export function nextCopy(copies: readonly number[], prints: number): number {
  return Math.max(prints, copies.at(-1) ?? 0) + 1;
}

/** Adds and moves print jobs in the commit of their sale, and adds new receipts to the outbox. */
export function printHook(tables: PrintTables): CommitHook {
  return {
    refuse({ parts }) {
      const print = parts?.print;
      if (!print) return null;
      // The job may have begun, or a person may have decided, since the change was prepared.
      const isCurrent =
        print.kind === 'move'
          ? tables.canMove(print.move)
          : print.job.again === null || tables.get(print.job.again)?.decided === null;
      return isCurrent ? null : { kind: 'conflict' };
    },
    written({ parts: { print, autoPrintReceipt } = {}, sale, event }, _, after) {
      if (autoPrintReceipt && sale?.next.receiptNo === null && after !== null && after.receiptNo !== null)
        tables.addAutoPrint(after.id, event.at);
      if (print?.kind === 'add') tables.add(print.job, event.at);
      if (print?.kind === 'move') tables.move(print.move, event.at);
    },
  };
}

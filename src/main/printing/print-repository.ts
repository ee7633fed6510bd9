import type Database from 'better-sqlite3';
import type { CommitHook } from '../db/commit.ts';
import { pluckStatement, statement } from '../db/statements.ts';
import type { AutoPrintOutbox } from './auto-print-outbox.ts';
import type { Prints } from './print-jobs.ts';
import type { PrintJobRepository } from './print-types.ts';

interface Parts {
  db: Database.Database;
  prints: Prints;
  outbox: AutoPrintOutbox;
  read<T>(work: () => T): Promise<T>;
  write<T>(work: () => T): Promise<T>;
}

/** The port over one open connection. */
export function sqlitePrintJobs({ db, prints, outbox, read, write }: Parts): PrintJobRepository {
  // Each with the words of a partial index (schema/0003), so that a start reads no more than what is open.
  const open = `(state IN ('queued', 'checking', 'blocked', 'sending') OR (state = 'unknown' AND decided IS NULL))`;
  const found = pluckStatement(db, `SELECT count(*) FROM print_jobs WHERE state = 'sending' AND ${open}`);
  const cutShort = statement(
    db,
    `UPDATE print_jobs SET state = 'unknown', reason = 'stopped', payload = NULL, updated_at = ?
     WHERE state = 'sending' AND ${open}`,
  );
  const notBegun = statement(
    db,
    `UPDATE print_jobs SET state = 'queued'
     WHERE state = 'checking' AND state IN ('queued', 'checking', 'blocked')`,
  );
  return {
    add: (job, at) => write(() => db.transaction(() => prints.add(job, at)).immediate()),
    move: (move, at) => write(() => prints.move(move, at)),
    get: (id) => read(() => prints.get(id)),
    payload: (id) => read(() => prints.payload(id)),
    next: (printer) => read(() => prints.next(printer)),
    printersWaiting: () => read(() => prints.printersWaiting()),
    list: (ask) => read(() => prints.list(ask)),
    nextCopy: (saleId, count) => read(() => nextCopy(prints.copies(saleId), count)),
    counts: () => read(() => prints.counts()),
    autoPrints: () => read(() => outbox.all()),
    removeAutoPrint: (saleId) => write(() => outbox.drop(saleId)),
    recover: (at) =>
      write(() =>
        db
          .transaction(() => {
            const unknown = Number(found().get());
            if (unknown > 0) cutShort().run(at);
            notBegun().run();
            return unknown;
          })
          .immediate(),
      ),
  };
}

/**
 * The number of the next copy: above all that may exist on paper. Slips that were shared, or printed before jobs were kept,
 * count without having a job.
 * @param copies the numbers of the jobs that count, ascending
 * @param prints how many slips count, jobs or not
 */
export function nextCopy(copies: readonly number[], prints: number): number {
  return Math.max(prints, copies.at(-1) ?? 0) + 1;
}

/** Begins and ends print jobs in the commit of their sale, and asks for the automatic print of a new receipt. */
export function printHook(prints: Prints, outbox: AutoPrintOutbox): CommitHook {
  return {
    refuse({ print }) {
      if (!print) return null;
      // A job may have begun, or been decided about, since the change was prepared.
      const stands =
        print.kind === 'move'
          ? prints.stands(print.move)
          : print.job.again === null || prints.get(print.job.again)?.decided === null;
      return stands ? null : { kind: 'stale' };
    },
    written({ print, autoPrintReceipt, sale, event }, _, after) {
      if (autoPrintReceipt && sale?.next.receiptNo === null && after !== null && after.receiptNo !== null)
        outbox.add(after.id, event.at);
      if (print?.kind === 'add') prints.add(print.job, event.at);
      if (print?.kind === 'move') prints.move(print.move, event.at);
    },
  };
}

import type { PrintJob, PrintReason } from '../../shared/domain/print-job.ts';
import type { NewPrintJob, PrintFormat, PrintMove } from '../db/sales-store.ts';

export interface PrintCounts {
  /** not begun: no byte has left */
  waiting: number;
  /** the reason of the oldest that is blocked */
  blocked: PrintReason | null;
  /** a person is to be asked about these */
  unknown: number;
}

/**
 * The print jobs, in the journal's database. Everything is durable before it answers; methods reject with DatabaseError as the
 * journal's do.
 */
export interface PrintJobRepository {
  /** for a job that is about no sale; the others come with a commit */
  add(job: NewPrintJob, at: string): Promise<void>;
  /** answers the job as it is then, or null when it does not stand where it was expected */
  move(move: PrintMove, at: string): Promise<PrintJob | null>;
  get(id: string): Promise<PrintJob | null>;
  /** what is to be sent, exactly as it was settled; null once it left or was given up */
  payload(id: string): Promise<{ format: PrintFormat; bytes: Uint8Array } | null>;
  /** the oldest waiting job of that printer */
  next(printer: string): Promise<PrintJob | null>;
  /** which printers have waiting jobs */
  printersWaiting(): Promise<string[]>;
  /** newest first; `open`: only what is under way or to be decided */
  list(ask: { open?: boolean; saleId?: string; before?: string; limit: number }): Promise<PrintJob[]>;
  /** the number of the next copy of a proof. @param prints how many of them count so far */
  nextCopy(saleId: string, prints: number): Promise<number>;
  counts(): Promise<PrintCounts>;
  /** sales whose proof is to be printed by itself and is not yet, oldest first */
  autoPrints(): Promise<string[]>;
  removeAutoPrint(saleId: string): Promise<void>;
  /** at the start: what was found in sending is unknown, what was being checked is queued; answers how many are unknown now */
  recover(at: string): Promise<number>;
}

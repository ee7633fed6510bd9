import type { PrintDecision, PrintJob, PrintKind, PrintReason, PrintState } from '../../shared/domain/print-job.ts';

/** What a printer must understand to print it: a printer's own commands, or a page for the system to lay out. */
export type PrintFormat = 'escpos' | 'starprnt' | 'page';

export interface NewPrintJob {
  id: string;
  kind: PrintKind;
  saleId: string | null;
  printer: string;
  copy: number | null;
  askedBy: PrintJob['askedBy'];
  again: string | null;
  /** "sending" for what is handed over at once by whoever asked */
  state: 'queued' | 'sending';
  format: PrintFormat;
  payload: Uint8Array;
  /** of a shift's report */
  shift?: number;
}

/** A step of one job, made only when it stands where it is expected to. */
export interface PrintMove {
  id: string;
  from: readonly PrintState[];
  to: PrintState;
  reason?: PrintReason | null;
  decided?: PrintDecision;
  /** it certainly did not print: its copy's number is free again */
  uncount?: boolean;
}

/** What a commit does to the print jobs, together with its sale and event. */
export type PrintChange =
  /** also ends a wish for that sale, and marks the job that it repeats as decided */
  { kind: 'add'; job: NewPrintJob } | { kind: 'move'; move: PrintMove };

export interface PrintCounts {
  /** not begun: no byte has left */
  waiting: number;
  /** the reason of the oldest that is blocked */
  blocked: PrintReason | null;
  /** a person is to be asked about these */
  unknown: number;
}

/**
 * The print jobs, in the journal's database. Everything is durable before it answers; methods reject with JournalFault as the
 * journal's do.
 */
export interface PrintBook {
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
  wishes(): Promise<string[]>;
  dropWish(saleId: string): Promise<void>;
  /** at the start: what was found in sending is unknown, what was being checked is queued; answers how many are unknown now */
  recover(at: string): Promise<number>;
}

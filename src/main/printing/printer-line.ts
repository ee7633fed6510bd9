import type { PrintReason } from '../../shared/domain/print-job.ts';
import type { PrintFormat } from '../db/sales-store.ts';

export interface LinePayload {
  format: PrintFormat;
  bytes: Uint8Array;
}

export type LineOutcome =
  /** no byte of the job has left: it may be tried again by itself */
  | { kind: 'blocked'; reason: PrintReason }
  /** all of it was handed over; `confirmed`: the printer has said that it is through with it */
  | { kind: 'sent'; confirmed: boolean }
  /** some of it may be on paper */
  | { kind: 'unknown'; reason: PrintReason }
  /** it was refused as a whole, for certain, and would be again */
  | { kind: 'failed'; reason: PrintReason };

/** One printer, whatever way it is reached. Used for one thing at a time. */
export interface PrinterLine {
  /**
   * Sends it, once.
   * @param leave to be awaited before the first byte of the payload leaves (status requests do not count); when it rejects,
   * nothing may be sent
   */
  send(payload: LinePayload, leave: () => Promise<void>): Promise<LineOutcome>;
}

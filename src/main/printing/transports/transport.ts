import type { PrintReason } from '../../../shared/domain/print-job.ts';
import type { PrintFormat } from '../../db/sales-store.ts';

export interface PrintPayload {
  format: PrintFormat;
  bytes: Uint8Array;
}

export type SendOutcome =
  /** no byte of the job has left: it may be retried automatically */
  | { kind: 'blocked'; reason: PrintReason }
  /** all bytes were handed over; `confirmed`: the printer reported that it has processed them */
  | { kind: 'sent'; confirmed: boolean }
  /** some of it may be on paper */
  | { kind: 'unknown'; reason: PrintReason }
  /** refused as a whole; a retry would be refused again */
  | { kind: 'failed'; reason: PrintReason };

/** The connection to one printer. Used for one job at a time. */
export interface PrinterTransport {
  /**
   * Sends the payload once.
   * @param beforeSend awaited before the payload's first byte leaves (status requests do not count); when it rejects, nothing
   * may be sent
   */
  send(payload: PrintPayload, beforeSend: () => Promise<void>): Promise<SendOutcome>;
}

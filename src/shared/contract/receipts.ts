import { z } from 'zod';
import { PrintJob } from '../domain/print-job.ts';
import { PrinterId } from '../domain/printer.ts';
import { Paper, ReceiptDoc } from '../domain/receipt/doc.ts';
import { Pin, Reason, SaleId } from './inputs.ts';
import { procedure } from './procedure.ts';

export const receipts = {
  /** the slip as it would be printed now, changing nothing */
  'receipts.preview': procedure(
    z.strictObject({ id: SaleId, paper: Paper.optional() }),
    z.object({
      doc: ReceiptDoc,
      html: z.string(),
      text: z.string(),
      /** the number that a print would get now, 1 is the original; null for a slip that is no proof */
      copy: z.int().positive().nullable(),
      /** there are as many copies as the owner allows: a print needs a supervisor */
      beyondLimit: z.boolean(),
    }),
  ),
  /**
   * Prints the slip and records it; every print after the first says that it is a copy. It goes to the named printer, else to
   * the system's dialog where a paper is named, else to the shop's printer, and where there is none to the dialog. A supervisor's PIN
   * lifts the limit on copies.
   */
  'receipts.print': procedure(
    z.strictObject({
      id: SaleId,
      paper: Paper.optional(),
      printer: PrinterId.optional(),
      /**
       * For a button that is easily pressed twice: where the slip waits for that printer already, no further copy is asked
       * for. The waiting job is answered, and the printer tried at once
       */
      unlessWaiting: z.boolean().optional(),
      pin: Pin.optional(),
      /** why there is one more than the limit; needed with people set up (invalid_input, "reason_needed"), kept in the log */
      reason: Reason.optional(),
    }),
    z.object({
      /** 1 is the original */
      copy: z.int().positive(),
      /** "system": handed to a printer. "page": the page itself opened the browser's print dialog with `url` */
      via: z.enum(['system', 'page']),
      url: z.string().nullable(),
      /** where it went into a printer's queue: what becomes of it is told by events, and nobody has printed it yet */
      job: PrintJob.optional(),
    }),
  ),
};

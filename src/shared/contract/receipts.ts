import { z } from 'zod';
import { NullableString, PositiveInt } from '../domain/common-schemas.ts';
import { PrintJob } from '../domain/print-job.ts';
import { Paper, PrinterId } from '../domain/printer.ts';
import { ReceiptDoc } from '../domain/receipt/doc.ts';
import { Pin, procedure, Reason, SaleId } from './procedure.ts';

const printedBy = z.object({
  /** "system": handed to a printer. "page": the page itself opened the browser's print dialog with `url` */
  via: z.enum(['system', 'page']),
  url: NullableString,
});

/** A slip that is about no sale, with its text for the screen. */
export const PrintedSlip = printedBy.extend({ text: z.string() });
export type PrintedSlip = z.infer<typeof PrintedSlip>;

export const receipts = {
  /** the slip as it would be printed now, changing nothing */
  'receipts.preview': procedure({
    input: z.strictObject({ id: SaleId, paper: Paper.optional() }),
    output: z.object({
      doc: ReceiptDoc,
      html: z.string(),
      text: z.string(),
      /** the number that a print would get now, or that of the slip that still waits to be printed; 1 is the original; null for a slip that is no receipt */
      copy: PositiveInt.nullable(),
      /** there are as many copies as the owner allows: a print needs a supervisor */
      beyondLimit: z.boolean(),
    }),
    needs: 'seeReceipts',
    extendsSession: false,
    office: 'replicas',
  }),
  /**
   * Prints the slip and records it; every print after the first says that it is a copy. It goes to the named printer, else to
   * the system's dialog where a paper is named, else to the shop's printer, and where there is none to the dialog. A supervisor's PIN
   * lifts the limit on copies.
   */
  'receipts.print': procedure({
    input: z.strictObject({
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
    output: printedBy.extend({
      /** 1 is the original */
      copy: PositiveInt,
      /** the queued job; events report its state, and nothing is printed yet */
      job: PrintJob.optional(),
    }),
    needs: 'printCopies',
    office: 'replicas',
  }),
};

export const ShareAs = z.enum(['pdf', 'png', 'text']);
export type ShareAs = z.infer<typeof ShareAs>;

export const sharing = {
  /**
   * The slip for sending on: as a file that the person saves, or as plain text. Like a print it leaves the shop, so it is
   * counted and limited as one, and every one after the first is marked as a copy. A supervisor's PIN lifts the limit.
   */
  'receipts.share': procedure({
    input: z.strictObject({
      id: SaleId,
      as: ShareAs,
      paper: Paper.optional(),
      pin: Pin.optional(),
      /** as receipts.print */
      reason: Reason.optional(),
    }),
    output: z.object({
      as: ShareAs,
      copy: PositiveInt,
      /**
       * "file": saved. "page": the page itself saves what lies under `url`. "text": `text` is the slip. "cancelled": the
       * person gave it no place, and nothing was counted
       */
      via: z.enum(['file', 'page', 'text', 'cancelled']),
      /** for a file: its name, without the folder */
      name: NullableString,
      url: NullableString,
      text: NullableString,
    }),
    needs: 'share',
    office: 'counter',
  }),
};

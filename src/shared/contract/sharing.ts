import { z } from 'zod';
import { Paper } from '../domain/receipt/doc.ts';
import { Pin, Reason, SaleId } from './inputs.ts';
import { procedure } from './procedure.ts';

export const ShareAs = z.enum(['pdf', 'png', 'text']);
export type ShareAs = z.infer<typeof ShareAs>;

export const sharing = {
  /**
   * The slip for sending on: as a file that the person gives a place, or as plain text. It leaves the shop as a print does,
   * so it is counted and limited as one, and every one after the first says that it is a copy. A supervisor's PIN lifts the
   * limit.
   */
  'receipts.share': procedure(
    z.strictObject({
      id: SaleId,
      as: ShareAs,
      paper: Paper.optional(),
      pin: Pin.optional(),
      /** as receipts.print */
      reason: Reason.optional(),
    }),
    z.object({
      as: ShareAs,
      copy: z.int().positive(),
      /**
       * "file": saved. "page": the page itself saves what lies under `url`. "text": `text` is the slip. "cancelled": the
       * person gave it no place, and nothing was counted
       */
      via: z.enum(['file', 'page', 'text', 'cancelled']),
      /** for a file: its name, without the folder */
      name: z.string().nullable(),
      url: z.string().nullable(),
      text: z.string().nullable(),
    }),
  ),
};

import { z } from 'zod';
import { ReceiptDoc } from '../domain/receipt/doc.ts';
import { Paper } from '../domain/receipt/paper.ts';
import { SaleId } from './inputs.ts';
import { procedure } from './procedure.ts';

export const receipts = {
  /** the slip as it would be printed now, changing nothing */
  'receipts.preview': procedure(
    z.strictObject({ id: SaleId, paper: Paper.optional() }),
    z.object({ doc: ReceiptDoc, html: z.string(), text: z.string() }),
  ),
  /** prints the slip through the system and records it; every print after the first says that it is a copy */
  'receipts.print': procedure(
    z.strictObject({ id: SaleId, paper: Paper.optional() }),
    z.object({
      /** 1 is the original */
      copy: z.int().positive(),
      /** "system": handed to a printer. "page": the page itself opened the browser's print dialog with `url` */
      via: z.enum(['system', 'page']),
      url: z.string().nullable(),
    }),
  ),
};

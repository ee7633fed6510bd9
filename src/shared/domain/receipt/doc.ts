import { z } from 'zod';

/**
 * One slip as typed blocks, in reading order, already in the shop's language. Every paper, the screen and the plain text
 * are rendered from the same blocks, so they cannot disagree.
 */
export const ReceiptBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('title'), text: z.string() }),
  /** centred small print: address, footer; `strong` for what counts in it */
  z.object({ type: z.literal('centred'), text: z.string(), strong: z.literal(true).optional() }),
  z.object({ type: z.literal('pair'), label: z.string(), value: z.string() }),
  /** an amount of money, aligned right */
  z.object({ type: z.literal('amount'), label: z.string(), value: z.string(), strong: z.boolean() }),
  /** the serial number; groups are kept whole at a line's end, `token` asks for the largest letters */
  z.object({ type: z.literal('sn'), label: z.string(), groups: z.array(z.string()), token: z.boolean() }),
  /** words that cannot be missed: training, not a proof, copy */
  z.object({ type: z.literal('notice'), text: z.string() }),
  z.object({ type: z.literal('paragraph'), text: z.string() }),
  /** a QR code; on paper and screen only. Printable ASCII, because printers take their own code pages for anything else */
  z.object({ type: z.literal('qr'), text: z.string().regex(/^[\x20-\x7e]+$/) }),
  z.object({ type: z.literal('gap') }),
]);
export type ReceiptBlock = z.infer<typeof ReceiptBlock>;

export const ReceiptDoc = z.object({ language: z.enum(['id', 'en']), blocks: z.array(ReceiptBlock) });
export type ReceiptDoc = z.infer<typeof ReceiptDoc>;

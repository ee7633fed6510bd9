import { z } from 'zod';
import { Rupiah } from './money.ts';
import { PaymentPart } from './payment.ts';
import { Theme } from './preferences.ts';
import { QrisToPay } from './qris.ts';

/** A sale's outcome as its customer sees it, whatever the cause; "partly": of several that were paid together some were not made. */
export const DisplayResult = z.enum(['sending', 'pending', 'success', 'partly', 'failed', 'unsure']);
export type DisplayResult = z.infer<typeof DisplayResult>;

/** One sale, or several that are paid together, as their own customer may see them. No cost, no serial number, nothing about anybody else. Amounts are whole rupiah. */
export const DisplaySale = z.strictObject({
  product: z.string().max(120).nullable(),
  /** bare, without separators */
  customerNo: z.string().max(64).nullable(),
  /** of a bill, as the provider wrote it; only while the customer is asked whether it is the right one */
  customerName: z.string().max(120).nullable(),
  total: Rupiah.nullable(),
  /** how it is or was paid; empty: all in cash, or not known yet */
  payments: z.array(PaymentPart.strict()).max(2),
  tendered: Rupiah.nullable(),
  change: Rupiah.nullable(),
  /** of a sale that was not made, what its customer gets now, as one sum and its parts; left out: nothing is owed */
  handBack: z.strictObject({ sum: Rupiah, refund: Rupiah, change: Rupiah }).optional(),
  /** the customer is asked whether number and amount are right: nothing was sent */
  asking: z.boolean(),
  /** null: nothing was sent */
  result: DisplayResult.nullable(),
  /** what is to be paid by QRIS; there only while the customer is asked */
  qris: QrisToPay.nullable(),
  /** the proof that the slip carries; there only after a success */
  proof: z.string().max(1000).nullable(),
});
export type DisplaySale = z.infer<typeof DisplaySale>;

/** The whole of what the customer's display shows. */
export const DisplayView = z.strictObject({
  language: z.enum(['id', 'en']),
  theme: Theme,
  /** the shop's name; empty where it has none yet */
  shop: z.string().max(80),
  training: z.boolean(),
  /** null: no customer is being served */
  sale: DisplaySale.nullable(),
});
export type DisplayView = z.infer<typeof DisplayView>;

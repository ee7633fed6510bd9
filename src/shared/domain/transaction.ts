import { z } from 'zod';
import { Rupiah } from './money.ts';
import { TransactionKind, TransactionState } from './state.ts';

/** What an otherwise clear answer had wrong: kept and shown, it changes no outcome. */
export const TransactionFlag = z.enum([
  /** the provider's answer had faults that the outcome did not need */
  'answer_incomplete',
  /** paid another amount than the inquiry named */
  'price_differs',
  /** a webhook or an answer names another product */
  'product_differs',
  /** sent inside the product's cut-off, by the cashier's choice */
  'cut_off_overridden',
  /** a repeat of the same product and number on the same day, or of the same credit under another code, by the cashier's choice */
  'repeat_allowed',
  /** sold for less than the catalogue says the shop pays, by the cashier's choice */
  'below_cost_allowed',
  /** the outcome was recorded by a person */
  'resolved_by_hand',
  /** the provider sent a webhook to another address than this order's */
  'address_differs',
  /** a webhook called a payment of this bill a success, perhaps the one before that had failed */
  'maybe_paid_twice',
  /** the provider took another amount for an order than the catalogue says the product costs the shop */
  'cost_differs',
]);
export type TransactionFlag = z.infer<typeof TransactionFlag>;

export const BillPeriod = z.object({
  /** as the provider writes it, "MMM YYYY" */
  period: z.string(),
  billValue: Rupiah.nullable(),
  priceAdmin: Rupiah.nullable(),
});
export type BillPeriod = z.infer<typeof BillPeriod>;

export const Bill = z.object({ billSheet: z.int().nonnegative().nullable(), details: z.array(BillPeriod) });
export type Bill = z.infer<typeof Bill>;

const Instant = z.iso.datetime();

/** One sale as the shop keeps it. Amounts are whole rupiah, times ISO 8601 UTC, what is not known is null. */
export const Transaction = z.object({
  /** the shop's own id (UUIDv7), also the ref in the order's callback_url */
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  kind: TransactionKind,
  state: TransactionState,
  productCode: z.string(),
  productName: z.string().nullable(),
  brand: z.string().nullable(),
  category: z.string().nullable(),
  customerNo: z.string(),
  customerName: z.string().nullable(),
  /** the provider's id */
  transactionId: z.string().nullable(),
  /** who first said that id; one that only a webhook has said is not yet confirmed */
  transactionIdFrom: z.enum(['answer', 'webhook']).nullable(),
  /** as the provider wrote it, or null when there is no usable one */
  sn: z.string().nullable(),
  /** the provider's words */
  message: z.string().nullable(),
  /** what the provider takes: of a bill its total, of an order only if the webhook names it */
  price: Rupiah.nullable(),
  /** the shop's service fee on a bill */
  fee: Rupiah.nullable(),
  /** what the customer pays */
  total: Rupiah.nullable(),
  tendered: Rupiah.nullable(),
  change: Rupiah.nullable(),
  bill: Bill.nullable(),
  /** given on success, never reused */
  receiptNo: z.string().nullable(),
  /** failed by a refusal of the provider rather than by a failed sale */
  refused: z.boolean(),
  flags: z.array(TransactionFlag),
  /** how many times the proof was printed */
  prints: z.int().nonnegative(),
  /** the shop's calendar day of the sale, YYYY-MM-DD */
  day: z.iso.date(),
  createdAt: Instant,
  updatedAt: Instant,
  /** of a bill: when the provider last named it and its price; it expires from then on */
  inquiredAt: Instant.nullable(),
  /** when the request was about to leave */
  sentAt: Instant.nullable(),
  /** when the present final state was reached */
  settledAt: Instant.nullable(),
  /** cash of a failed or unsent sale given back to the customer */
  cashReturnedAt: Instant.nullable(),
  /** grows by one with every change; 1 is the first */
  revision: z.int().positive(),
});
export type Transaction = z.infer<typeof Transaction>;

import { z } from 'zod';
import { Transaction, TransactionState } from '../domain/transaction.ts';
import type { ErrorReason } from './reasons.ts';

/** What went wrong, as a cashier or an owner can act on it. The words for each are the renderer's. */
export const errorCodes = [
  'invalid_input',
  'not_configured',
  'not_found',
  'not_allowed',
  'product_inactive',
  'cut_off',
  'duplicate',
  'in_flight',
  'inquiry_expired',
  'price_changed',
  'provider_unreachable',
  'provider_refused',
  'provider_bad_answer',
  'outcome_unknown',
  'relay_unreachable',
  'internal',
] as const;

export const ErrorCode = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const KonterError = z.object({
  code: ErrorCode,
  /** one plain English sentence, without customers' data; the UI shows its own words for the code */
  message: z.string(),
  /** which of a code's cases this is, for the UI's words: see reasons.ts */
  reason: z.string().optional(),
  /** the provider's own words, where it had some */
  providerMessage: z.string().optional(),
  /** for invalid_input: the fields, as "customerNo" or "shop.name" */
  fields: z.array(z.string()).optional(),
  /** the sale as it is stored now */
  transaction: Transaction.optional(),
  /** the sale that stands in the way (in_flight, duplicate) or the newer inquiry (price_changed) */
  other: Transaction.optional(),
  /** what the payment service said, where the disk did not take it: it is nowhere else than here */
  unwritten: z
    .object({
      state: TransactionState,
      transactionId: z.string().nullable(),
      sn: z.string().nullable(),
    })
    .optional(),
  /** how many orders it is about (orders_at_mailbox) */
  orders: z.int().optional(),
  /** the pause that the product is in (cut_off), provider's time */
  cutOff: z.object({ start: z.string(), end: z.string(), timeZone: z.string() }).optional(),
});
export type KonterError = z.infer<typeof KonterError>;

export type Result<T> = { ok: true; value: T } | { ok: false; error: KonterError };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export const fail = (
  code: ErrorCode,
  message: string,
  more: Omit<KonterError, 'code' | 'message' | 'reason'> & { reason?: ErrorReason } = {},
): { ok: false; error: KonterError } => ({ ok: false, error: { code, message, ...more } });

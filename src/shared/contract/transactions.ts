import { z } from 'zod';
import { BodyRole, SaleEventType, SetAsideReason } from '../domain/sale-event.ts';
import { TransactionKind, TransactionState } from '../domain/state.ts';
import { Transaction } from '../domain/transaction.ts';
import { Pin, SaleId } from './inputs.ts';
import { procedure } from './procedure.ts';

export const TransactionSearch = z.strictObject({
  /** any part of number, name, sn, provider's id, receipt number or product; capitals do not matter */
  text: z.string().max(100).optional(),
  states: z.array(TransactionState).max(9).optional(),
  kinds: z.array(TransactionKind).max(2).optional(),
  /** createdAt, inclusive */
  from: z.iso.datetime({ offset: true }).optional(),
  /** createdAt, exclusive */
  to: z.iso.datetime({ offset: true }).optional(),
  /** `next` of the page before */
  cursor: z.string().max(200).optional(),
  limit: z.int().min(1).max(200).optional(),
});
export type TransactionSearch = z.infer<typeof TransactionSearch>;

/** Newest first. `next` is null on the last page. */
export const TransactionPage = z.object({ items: z.array(Transaction), next: z.string().nullable() });
export type TransactionPage = z.infer<typeof TransactionPage>;

export const SaleEvent = z.object({
  seq: z.int().positive(),
  transactionId: z.string().nullable(),
  type: SaleEventType,
  at: z.iso.datetime(),
  actor: z.string(),
  /** facts about the event, never a customer's data */
  data: z.record(z.string(), z.unknown()),
  /** what was said word for word; null text where a customer's data was erased */
  bodies: z.array(z.object({ role: BodyRole, text: z.string().nullable() })),
  hash: z.string(),
});
export type SaleEvent = z.infer<typeof SaleEvent>;

export const SetAsideWebhook = z.object({
  seq: z.int().positive(),
  at: z.iso.datetime(),
  reason: SetAsideReason,
  ref: z.string().nullable(),
  body: z.string().nullable(),
});
export type SetAsideWebhook = z.infer<typeof SetAsideWebhook>;

export const transactions = {
  'transactions.get': procedure(z.strictObject({ id: SaleId }), Transaction),
  'transactions.search': procedure(TransactionSearch.optional(), TransactionPage),
  /** everything that was said about one sale, oldest first */
  'transactions.timeline': procedure(z.strictObject({ id: SaleId }), z.array(SaleEvent)),
  /** a person records what became of a sale that nothing else can settle; never sends anything */
  'transactions.resolve': procedure(
    z.strictObject({
      id: SaleId,
      outcome: z.enum(['success', 'failed']),
      sn: z.string().trim().max(200).optional(),
      /** why, and where it was seen */
      note: z.string().trim().min(3).max(500),
      pin: Pin.optional(),
    }),
    Transaction,
  ),
  /** the cash of a failed or unsent sale was handed back */
  'transactions.cashReturned': procedure(z.strictObject({ id: SaleId }), Transaction),
  /** webhooks that were kept but not applied, newest first */
  'webhooks.setAside': procedure(
    z.strictObject({ limit: z.int().min(1).max(200).optional() }).optional(),
    z.array(SetAsideWebhook),
  ),
};

import { z } from 'zod';
import { NonNegativeInt, NullableString, PositiveInt } from '../domain/common-schemas.ts';
import { Rupiah } from '../domain/money.ts';
import { MoneyMethod } from '../domain/payment.ts';
import { withoutMailboxIds } from '../domain/provider-answer.ts';
import { BodyRole, QuarantineReason, SaleEventType } from '../domain/sale-event.ts';
import { markedFields } from '../domain/search/matching.ts';
import { QueryTerm } from '../domain/search/query-terms.ts';
import { saleWithoutCosts, Transaction, TransactionKind, TransactionState } from '../domain/transaction.ts';
import { CounterId } from './office.ts';
import { CashAmount, CustomerNo, LongReason, PageLimit, Pin, procedure, SaleId } from './procedure.ts';

export const TransactionSearch = z.strictObject({
  /**
   * any part of number, name, sn, provider's id, receipt number or product; words for states, days, amounts and kinds of
   * products are understood too (domain/search), and so is a scanned proof. Capitals do not matter.
   */
  text: z.string().max(500).optional(),
  states: z.array(TransactionState).max(9).optional(),
  kinds: z.array(TransactionKind).max(2).optional(),
  /** only sales with cash to be handed back, or to be collected from the customer */
  only: z.enum(['cashToReturn', 'cashToCollect']).optional(),
  /** createdAt, inclusive */
  from: z.iso.datetime({ offset: true }).optional(),
  /** createdAt, exclusive */
  to: z.iso.datetime({ offset: true }).optional(),
  /** at an office: of this counter alone */
  counter: CounterId.optional(),
  /** `next` of the page before */
  cursor: z.string().max(200).optional(),
  limit: PageLimit,
  /** the search box: a newer search of the same box cancels the previous one ("superseded") */
  box: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
});
export type TransactionSearch = z.infer<typeof TransactionSearch>;

const Mark = z.object({
  field: z.enum([...markedFields, 'total', 'price']),
  start: NonNegativeInt,
  end: PositiveInt,
});

/** How a page with `text` was found. */
export const SearchSummary = z.object({
  understood: z.array(QueryTerm),
  /** of each item in turn, the places that the search met, in UTF-16 units of the field */
  marks: z.array(z.array(Mark)),
  /** "behind" and "missing": every sale was looked at, which is right but slow */
  index: z.enum(['ready', 'behind', 'missing']),
  /** only the newest sales were searched, because the text is so short; `next` continues with older ones */
  older: z.boolean(),
});
export type SearchSummary = z.infer<typeof SearchSummary>;

/** Newest first. `next` is null on the last page. */
export const TransactionPage = z.object({
  items: z.array(Transaction),
  next: NullableString,
  /** at an office: of each item in turn, the counter that sold it */
  counters: z.array(CounterId).optional(),
  /** where no text was searched for: of items that are lines of batches, each batch with all its lines, in the order of sending */
  batches: z.array(z.object({ id: SaleId, lines: z.array(Transaction) })).optional(),
  /** left out where no text was searched for */
  search: SearchSummary.optional(),
});
export type TransactionPage = z.infer<typeof TransactionPage>;

const pageWithoutCosts = ({ search, batches, ...page }: TransactionPage): TransactionPage => ({
  ...page,
  items: page.items.map(saleWithoutCosts),
  ...(batches ? { batches: batches.map(({ id, lines }) => ({ id, lines: lines.map(saleWithoutCosts) })) } : {}),
  ...(search
    ? { search: { ...search, marks: search.marks.map((marks) => marks.filter(({ field }) => field !== 'price')) } }
    : {}),
});

/** Sales between two places of an outline: what one search answers at most. */
export const outlineEvery = 200;

export const OutlineSearch = TransactionSearch.pick({ states: true, kinds: true, counter: true, box: true });
export type OutlineSearch = z.infer<typeof OutlineSearch>;

/** A list without its sales. */
export const TransactionOutline = z.object({
  count: NonNegativeInt,
  /** of every 200th sale: the cursor of its successors, and its business day, YYYY-MM-DD */
  places: z.array(z.object({ cursor: z.string(), day: z.iso.date() })),
});
export type TransactionOutline = z.infer<typeof TransactionOutline>;

export const SaleEvent = z.object({
  seq: PositiveInt,
  transactionId: NullableString,
  type: SaleEventType,
  at: z.iso.datetime(),
  actor: z.string(),
  /** facts about the event, never a customer's data */
  data: z.record(z.string(), z.unknown()),
  /** payloads word for word; null text where a customer's data was erased */
  bodies: z.array(z.object({ role: BodyRole, text: NullableString })),
  hash: z.string(),
});
export type SaleEvent = z.infer<typeof SaleEvent>;

/** Payloads contain prices; a person's notes do not. */
const timelineWithoutCosts = (events: SaleEvent[]): SaleEvent[] =>
  events.map(({ data: { commission: _commission, cost: _cost, sums: _sums, ...data }, bodies, ...event }) => ({
    ...event,
    data,
    bodies: bodies.filter(({ role }) => role === 'note' || role === 'request'),
  }));

export const QuarantinedWebhook = z.object({
  seq: PositiveInt,
  at: z.iso.datetime(),
  reason: QuarantineReason,
  ref: NullableString,
  body: NullableString,
});
export type QuarantinedWebhook = z.infer<typeof QuarantinedWebhook>;

/** The hint of a new inquiry of an unknown bill. Only "bill_gone" suggests an outcome, and even that is no proof. */
export const Evidence = z.object({
  finding: z.enum(['bill_gone', 'bill_still_there', 'no_answer']),
  at: z.iso.datetime(),
  /** the provider's own words */
  message: NullableString,
  /** the bill's present price, if it is still there */
  price: Rupiah.nullable(),
});
export type Evidence = z.infer<typeof Evidence>;

export const WebhookProof = z.object({
  /** its event in the log */
  seq: PositiveInt,
  at: z.iso.datetime(),
  /** the effect: applied, disputed or quarantined */
  type: SaleEventType,
  /** "erased": its body was erased and can no longer be verified */
  verdict: z.enum(['genuine', 'not_genuine', 'erased']),
  /** which of the shop's keys it fits */
  key: z.enum(['present', 'retired']).nullable(),
});
export type WebhookProof = z.infer<typeof WebhookProof>;

/** A person's decision about a sale's outcome. */
const OutcomeDecision = z.strictObject({
  id: SaleId,
  outcome: z.enum(['success', 'failed']),
  sn: z.string().trim().max(200).optional(),
  /** why, and where it was seen */
  note: LongReason,
  pin: Pin.optional(),
  /** the PIN of a second person, where the shop asks for two before a product may be sent again */
  secondPin: Pin.optional(),
  /** the number and the amount as the person typed them from the slip or the screen: refused when they do not agree */
  readBack: z.strictObject({ customerNo: CustomerNo, amount: CashAmount }).optional(),
});

export const transactions = {
  'transactions.get': procedure({
    input: z.strictObject({ id: SaleId }),
    output: Transaction,
    needs: 'seeReceipts',
    extendsSession: false,
    office: 'replicas',
    costs: saleWithoutCosts,
  }),
  'transactions.search': procedure({
    input: TransactionSearch.optional(),
    output: TransactionPage,
    needs: 'seeReceipts',
    extendsSession: false,
    office: 'replicas',
    costs: pageWithoutCosts,
  }),
  /** how long the list is and where its parts begin, so that any of them can be read; the first page of another list of that box gives it up */
  'transactions.outline': procedure({
    input: OutlineSearch.optional(),
    output: TransactionOutline,
    needs: 'seeReceipts',
    extendsSession: false,
    office: 'replicas',
  }),
  /** all events of one sale, oldest first */
  'transactions.timeline': procedure({
    input: z.strictObject({ id: SaleId }),
    output: z.array(SaleEvent),
    needs: 'seeReceipts',
    extendsSession: false,
    office: 'replicas',
    costs: timelineWithoutCosts,
    mailbox: (events) =>
      events.map((event) => ({
        ...event,
        bodies: event.bodies.map((body) => ({ ...body, text: withoutMailboxIds(body.text) })),
      })),
  }),
  /** a person records what became of a sale that nothing else can settle; never sends anything */
  'transactions.resolve': procedure({
    input: OutcomeDecision,
    output: Transaction,
    needs: 'resolve',
    pin: true,
    office: 'counter',
    costs: saleWithoutCosts,
  }),
  /**
   * a person corrects a settled sale: it becomes `disputed` and then the new outcome, or stays `disputed`, locked, until
   * transactions.resolve; never sends anything
   */
  'transactions.correct': procedure({
    input: OutcomeDecision.extend({ outcome: z.enum(['success', 'failed', 'disputed']) }),
    output: Transaction,
    needs: 'resolve',
    pin: true,
    office: 'counter',
    costs: saleWithoutCosts,
  }),
  /** the money of a failed or unsent sale was handed back */
  'transactions.cashReturned': procedure({
    input: z.strictObject({
      id: SaleId,
      /** how; it comes to what is owed (else invalid_input, "payments_sum"). Left out: the way it was paid */
      returned: z
        .array(z.strictObject({ method: MoneyMethod, amount: CashAmount.min(1) }))
        .min(1)
        .max(4)
        .optional(),
    }),
    output: Transaction,
    needs: 'cashReturned',
    office: 'counter',
    costs: saleWithoutCosts,
  }),
  /** the customer paid again for a success whose money had been handed back, the way it was */
  'transactions.cashCollected': procedure({
    input: z.strictObject({ id: SaleId }),
    output: Transaction,
    needs: 'cashReturned',
    office: 'counter',
    costs: saleWithoutCosts,
  }),
  /** inquires an unknown bill again, as a hint about its payment: a bill that is gone was probably paid */
  'transactions.evidence': procedure({
    input: z.strictObject({ id: SaleId }),
    output: Evidence,
    needs: 'seeReceipts',
    office: 'counter',
  }),
  /** checks every webhook of a sale again over its raw bytes, with the keys of now and before; needs no line */
  'transactions.proof': procedure({
    input: z.strictObject({ id: SaleId }),
    output: z.array(WebhookProof),
    needs: 'seeReceipts',
    office: 'replicas',
  }),
  /** webhooks that were kept but not applied, newest first */
  'webhooks.quarantined': procedure({
    input: z.strictObject({ limit: PageLimit }).optional(),
    output: z.array(QuarantinedWebhook),
    needs: 'seeReceipts',
    extendsSession: false,
    office: 'replicas',
    costs: (webhooks) => webhooks.map((webhook) => ({ ...webhook, body: null })),
    mailbox: (webhooks) => webhooks.map((webhook) => ({ ...webhook, body: withoutMailboxIds(webhook.body) })),
  }),
  /** a person has dealt with a webhook that was quarantined: it leaves the list and is kept in the log */
  'webhooks.discard': procedure({
    input: z.strictObject({ seq: PositiveInt }),
    output: z.null(),
    needs: 'resolve',
    office: 'counter',
  }),
  /** unsettled orders whose webhook failed the signature check and was not sent again, newest first */
  'webhooks.unverified': procedure({
    input: z.strictObject({}).optional(),
    output: z.array(Transaction),
    needs: 'seeReceipts',
    extendsSession: false,
    office: 'own',
    costs: (sales) => sales.map(saleWithoutCosts),
  }),
  /** a person takes it upon themselves that orders go on though webhooks failed the signature check */
  'webhooks.allowOrders': procedure({
    input: z.strictObject({ note: LongReason, pin: Pin.optional() }),
    output: z.null(),
    needs: 'settingsConnection',
    pin: true,
    office: 'counter',
  }),
};

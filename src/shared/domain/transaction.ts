import { z } from 'zod';
import { NonNegativeInt, NullableString, PositiveInt } from './common-schemas.ts';
import { Rupiah } from './money.ts';
import { MoneyAmount, Payment, TabPayment } from './payment.ts';

/** The state of a sale. See docs/adr/0003-life-of-a-sale.md for what each one means for the money. */
export const transactionStates = [
  'inquired',
  'sending',
  'pending',
  'success',
  'failed',
  'unsent',
  'unknown',
  'disputed',
  'expired',
] as const;

export const TransactionState = z.enum(transactionStates);
export type TransactionState = z.infer<typeof TransactionState>;

export const TransactionKind = z.enum(['prepaid', 'postpaid']);
export type TransactionKind = z.infer<typeof TransactionKind>;

const unresolved: ReadonlySet<TransactionState> = new Set(['sending', 'pending', 'unknown', 'disputed']);

/** Money is out, and where it is is unknown or disputed: the product and number stay locked. */
export function isUnresolved(state: TransactionState): boolean {
  return unresolved.has(state);
}

/** The states for which a unique product and number may have only one sale, for queries. */
export const unresolvedStates: readonly TransactionState[] = [...unresolved];

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
  /** the number is probably none for the product, and the cashier sold it all the same */
  'mismatch_allowed',
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
  /** one of several that are paid together (shared/domain/batch.ts) */
  'batch_line',
  /** a bill that was paid while the relay did not answer: another counter of the shop may have paid it as well */
  'counters_not_asked',
]);
export type TransactionFlag = z.infer<typeof TransactionFlag>;

export const BillPeriod = z.object({
  /** as the provider writes it, "MMM YYYY" */
  period: z.string(),
  billValue: Rupiah.nullable(),
  priceAdmin: Rupiah.nullable(),
});
export type BillPeriod = z.infer<typeof BillPeriod>;

export const Bill = z.object({ billSheet: NonNegativeInt.nullable(), details: z.array(BillPeriod) });
export type Bill = z.infer<typeof Bill>;

const Instant = z.iso.datetime();

/** One sale as the shop keeps it. Amounts are whole rupiah, times ISO 8601 UTC, what is not known is null. */
export const Transaction = z.object({
  /** the shop's own id (UUIDv7), also the ref in the order's callback_url */
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  kind: TransactionKind,
  state: TransactionState,
  productCode: z.string(),
  productName: NullableString,
  brand: NullableString,
  category: NullableString,
  customerNo: z.string(),
  customerName: NullableString,
  /** the provider's id */
  transactionId: NullableString,
  /** who first said that id; one that only a webhook has said is not yet confirmed */
  transactionIdFrom: z.enum(['answer', 'webhook']).nullable(),
  /** as the provider wrote it, or null when there is no usable one */
  sn: NullableString,
  /** the provider's words */
  message: NullableString,
  /** what the provider takes: of a bill its total, of an order only if the webhook names it */
  price: Rupiah.nullable(),
  /** the shop's service fee on a bill */
  fee: Rupiah.nullable(),
  /** what the customer pays */
  total: Rupiah.nullable(),
  /** the cash that was handed over */
  tendered: Rupiah.nullable(),
  change: Rupiah.nullable(),
  /** how it was paid, as recorded, what went on a tab included; empty: not paid yet, or all in cash (`paymentsOf`) */
  payments: z.array(Payment),
  /** what was paid of its tab since, oldest first */
  tabPayments: z.array(TabPayment),
  /** how its money was returned, where `cashReturnedAt` says that it was; empty: the way it was paid */
  returns: z.array(MoneyAmount),
  bill: Bill.nullable(),
  /** issued on success, never reused */
  receiptNo: NullableString,
  /** failed by a refusal of the provider rather than by a failed sale */
  refused: z.boolean(),
  flags: z.array(TransactionFlag),
  /** how many times the proof was printed */
  prints: NonNegativeInt,
  /** the shop's calendar day of the sale, YYYY-MM-DD */
  day: z.iso.date(),
  createdAt: Instant,
  updatedAt: Instant,
  /** of a bill: when the provider last named it and its price; it expires from then on */
  inquiredAt: Instant.nullable(),
  /** when the request was about to leave */
  sentAt: Instant.nullable(),
  /** when the outcome was known; a correction of it leaves that time */
  settledAt: Instant.nullable(),
  /** money of a failed or unsent sale, of whichever method, returned to the customer */
  cashReturnedAt: Instant.nullable(),
  /** grows by one with every change; 1 is the first */
  revision: PositiveInt,
});
export type Transaction = z.infer<typeof Transaction>;

/** For a person who may not see costs: an order's price is the shop's cost, a bill's price is shown to the customer. */
export const saleWithoutCosts = (sale: Transaction): Transaction =>
  sale.kind === 'prepaid' ? { ...sale, price: null } : sale;

/** What is true of a sale before anybody has said anything else. */
export const emptySale = {
  productName: null,
  brand: null,
  category: null,
  customerName: null,
  transactionId: null,
  transactionIdFrom: null,
  sn: null,
  message: null,
  price: null,
  fee: null,
  total: null,
  tendered: null,
  change: null,
  payments: [],
  tabPayments: [],
  returns: [],
  bill: null,
  receiptNo: null,
  refused: false,
  flags: [],
  prints: 0,
  inquiredAt: null,
  sentAt: null,
  settledAt: null,
  cashReturnedAt: null,
  revision: 1,
} satisfies Partial<Transaction>;

/** Why a field is not carried somewhere. */
type NotCarried = `no: ${string}`;

/** Where a field of this type goes. What carries it, or why it is not carried. */
interface FieldUses<Value> {
  /**
   * "text": any part of it is found; "grouped": also however its characters are grouped; "product": by words for products too;
   * "term": by a filter, a term of the query or as a whole
   */
  search: 'term' | NotCarried | ([Value] extends [string | null] ? 'text' | 'grouped' | 'product' : never);
  /** a column of exported tables: main/files/export/sale-table.ts */
  export: 'column' | NotCarried;
  /** once its customer is erased: "clear": null; "rule": main/customers/customer-data.ts says what it becomes */
  erase: 'rule' | NotCarried | (null extends Value ? 'clear' : never);
  /** the section of the slip with its line, receipt/build.ts; "part": other lines depend on it */
  slip: 'head' | 'product' | 'sn' | 'amounts' | 'part' | NotCarried;
  /** a row of the receipt's details on the screen, by its format; "part": the details show it in another way */
  screen:
    | 'part'
    | NotCarried
    | ([Value] extends [string | null] ? 'text' | 'mono' | 'time' : never)
    | ([Value] extends [number | null] ? 'money' | 'times' : never);
}

export type FieldTable<Sale> = Readonly<{ [Field in keyof Sale]-?: FieldUses<Sale[Field]> }>;

/**
 * Where each field of a sale goes. The compiler demands a row for each field, and where a row says that the field is carried, the
 * column, the line or the label that carries it. The details on the screen are in this order.
 */
export const saleFields = {
  customerNo: { search: 'grouped', export: 'column', erase: 'rule', slip: 'product', screen: 'part' },
  customerName: { search: 'text', export: 'column', erase: 'clear', slip: 'product', screen: 'part' },
  kind: { search: 'term', export: 'column', erase: 'no: not personal', slip: 'part', screen: 'part' },
  state: { search: 'term', export: 'column', erase: 'rule', slip: 'part', screen: 'part' },
  sn: { search: 'grouped', export: 'column', erase: 'clear', slip: 'sn', screen: 'mono' },
  receiptNo: { search: 'grouped', export: 'column', erase: 'no: not personal', slip: 'head', screen: 'mono' },
  total: { search: 'term', export: 'column', erase: 'no: the books', slip: 'amounts', screen: 'part' },
  tendered: { search: 'no: cash', export: 'column', erase: 'no: the books', slip: 'amounts', screen: 'money' },
  change: { search: 'no: cash', export: 'column', erase: 'no: the books', slip: 'amounts', screen: 'money' },
  payments: { search: 'no: how, not what', export: 'column', erase: 'rule', slip: 'amounts', screen: 'part' },
  tabPayments: { search: 'no: how, not what', export: 'column', erase: 'rule', slip: 'part', screen: 'part' },
  returns: { search: 'no: how, not what', export: 'column', erase: 'no: the books', slip: 'part', screen: 'part' },
  price: { search: 'term', export: 'column', erase: 'no: the books', slip: 'no: the shop’s cost', screen: 'money' },
  fee: { search: 'no: part of the total', export: 'column', erase: 'no: the books', slip: 'amounts', screen: 'money' },
  createdAt: { search: 'term', export: 'column', erase: 'no: not personal', slip: 'part', screen: 'time' },
  sentAt: {
    search: 'no: the day is',
    export: 'column',
    erase: 'no: not personal',
    slip: 'head',
    screen: 'time',
  },
  settledAt: {
    search: 'no: the day is',
    export: 'column',
    erase: 'no: not personal',
    slip: 'part',
    screen: 'time',
  },
  cashReturnedAt: { search: 'term', export: 'column', erase: 'no: the books', slip: 'part', screen: 'time' },
  prints: {
    search: 'no: ours',
    export: 'column',
    erase: 'no: not personal',
    slip: 'no: says which copy',
    screen: 'times',
  },
  transactionId: { search: 'grouped', export: 'column', erase: 'rule', slip: 'head', screen: 'mono' },
  productName: { search: 'product', export: 'column', erase: 'no: not personal', slip: 'product', screen: 'part' },
  productCode: { search: 'product', export: 'column', erase: 'no: not personal', slip: 'part', screen: 'part' },
  brand: { search: 'product', export: 'column', erase: 'no: not personal', slip: 'product', screen: 'text' },
  category: { search: 'product', export: 'column', erase: 'no: not personal', slip: 'product', screen: 'text' },
  id: { search: 'term', export: 'column', erase: 'no: not personal', slip: 'part', screen: 'mono' },
  bill: { search: 'no: its total is', export: 'column', erase: 'no: the books', slip: 'amounts', screen: 'part' },
  message: { search: 'no: free words', export: 'column', erase: 'clear', slip: 'no: for the shop', screen: 'part' },
  flags: { search: 'no: ours', export: 'no: ours', erase: 'no: not personal', slip: 'no: ours', screen: 'part' },
  refused: {
    search: 'no: failed is',
    export: 'no: the state is',
    erase: 'no: not personal',
    slip: 'no: ours',
    screen: 'part',
  },
  transactionIdFrom: { search: 'no: ours', export: 'no: ours', erase: 'rule', slip: 'no: ours', screen: 'part' },
  day: { search: 'term', export: 'column', erase: 'no: the books', slip: 'no: the date is', screen: 'no: the time is' },
  inquiredAt: {
    search: 'no: ours',
    export: 'no: ours',
    erase: 'no: not personal',
    slip: 'no: ours',
    screen: 'no: ours',
  },
  updatedAt: { search: 'no: ours', export: 'no: ours', erase: 'rule', slip: 'no: ours', screen: 'no: ours' },
  revision: { search: 'no: ours', export: 'no: ours', erase: 'rule', slip: 'no: ours', screen: 'no: ours' },
} as const satisfies FieldTable<Transaction>;

type Use = keyof FieldUses<unknown>;

/** The fields that the table carries somewhere in one of these ways. */
export type FieldWith<To extends Use, Way extends string, Table extends FieldTable<Transaction> = typeof saleFields> = {
  [Field in keyof Table]: Table[Field] extends Readonly<Record<To, Way>> ? Field : never;
}[keyof Table];

const everyField = z.array(Transaction.keyof()).parse(Object.keys(saleFields));

/** The same as a list, in the order of the table. */
export function fieldsWith<To extends Use, Way extends string>(to: To, ways: readonly Way[]): FieldWith<To, Way>[] {
  const wanted: readonly string[] = ways;
  const isWith = (field: keyof Transaction): field is FieldWith<To, Way> => wanted.includes(saleFields[field][to]);
  return everyField.filter(isWith);
}

type Moves = Readonly<Record<TransactionState, readonly TransactionState[]>>;

/** Which state may follow which. Anything else is a fault of the program and is refused by the journal. */
const common = {
  pending: ['success', 'failed', 'disputed'],
  success: ['disputed'],
  failed: ['disputed'],
  unknown: ['pending', 'success', 'failed', 'disputed'],
  disputed: ['success', 'failed'],
} as const;

const moves: Readonly<Record<TransactionKind, Moves>> = {
  prepaid: {
    ...common,
    inquired: [],
    expired: [],
    sending: ['pending', 'success', 'failed', 'unsent', 'unknown', 'disputed'],
    // A webhook or a person contradicts us about an order that we hold to have never left. A line of a batch that waits is sent.
    unsent: ['disputed', 'sending'],
  },
  postpaid: {
    ...common,
    // A journal was put back to before its payment, which a claim at the relay shows.
    inquired: ['sending', 'expired', 'unknown', 'disputed'],
    // The provider may name the same bill under the same id again.
    expired: ['inquired', 'unknown', 'disputed'],
    // A bill whose payment certainly never left may be paid again.
    sending: ['inquired', 'pending', 'success', 'failed', 'unknown', 'disputed'],
    unsent: [],
  },
};

/** Whether a sale of this kind may go from one state to another; staying where it is, is always allowed. */
export function canTransition(kind: TransactionKind, from: TransactionState, to: TransactionState): boolean {
  return from === to || moves[kind][from].includes(to);
}

/** A bill that the provider refused to name: nothing was sold, no amount is known, and no money is involved. */
export const isRefusedInquiry = ({
  kind,
  state,
  sentAt,
  flags,
}: Pick<Transaction, 'kind' | 'state' | 'sentAt' | 'flags'>): boolean =>
  kind === 'postpaid' && state === 'failed' && sentAt === null && !flags.includes('resolved_by_hand');

/** Whether a person may correct what became of a sale: it is settled, and something was sent. A failed inquiry is no sale. */
export function isCorrectable({ state, sentAt, flags }: Pick<Transaction, 'state' | 'sentAt' | 'flags'>): boolean {
  if (state === 'success') return true;
  return (state === 'failed' || state === 'unsent') && (sentAt !== null || flags.includes('resolved_by_hand'));
}

/**
 * Whether an order has been pending for longer than the shop waits. One that was sent when the clock ran that far ahead counts
 * as well: its age is unknown, and until the clock is there again it could not be settled.
 * @param now milliseconds since 1970
 */
export function isOverdue(
  sale: Pick<Transaction, 'state' | 'sentAt' | 'createdAt'>,
  now: number,
  afterMs: number,
): boolean {
  return sale.state === 'pending' && Math.abs(now - Date.parse(sale.sentAt ?? sale.createdAt)) >= afterMs;
}

/** The same for a database: overdue is what was sent at `before` or earlier, or at `after` or later. ISO 8601 UTC. */
export function overdueBounds(now: number, afterMs: number): { before: string; after: string } {
  return { before: new Date(now - afterMs).toISOString(), after: new Date(now + afterMs).toISOString() };
}

const placeholders = /^(?:[\p{Pd}_.0\s]*|null|undefined|n\/a)$/iu;

/** Whether a text stands where a provider has nothing to say yet: "", "-" or "0". */
export const isPlaceholder = (text: string): boolean => placeholders.test(text.trim());

/** Whether a text is a number that a program has rounded, "1.23E+19": a serial number has lost digits in it. */
export const isRounded = (text: string): boolean => /^\d(?:[.,]\d+)?e\+\d{1,3}$/i.test(text.trim());

/** The serial number if it is one, and whole. Trimmed, never changed otherwise. */
export function usableSn(sn: string | null | undefined): string | null {
  const trimmed = (sn ?? '').trim();
  return isPlaceholder(trimmed) || isRounded(trimmed) ? null : trimmed;
}

/** The series and number of a receipt number as typed, "AB7K-000123" in any capitals; null when it is not one. */
export function parseReceiptNo(text: string): { series: string; number: number } | null {
  const match = /^([0-9A-Z]+)-(\d{6,15})$/.exec(text.toUpperCase());
  return match?.[1] && match[2] ? { series: match[1], number: Number(match[2]) } : null;
}

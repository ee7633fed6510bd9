import type { OrderResult } from '../../../shared/wire/provider.ts';

export type Status = OrderResult['status'];
/** A resource of the interface before it is serialized. */
export type Fields = Record<string, unknown>;
/** The sn field: the generated serial number, or a placeholder. Default: "own" on success, else "". */
export type SnField = 'own' | '' | '-';

/** A change in the provider's own ledger, milliseconds after the request. */
export interface Step {
  at: number;
  status: Status;
  sn?: SnField;
}

/** One webhook, milliseconds after the request. */
export interface WebhookPlan extends Step {
  signature?: 'wrong';
  /** X-Service-Event, where it is not transaction.update */
  event?: string;
  change?: (body: Fields) => Fields;
}

/** The fault of the correct answer on its way back. */
export type AnswerFault =
  | { kind: 'drop' }
  | { kind: 'half' }
  | { kind: 'instead'; status: number; headers: Record<string, string>; text: string }
  /** the innermost resource is changed */
  | { kind: 'changed'; change: (resource: Fields) => unknown }
  /** a payment that is wrapped only once */
  | { kind: 'unwrapped' };

export interface Answering {
  /** milliseconds after the request */
  at?: number;
  fault?: AnswerFault;
}

export interface OrderPlan {
  /** changes of the provider's ledger; empty: the order was not accepted */
  does: readonly Step[];
  answers: Answering & { status?: Status };
  webhooks: readonly WebhookPlan[];
}

export interface InquiryPlan {
  answers?: Answering;
  /** false: there is no such bill */
  isFound?: boolean;
  /** how long the transaction_id can be paid, in milliseconds */
  validMs?: number;
  periods?: number;
  /** rupiah added by each inquiry of the same bill */
  dearerEachTime?: number;
  /** the bill is not found after it was paid */
  goneOncePaid?: boolean;
}

export interface PayPlan {
  /** changes of the provider's ledger; empty: the payment was not accepted */
  does: readonly [] | readonly [Step];
  answers?: Answering;
  /** rupiah more (or less) than in the inquiry */
  dearer?: number;
}

/** One row of the table: name, ledger changes, answers and webhooks. */
export interface Behaviour {
  /** also selects product codes: "lost-failed" is LOSTFAILED10 to order and BILLLOSTFAILED to pay */
  name: string;
  /** last three digits of 0800000000xxx and 99000000xxx; null: by product code only */
  digits: string | null;
  about: string;
  order?: OrderPlan;
  inquiry?: InquiryPlan;
  pay?: PayPlan;
  product?: Answering;
}

/** Delays of an ordinary provider, ms. */
export const answerAt = 120;
export const outcomeAt = 1500;

export const pendingThen = (status: 'success' | 'failed', at = outcomeAt): Step[] => [
  { at: 0, status: 'pending' },
  { at, status },
];

/** An ordinary order, with these changes. */
export const order = (changes: Partial<OrderPlan> = {}): OrderPlan => ({
  does: pendingThen('success'),
  answers: {},
  webhooks: [{ at: outcomeAt, status: 'success' }],
  ...changes,
});

/** An order that was not accepted, with a faulty answer. */
export const orderNotTaken = (fault: AnswerFault): OrderPlan => ({ does: [], answers: { fault }, webhooks: [] });

export const paid: PayPlan = { does: [{ at: 0, status: 'success' }] };
export const payNotTaken = (fault: AnswerFault): PayPlan => ({ does: [], answers: { fault } });
export const payAnswered = (fault: AnswerFault): PayPlan => ({ ...paid, answers: { fault } });
export const plainInquiry: InquiryPlan = {};

export const webhook = (at: number, status: Status, changes: Partial<WebhookPlan> = {}): WebhookPlan => ({
  at,
  status,
  ...changes,
});

export const drop: AnswerFault = { kind: 'drop' };
export const half: AnswerFault = { kind: 'half' };

export const text = (written: string, status = 200): AnswerFault => ({
  kind: 'instead',
  status,
  headers: { 'content-type': 'application/json' },
  text: written,
});

export const envelope = (status: string, message = '', data: object = {}, httpStatus = 200): AnswerFault =>
  text(JSON.stringify({ status, message, data }), httpStatus);

export const refused = (httpStatus: number, message = 'Permintaan ditolak'): AnswerFault =>
  envelope('error', message, {}, httpStatus);

export const page = (status: number, headers: Record<string, string> = {}): AnswerFault => ({
  kind: 'instead',
  status,
  headers: { 'content-type': 'text/html', ...headers },
  text: `<html><body><h1>${status}</h1></body></html>`,
});

export const changed = (change: (resource: Fields) => unknown): AnswerFault => ({ kind: 'changed', change });

export const without =
  (...names: string[]) =>
  (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** A null logo in the brand, under either spelling of the field. */
export const nullLogo = changed((resource) =>
  Object.fromEntries(
    Object.entries(resource).map(([key, value]) => [
      key,
      key.toLowerCase() === 'brand' && typeof value === 'object' ? { ...value, logo: null } : value,
    ]),
  ),
);

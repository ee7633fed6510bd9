import type { OrderResult } from '../../shared/wire/order.ts';

export type Status = OrderResult['status'];
/** A resource of the interface as it is about to be written. */
export type Fields = Record<string, unknown>;
/** What stands in the sn field: the serial number that was made, or a placeholder. Default: "own" on success, else "". */
export type SnSaid = 'own' | '' | '-';

/** A change in the provider's own book, milliseconds after the request. */
export interface Step {
  at: number;
  status: Status;
  sn?: SnSaid;
}

/** One webhook, milliseconds after the request. */
export interface WebhookPlan extends Step {
  signature?: 'wrong';
  /** X-Service-Event, where it is not transaction.update */
  event?: string;
  change?: (body: Fields) => Fields;
}

/** What becomes of the right answer on its way back. */
export type Line =
  | { kind: 'drop' }
  | { kind: 'half' }
  | { kind: 'instead'; status: number; headers: Record<string, string>; text: string }
  /** the innermost resource, changed */
  | { kind: 'changed'; change: (resource: Fields) => unknown }
  /** a payment wrapped once only */
  | { kind: 'unwrapped' };

export interface Answering {
  /** milliseconds after the request */
  at?: number;
  line?: Line;
}

export interface OrderPlan {
  /** the provider's own book; empty: it never took the order on */
  does: readonly Step[];
  answers: Answering & { status?: Status };
  webhooks: readonly WebhookPlan[];
}

export interface InquiryPlan {
  answers?: Answering;
  /** false: there is no such bill */
  found?: boolean;
  /** how long the transaction_id can be paid, in milliseconds */
  validMs?: number;
  periods?: number;
  /** rupiah more with each inquiry of the same bill */
  dearerEachTime?: number;
  /** once paid, the bill is not found any more */
  goneOncePaid?: boolean;
}

export interface PayPlan {
  /** the provider's own book; empty: it never took the payment on */
  does: readonly [] | readonly [Step];
  answers?: Answering;
  /** rupiah more (or less) than the inquiry said */
  dearer?: number;
}

/** One row of the table: a name, what the provider does, what it answers, which webhooks it sends. */
export interface Behaviour {
  /** also a product code: "lost-failed" is LOSTFAILED10 to order and BILLLOSTFAILED to pay */
  name: string;
  /** last three digits of 0800000000xxx and 99000000xxx; null: by product code only */
  digits: string | null;
  about: string;
  order?: OrderPlan;
  inquiry?: InquiryPlan;
  pay?: PayPlan;
  product?: Answering;
}

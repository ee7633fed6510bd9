import type { InquiryResult, PaymentResult } from '../../shared/wire/bill.ts';
import type { Reading, WireFault } from '../../shared/wire/lenient.ts';
import type { OrderResult } from '../../shared/wire/order.ts';
import type { PostpaidProduct, PrepaidProduct } from '../../shared/wire/product.ts';

/** One operation of the interface with what is asked, and how its answer is to be read. */
export interface Question<T> {
  method: 'GET' | 'POST';
  /** below {base_url}, each part encoded */
  path: string;
  /** exactly the documented fields, or null for none */
  body: Readonly<Record<string, string>> | null;
  /** true when the other side may act on it: asked once, by construction (see ask-again.ts) */
  movesMoney: boolean;
  /** reads the envelope's data; paths of faults begin with "data" */
  read(data: unknown): Reading<T>;
  /** whether the result itself says that it failed, so that an envelope other than success agrees with it */
  failed(value: T): boolean;
  /** why a readable result must not be believed, or null */
  doubt(value: T): string | null;
  /** what is odd about a believed result without changing the outcome */
  oddities(value: T): WireFault[];
}

/** A question that changes nothing over there, so that asking it again costs nothing. */
export interface SafeOperation<T> extends Question<T> {
  movesMoney: false;
}

/** The path below which a reading's faults were found, put in front of each. */
export function below<T>(path: string, reading: Reading<T>): Reading<T> {
  const faults = reading.faults.map((fault) => ({
    ...fault,
    path: fault.path === '' ? path : `${path}.${fault.path}`,
  }));
  return { ...reading, faults };
}

/**
 * What came of asking the payment service something. `sent` and `answer` are the raw bodies, for the log.
 * - answered: readable, with everything its outcome needs; `faults` names other documented fields that were not right
 * - refused: a readable envelope that says nothing but a known no and names no transaction, with a code that is believed
 * - unclear: it may have acted (no whole answer, or one that cannot be read or trusted)
 * - never_sent: it certainly heard nothing
 */
export type ProviderOutcome<T> =
  | { kind: 'answered'; value: T; faults: WireFault[]; sent: Uint8Array; answer: Uint8Array }
  | { kind: 'refused'; message: string; status: number; sent: Uint8Array; answer: Uint8Array }
  | {
      kind: 'unclear';
      reason: string;
      status: number | null;
      faults: WireFault[];
      sent: Uint8Array;
      answer: Uint8Array | null;
      /** the time is up and the answer is still being read: what comes of it, later; never rejects */
      late?: Promise<ProviderOutcome<T>>;
    }
  | { kind: 'never_sent'; reason: string; sent: Uint8Array };

export type ProductAnswer =
  | { kind: 'prepaid'; product: PrepaidProduct }
  | { kind: 'postpaid'; product: PostpaidProduct };

/** The payment service (spec/payment-service.md). Order and pay leave at most once for each call. */
export interface Provider {
  /** GET /product/{product_code}; asked again a little later when nothing came back, since it changes nothing. */
  product(productCode: string): Promise<ProviderOutcome<ProductAnswer>>;
  /** POST /billing/inquiry; asked again only when it was never sent. */
  inquiry(ask: { productCode: string; customerNo: string }): Promise<ProviderOutcome<InquiryResult>>;
  /** POST /billing/pay, once. An answer about another transaction or customer is unclear. */
  pay(ask: { transactionId: string; productCode: string; customerNo: string }): Promise<ProviderOutcome<PaymentResult>>;
  /** POST /order, once. */
  order(ask: { productCode: string; customerNo: string; callbackUrl: string }): Promise<ProviderOutcome<OrderResult>>;
}

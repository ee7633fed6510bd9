import type { InquiryResult, PaymentResult } from '../../shared/wire/bill.ts';
import type { WireFault } from '../../shared/wire/lenient.ts';
import type { OrderResult } from '../../shared/wire/order.ts';
import type { PostpaidProduct, PrepaidProduct } from '../../shared/wire/product.ts';

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

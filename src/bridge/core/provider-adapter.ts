import type { ListedProduct } from '../../shared/wire/capabilities.ts';

/** One request to a provider; every one is a POST of JSON. */
export interface ProviderRequest {
  url: string;
  body: Readonly<Record<string, unknown>>;
}

/** Its answer; null: none came, or not whole. */
export type ProviderResponse = { status: number; body: Uint8Array } | null;

/**
 * What a provider says of a purchase, in our words.
 * - refused: this request has made no transaction
 * - refunded: failed, whatever was said before, and for good
 * - look_again: failed, if a second look says the same code
 * - unclear: nothing that is believed
 */
export interface Word {
  says: 'pending' | 'success' | 'failed' | 'refunded' | 'refused' | 'look_again' | 'unclear';
  /** the provider's code; empty: none */
  code: string;
  message: string;
  /** empty: none that can be used */
  sn: string;
  /** what the deposit loses, in whole rupiah; null: not said */
  cost: number | null;
  /** of a bill: what the customer owes, in whole rupiah; null: not said */
  total: number | null;
  customerName: string;
}

/** The answer to an inquiry of a bill. */
export type InquiryReading =
  | {
      says: 'bill';
      message: string;
      customerName: string;
      /** whole rupiah: what the deposit loses, and what the customer owes */
      cost: number;
      total: number;
      sheets: number;
      periods: ReadonlyArray<{ period: string; value: number; admin: number }>;
      billKey: string;
    }
  | { says: 'failed'; message: string; code: string }
  | { says: 'unclear'; code: string };

export type WebhookReading =
  /** to be answered 200, and nothing of it kept or logged */
  | { kind: 'ping' }
  | { kind: 'unverified' }
  | { kind: 'malformed' }
  /** proven: readWord reads it as an answer with HTTP 200 */
  | { kind: 'word'; refId: string }
  /** not proven: a reason to look, and nothing more */
  | { kind: 'hint'; refId: string };

/** Where a word about a purchase is from: the answer to the request that buys or pays, the answer to a later look, or a webhook. */
export type Occasion = 'purchase' | 'check' | 'webhook';

export type ProductKind = ListedProduct['kind'];

/** What a purchase's requests are made of. */
export interface Sale {
  /** the shop's id of it in letters and digits, in lower case; a bill's is our own. The provider's ref_id, and our transaction_id */
  refId: string;
  kind: 'prepaid' | 'bill';
  product: string;
  number: string;
  /** what the provider wants back with the payment of a bill; empty: nothing */
  billKey: string;
}

/** A provider that shops sign up with: pure functions between its words and ours. */
export interface ProviderAdapter {
  readonly name: string;
  /** the check of a prepaid order is the order itself, and buys where none has arrived */
  readonly checkBuys: boolean;
  /** a prepaid order */
  order(sale: Sale): ProviderRequest;
  /** of a bill */
  inquire(sale: Sale): ProviderRequest;
  pay(sale: Sale): ProviderRequest;
  check(sale: Sale): ProviderRequest;
  /** Reads what is said of a purchase. Never throws. */
  readWord(sale: Sale, answer: ProviderResponse, occasion: Occasion): Word;
  readInquiry(sale: Sale, answer: ProviderResponse): InquiryReading;
  /** @param header null: not sent, or with several values */
  readWebhook(header: (name: string) => string | null, body: Uint8Array): WebhookReading;
  /** the whole list of one kind */
  list(kind: ProductKind): ProviderRequest;
  /** null: not understood, or refused */
  readList(kind: ProductKind, answer: ProviderResponse): ListedProduct[] | null;
  balance(): ProviderRequest;
  readBalance(answer: ProviderResponse): number | null;
  /** null: of this product it knows no names */
  customerName(product: ListedProduct | null, number: string): ProviderRequest | null;
  /** @returns null where the provider knows none; "unclear" where it said nothing of that */
  readCustomerName(answer: ProviderResponse): { name: string; power: string } | null | 'unclear';
}

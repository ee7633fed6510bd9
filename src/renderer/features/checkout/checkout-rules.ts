import { maxAmount, maxBillAmount } from '../../../shared/domain/bounds.ts';
import type { EntryStep } from '../../../shared/domain/entry.ts';
import type { TransactionKind } from '../../../shared/domain/transaction.ts';
import type { Offer } from '../../state/offers.ts';
import { knownOffer, matchBill, matchOffer, offerOfCode } from './offer-search.ts';
import type { SaleDraft } from './sale-draft.ts';

/** An order of a prepaid product, or the payment of a bill. Both have one shape; what else differs is a row of `checkoutRules`. */
export type CheckoutKind = 'order' | 'bill';

type Screen = 'sell' | 'bills';

/** The words of a field, by their key. */
type FieldWords = EntryStep | 'number' | 'bill';

interface CheckoutRules {
  /** where it is sold; its words have the same name */
  screen: Screen;
  /** the fields in the order in which they are asked for; the first of an order takes a customer, a product or both */
  steps: readonly [EntryStep, EntryStep, ...EntryStep[]];
  words: Readonly<Record<EntryStep, FieldWords>>;
  /** the fields without which an order is not read back, and a bill not asked for */
  required: readonly EntryStep[];
  /** The provider names the total of a bill and whose it is, before any cash is counted. */
  needsInquiry: boolean;
  /** what a draft loses with another product or number */
  dropped: Partial<SaleDraft>;
  /** what its list shows unless something is searched for; the first is sold here, the others lead to their own screen */
  products: readonly [TransactionKind, ...TransactionKind[]];
  /** The product that a text means; "several": it is chosen from the list; null: none is known. */
  match(offers: readonly Offer[], typed: string, customerNo: string): Offer | 'several' | null;
  /** The product that Enter selects before the list is walked through; null: the text is not certainly one. */
  prefer(offers: readonly Offer[], typed: string, customerNo: string): Offer | null;
  /** the largest amount that is read as one */
  maxEntry: number;
}

export const checkoutRules: Readonly<Record<CheckoutKind, CheckoutRules>> = {
  order: {
    screen: 'sell',
    steps: ['customerNo', 'product', 'price', 'tendered'],
    words: { customerNo: 'customerNo', product: 'product', price: 'price', tendered: 'tendered' },
    required: ['customerNo', 'product', 'price', 'tendered'],
    needsInquiry: false,
    dropped: {},
    products: ['prepaid', 'postpaid'],
    match: matchOffer,
    prefer: knownOffer,
    maxEntry: maxAmount,
  },
  bill: {
    screen: 'bills',
    steps: ['product', 'customerNo', 'tendered'],
    words: { customerNo: 'number', product: 'bill', price: 'price', tendered: 'tendered' },
    required: ['product', 'customerNo'],
    needsInquiry: true,
    dropped: { bill: null, price: null, tendered: null },
    products: ['postpaid'],
    match: matchBill,
    prefer: offerOfCode,
    maxEntry: maxBillAmount,
  },
};

/** As what a product is sold, or a sale was. */
export const kindOf = ({ kind }: { kind: TransactionKind }): CheckoutKind => (kind === 'prepaid' ? 'order' : 'bill');

/** What is sold on a screen. */
export const kindOnScreen = { sell: 'order', bills: 'bill' } as const satisfies Record<Screen, CheckoutKind>;

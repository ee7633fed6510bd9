import { create } from 'zustand';
import { errorWithoutCosts, type KonterError } from '../../../shared/contract/errors.ts';
import type { Given } from '../../../shared/contract/registry.ts';
import { isUnlikelyPrice, maxAmount, maxBillAmount } from '../../../shared/domain/bounds.ts';
import { usualPrice as usualPriceOf } from '../../../shared/domain/catalogue.ts';
import { isCustomerNo, normaliseCustomerNo, sameCustomerNo } from '../../../shared/domain/customer-no.ts';
import { type EntryReading, type EntryStep, readEntry } from '../../../shared/domain/entry.ts';
import { type NumberMismatch, numberMismatch } from '../../../shared/domain/number-fit.ts';
import { saleWithoutCosts, type Transaction } from '../../../shared/domain/transaction.ts';
import { onPin } from '../../host/call.ts';
import { currentOffers, type OfferedProduct } from '../../state/offers.ts';
import { dropOnPersonChange } from '../../state/page-data.ts';
import { onPinQuestion } from '../../state/pin-keys.ts';
import { currentNumberPlan } from '../../state/settings.ts';
import { allCash, type PaymentChoice, type PaymentFault, paymentFault, paymentInput } from '../payment/index.ts';
import { offerOfCode, type ProductGroup } from './offer-search.ts';

/**
 * - entry: product, number and cash are typed; the bill, once found, is shown
 * - lookup: the provider is asked for the product of the order, or for the bill
 * - confirm: the sale is read back, nothing is sent
 * - sending: one call is out; a second press does nothing
 * - result: the outcome, or the error of a call whose answer was lost
 *
 *     entry <-> lookup      Enter on a product that is not known here, or on a complete request for a bill
 *     entry <-> confirm     Enter on a complete sale; Escape
 *     confirm -> sending -> result
 *               sending -> confirm, entry     nothing was sent, the cashier decides
 *     result -> entry       the next customer
 */
type CheckoutPhase = 'entry' | 'lookup' | 'confirm' | 'sending' | 'result';

/** Why the entry field did not accept its text. Each has a message under "entry.fault". */
export type EntryError = 'number' | 'unclear' | 'product' | 'several' | 'price' | 'amount' | 'zero' | PaymentFault;

interface CheckoutBase {
  phase: CheckoutPhase;
  /** the text of the entry field, not submitted yet */
  text: string;
  /** what the entry field expects; never "price" for a bill, whose price is the provider's */
  step: EntryStep;
  /** what was typed for a number or a product and left, for another field, before it was accepted: it is asked for again */
  left: Readonly<Partial<Record<EntryStep, string>>>;
  /** the products that are listed while nothing is searched for; null: all */
  tab: ProductGroup | null;
  /** the number is probably none for the product: a person is asked before anything else */
  mismatch: NumberMismatch | null;
  /** the product and number that a person has said to be right; see acceptMismatch */
  acceptedMismatch: string | null;
  /** the price that a person has said to be right, though it is far above the usual one */
  acceptedPrice: number | null;
  /** the cash that a person has said to be right, though it is far above what is due */
  acceptedCash: number | null;
  /** the text may be money or a number, or takes the place of a bill that was found: a person is asked */
  asked: EntryReading | null;
  /** set by Enter, cleared by typing */
  entryError: EntryError | null;
  /** of the last call */
  error: KonterError | null;
  /** the order that was made, or the bill that was found; events keep the sale itself current */
  saleId: string | null;
}

/** What a cashier has put together so far. Amounts in whole rupiah. */
export interface OrderDraft {
  customerNo: string;
  product: OfferedProduct | null;
  price: number | null;
  /** null means exactly the price */
  tendered: number | null;
  /** left out: all in cash */
  payment?: PaymentChoice;
  /** the unsent order whose cash counts for this one: no more cash is taken from the customer */
  cashFrom?: Transaction;
}

/** What the cashier has decided to override in this sale. */
export interface Overrides {
  allowDuplicate?: true;
  /** the sale that was shown when the repeat was allowed */
  duplicateOf?: string;
  /** the same at another counter of the shop */
  duplicateAt?: string;
  allowCutOff?: true;
  allowMismatch?: true;
  allowBelowCost?: true;
  /** the price and the cash that were asked about */
  allowPrice?: number;
  allowCash?: number;
  /** where people are set up */
  reason?: string;
  pin?: string;
}

/** An order of a prepaid product. */
export interface OrderCheckout extends CheckoutBase {
  kind: 'order';
  draft: OrderDraft;
  overrides: Overrides;
  /** main's clock when the order was sent, milliseconds since 1970 */
  submittedAt: number;
}

/** The payment of a bill. Amounts in whole rupiah. */
export interface BillCheckout extends CheckoutBase {
  kind: 'bill';
  /** as the shop knows it, else as typed: codes are the provider's, and their capitals may matter */
  productCode: string;
  customerNo: string;
  /** null means exactly the total */
  tendered: number | null;
  /** left out: all in cash */
  payment?: PaymentChoice;
  /** the screen where the bill was asked for: the next customer begins there */
  origin: 'sell' | 'bills';
  /** the total that was shown before the latest inquiry */
  previousTotal: number | null;
  /** the total that was read back: no other total is paid */
  confirmedTotal: number | null;
  overrides: Overrides;
}

export type Checkout = OrderCheckout | BillCheckout;
export type CheckoutKind = Checkout['kind'];

/** Both are open at once: each screen keeps its own while the cashier is on the other. */
interface Checkouts {
  order: OrderCheckout;
  bill: BillCheckout;
}

export const emptyDraft: OrderDraft = { customerNo: '', product: null, price: null, tendered: null };

const newCheckout = {
  phase: 'entry',
  text: '',
  left: {},
  tab: null,
  mismatch: null,
  acceptedMismatch: null,
  acceptedPrice: null,
  acceptedCash: null,
  asked: null,
  entryError: null,
  error: null,
  saleId: null,
} as const;

const newCheckouts: Checkouts = {
  order: { ...newCheckout, kind: 'order', step: 'customerNo', draft: emptyDraft, overrides: {}, submittedAt: 0 },
  bill: {
    ...newCheckout,
    kind: 'bill',
    step: 'product',
    productCode: '',
    customerNo: '',
    tendered: null,
    origin: 'bills',
    previousTotal: null,
    confirmedTotal: null,
    overrides: {},
  },
};

export const useCheckout = create<Checkouts>(() => newCheckouts);

/** What was typed for the next customer while a sale was read back, sent or shown: the next sale begins with it. */
export const useTypedAhead = create<{
  text: string;
  /** what the entry field holds was begun with */
  begun: string;
  /** when it was begun, milliseconds since the page's time origin */
  begunAt: number;
}>(() => ({ text: '', begun: '', begunAt: 0 }));

/** So long before its question a PIN may have been typed, and accepted by its Enter. */
const maxPinAgeMs = 5000;

/**
 * Digits that were typed before the field for a PIN was there may be the PIN, also where an entry has begun with them, and where Enter
 * has just accepted them.
 */
export function dropTypedAhead(): void {
  const { begun, begunAt } = useTypedAhead.getState();
  useTypedAhead.setState({ text: '', begun: '' });
  if (begun === '') return;
  const isRecent = performance.now() - begunAt <= maxPinAgeMs;
  useCheckout.setState(({ order, bill }) => {
    const first = { order: order.draft.customerNo, bill: bill.productCode };
    const isFirst = { order: order.draft.product === null, bill: bill.customerNo === '' };
    const withoutBegun = <C extends Checkout>(checkout: C, empty: C): C => {
      const { kind, phase, step, text } = checkout;
      const isAccepted = phase === 'entry' && isFirst[kind] && first[kind].startsWith(begun);
      if (isRecent && isAccepted) return empty;
      return step === empty.step && text.startsWith(begun) ? { ...checkout, text: '' } : checkout;
    };
    return { order: withoutBegun(order, newCheckouts.order), bill: withoutBegun(bill, newCheckouts.bill) };
  });
}

onPinQuestion(dropTypedAhead);

/** A PIN that was typed as an entry is no part of a sale: neither its beginning in the field nor what Enter has accepted. */
onPin((pin) => {
  const isBegun = (text: string): boolean => text !== '' && pin.startsWith(text);
  const withoutText = <C extends Checkout>(checkout: C): C => {
    const left = Object.fromEntries(Object.entries(checkout.left).filter(([, text]) => !isBegun(text)));
    const { kind, phase, step, text } = checkout;
    if (step === 'price' || step === 'tendered' || !isBegun(text)) return { ...checkout, left };
    // Another text ends a lookup.
    return {
      ...checkout,
      left,
      text: '',
      asked: null,
      phase: kind === 'order' && phase === 'lookup' ? 'entry' : phase,
    };
  };
  useCheckout.setState(({ order, bill }) => {
    const isOrderOpen = order.phase === 'entry' || order.phase === 'lookup';
    const isBillOpen = bill.phase === 'entry' || bill.phase === 'lookup';
    const isOrdered = isOrderOpen && order.draft.customerNo === pin;
    const isBilled = isBillOpen && (bill.customerNo === pin || bill.productCode === pin);
    const draft = { ...order.draft, customerNo: '' };
    const ordered: OrderCheckout = isOrdered ? { ...order, draft, step: 'customerNo', mismatch: null } : order;
    return { order: withoutText(ordered), bill: isBilled ? newCheckouts.bill : withoutText(bill) };
  });
});

// A customer's entry stays. What a person allowed, and digits that no field took, are not the next one's.
dropOnPersonChange(() => {
  dropTypedAhead();
  useCheckout.setState(({ order, bill }) => ({
    order: {
      ...order,
      draft: draftWithoutCost(order.draft),
      overrides: {},
      error: order.error && errorWithoutCosts(order.error),
    },
    bill: { ...bill, overrides: {}, error: bill.error && errorWithoutCosts(bill.error) },
  }));
});

const draftWithoutCost = (draft: OrderDraft): OrderDraft =>
  draft.cashFrom ? { ...draft, cashFrom: saleWithoutCosts(draft.cashFrom) } : draft;

/** Another text in the entry field ends a lookup, whatever put it there. */
export const updateOrder = (part: Partial<OrderCheckout>): void =>
  useCheckout.setState(({ order }) => {
    const isEnded = order.phase === 'lookup' && part.text !== undefined && part.text !== order.text;
    return { order: { ...order, ...(isEnded ? { phase: 'entry' } : {}), ...part } };
  });

export const updateBill = (part: Partial<BillCheckout>): void =>
  useCheckout.setState(({ bill }) => ({ bill: { ...bill, ...part } }));

export const update = (kind: CheckoutKind, part: Partial<CheckoutBase>): void =>
  kind === 'order' ? updateOrder(part) : updateBill(part);

export const reset = (kind: CheckoutKind): void =>
  useCheckout.setState(kind === 'order' ? { order: newCheckouts.order } : { bill: newCheckouts.bill });

/** Errors and overrides are about the former draft. The cash of an unsent order stays with its customer. */
export function updateDraft(part: Partial<OrderDraft>): void {
  const { cashFrom, ...draft } = useCheckout.getState().order.draft;
  const next = { ...draft, ...part };
  const keepsCash = cashFrom !== undefined && sameCustomerNo(cashFrom.customerNo, next.customerNo);
  updateOrder({ draft: keepsCash ? { cashFrom, ...next } : next, error: null, overrides: {}, entryError: null });
}

/** The bill that was found is no longer the one that is asked for. */
export function updateBillRequest(part: Partial<Pick<BillCheckout, 'productCode' | 'customerNo'>>): void {
  const { phase, entryError, error, saleId } = newCheckout;
  updateBill({ ...part, phase, entryError, error, saleId, previousTotal: null, tendered: null });
}

export function setCustomerNo(kind: CheckoutKind, customerNo: string): void {
  dropLeft(kind, 'customerNo');
  if (kind === 'order') updateDraft({ customerNo });
  else updateBillRequest({ customerNo });
}

/** A field has a value: what was left unfinished in it does not count any more. */
export function dropLeft(kind: CheckoutKind, step: EntryStep): void {
  const { [step]: _dropped, ...left } = useCheckout.getState()[kind].left;
  update(kind, { left });
}

export const customerNoOf = (checkout: Checkout): string =>
  checkout.kind === 'order' ? checkout.draft.customerNo : checkout.customerNo;

export const paymentOf = (checkout: Checkout): PaymentChoice =>
  (checkout.kind === 'order' ? checkout.draft.payment : checkout.payment) ?? allCash;

export const tenderedOf = (checkout: Checkout): number | null =>
  checkout.kind === 'order' ? checkout.draft.tendered : checkout.tendered;

export const parseEntry = ({ kind, text, step }: Pick<Checkout, 'kind' | 'text' | 'step'>): EntryReading =>
  readEntry(text, step, kind === 'order' ? maxAmount : maxBillAmount);

/** In the order in which they are asked for. */
export const entrySteps = {
  order: ['customerNo', 'product', 'price', 'tendered'],
  bill: ['product', 'customerNo', 'tendered'],
} as const satisfies Record<CheckoutKind, readonly EntryStep[]>;

/** The first field that keeps the order from being read back, or the bill from being asked for; null when none does. */
export function missingField(checkout: Checkout): EntryStep | null {
  const left = entrySteps[checkout.kind].find((step) => checkout.left[step] !== undefined);
  return left ?? (checkout.kind === 'order' ? missingInDraft(checkout.draft) : missingInRequest(checkout));
}

export function missingInDraft(draft: OrderDraft): EntryStep | null {
  if (!isCustomerNo(normaliseCustomerNo(draft.customerNo))) return 'customerNo';
  if (draft.product?.kind !== 'prepaid') return 'product';
  if (draft.price === null || draft.price === 0) return 'price';
  return paymentFault(draft.payment ?? allCash, draft.price, draft.tendered) === null ? null : 'tendered';
}

function missingInRequest({ productCode, customerNo }: BillCheckout): EntryStep | null {
  if (productCode.trim() === '') return 'product';
  return isCustomerNo(normaliseCustomerNo(customerNo)) ? null : 'customerNo';
}

/** What the shop sells the product for, else its nominal. Whole rupiah; null: neither is known. */
export function usualPrice({ draft: { product } }: OrderCheckout): number | null {
  if (product === null) return null;
  const sellingPrice = offerOfCode(currentOffers(), product.productCode)?.sellingPrice ?? null;
  return usualPriceOf({ ...product, sellingPrice });
}

/** Whether a person is asked about a price, who has not said yet that it is right. */
export function isPriceQuestionable(order: OrderCheckout, price: number): boolean {
  const usual = usualPrice(order);
  return usual !== null && price !== order.acceptedPrice && isUnlikelyPrice(price, usual);
}

/** Names a product and number together. */
const mismatchKey = (productCode: string, customerNo: string): string =>
  `${productCode.toUpperCase()} ${normaliseCustomerNo(customerNo)}`;

const pairOf = (checkout: Checkout): { productCode: string; customerNo: string } =>
  checkout.kind === 'order'
    ? { productCode: checkout.draft.product?.productCode ?? '', customerNo: checkout.draft.customerNo }
    : { productCode: checkout.productCode, customerNo: checkout.customerNo };

const productOf = (checkout: Checkout): OfferedProduct | null =>
  checkout.kind === 'order'
    ? checkout.draft.product
    : (offerOfCode(currentOffers(), checkout.productCode)?.product ?? null);

/** Why the number is probably none for the product; null while one of them is missing, or where nothing is known. */
export function mismatchOf(checkout: Checkout): NumberMismatch | null {
  const product = productOf(checkout);
  const customerNo = normaliseCustomerNo(customerNoOf(checkout));
  return product && isCustomerNo(customerNo) ? numberMismatch(product, customerNo, currentNumberPlan()) : null;
}

/** The same, unless a person has said that it is right. */
export function openMismatch(checkout: Checkout): NumberMismatch | null {
  const { productCode, customerNo } = pairOf(checkout);
  return checkout.acceptedMismatch === mismatchKey(productCode, customerNo) ? null : mismatchOf(checkout);
}

export function acceptMismatch(kind: CheckoutKind): void {
  const { productCode, customerNo } = pairOf(useCheckout.getState()[kind]);
  update(kind, { mismatch: null, acceptedMismatch: mismatchKey(productCode, customerNo) });
}

/** The input of the order, or null while a field is missing. Cash that was not typed is the exact amount. */
export function orderInput(draft: OrderDraft, overrides: Overrides): Given<'order'> | null {
  if (missingInDraft(draft) !== null || !draft.product || draft.price === null) return null;
  return {
    productCode: draft.product.productCode,
    customerNo: normaliseCustomerNo(draft.customerNo),
    sellingPrice: draft.price,
    ...paymentInput(draft.payment ?? allCash, draft.price, draft.tendered),
    ...(draft.cashFrom ? { cashFrom: draft.cashFrom.id } : {}),
    ...overrides,
  };
}

import { create } from 'zustand';
import { errorWithoutCosts, type KonterError } from '../../../shared/contract/errors.ts';
import { isUnlikelyPrice } from '../../../shared/domain/bounds.ts';
import { isCustomerNo, normaliseCustomerNo, sameCustomerNo } from '../../../shared/domain/customer-no.ts';
import { type EntryReading, type EntryStep, readEntry } from '../../../shared/domain/entry.ts';
import { type NumberMismatch, numberMismatch } from '../../../shared/domain/number-fit.ts';
import { saleWithoutCosts } from '../../../shared/domain/transaction.ts';
import { onPin } from '../../host/call.ts';
import { dropOnPersonChange } from '../../state/page-data.ts';
import { onPinQuestion } from '../../state/pin-keys.ts';
import { currentNumberPlan } from '../../state/settings.ts';
import { type PaymentFault, paymentFault } from '../payment/index.ts';
import { type CheckoutKind, checkoutRules } from './checkout-rules.ts';
import type { ProductGroup } from './offer-search.ts';
import { codeOf, emptyDraft, fieldText, paymentOf, productOf, type SaleDraft, usualPrice } from './sale-draft.ts';

/**
 * - entry: product, number and cash are typed; the bill, once found, is shown
 * - lookup: the provider is asked for the product that the text of an order names; another text ends it
 * - inquiry: the provider is asked for the bill of the product and number that were accepted
 * - confirm: the sale is read back, nothing is sent
 * - sending: one call is out; a second press does nothing
 * - result: the outcome, or the error of a call whose answer was lost
 *
 *     entry <-> lookup      Enter on a product that is not known here
 *     entry <-> inquiry     Enter on a complete request for a bill
 *     entry <-> confirm     Enter on a complete sale; Escape
 *     confirm -> sending -> result
 *               sending -> confirm, entry     nothing was sent, the cashier decides
 *     result -> entry       the next customer
 */
type CheckoutPhase = 'entry' | 'lookup' | 'inquiry' | 'confirm' | 'sending' | 'result';

/** Why the entry field did not accept its text. Each has a message under "entry.fault". */
export type EntryError =
  | 'number'
  | 'unclear'
  | 'product'
  | 'several'
  | 'price'
  | 'amount'
  | 'zero'
  | 'refused'
  | PaymentFault;

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

/** An answer without approval: a wrong PIN, or none. */
export interface Unapproved {
  error: KonterError;
  /** as it was typed, which stays */
  reason: string;
}

/** An order or a bill while it is sold: its draft, and the one field in which it is typed. */
export interface Checkout {
  kind: CheckoutKind;
  draft: SaleDraft;
  phase: CheckoutPhase;
  /** the text of the entry field, not submitted yet */
  text: string;
  /** what the entry field expects */
  step: EntryStep;
  /** text for a number or a product that was left for another field before it was accepted; its field asks for it again */
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
  question: EntryReading | null;
  /** why main would refuse an order of the product and number, whatever is paid; null: nothing is known against it */
  refusal: KonterError | null;
  /** set by Enter, cleared by typing */
  entryError: EntryError | null;
  /** of the last call */
  error: KonterError | null;
  /** why the answer to the question in `error` was not approved; it stays open, for another PIN */
  unapproved: Unapproved | null;
  overrides: Overrides;
  /** main's clock when the sale was sent, milliseconds since 1970 */
  submittedAt: number;
  /** the sale that was made of the draft; events keep the sale itself current */
  saleId: string | null;
  /** the screen where it was asked for: the next customer begins there */
  origin: 'sell' | 'bills';
  /** the total of the bill that was shown before the latest inquiry */
  previousTotal: number | null;
}

const newCheckout = (kind: CheckoutKind): Checkout => ({
  kind,
  draft: emptyDraft,
  phase: 'entry',
  text: '',
  step: checkoutRules[kind].steps[0],
  left: {},
  tab: null,
  mismatch: null,
  acceptedMismatch: null,
  acceptedPrice: null,
  acceptedCash: null,
  question: null,
  refusal: null,
  entryError: null,
  error: null,
  unapproved: null,
  overrides: {},
  submittedAt: 0,
  saleId: null,
  origin: checkoutRules[kind].screen,
  previousTotal: null,
});

/** Both are open at once: each screen keeps its own while the cashier is on the other. */
const newCheckouts: Readonly<Record<CheckoutKind, Checkout>> = {
  order: newCheckout('order'),
  bill: newCheckout('bill'),
};

export const useCheckout = create<Readonly<Record<CheckoutKind, Checkout>>>(() => newCheckouts);

/** Each checkout as the function makes it of the present one. */
const updateAll = (next: (checkout: Checkout) => Checkout): void =>
  useCheckout.setState(({ order, bill }) => ({ order: next(order), bill: next(bill) }));

/** Text typed for the next customer while a sale is read back, sent or shown. The next sale begins with it. */
export const useTypedAhead = create<{
  text: string;
  /** what the entry field holds was begun with */
  begun: string;
  /** when it was begun, milliseconds since the page's time origin */
  begunAt: number;
}>(() => ({ text: '', begun: '', begunAt: 0 }));

/** So long before its question a PIN may have been typed, and accepted by its Enter. */
const maxPinAgeMs = 5000;

/** Whether a number has begun on another screen: its characters are keys of nothing else. */
export const isTypingAhead = (): boolean => useTypedAhead.getState().text !== '';

/**
 * Digits that were typed before the field for a PIN was there may be the PIN, also where an entry has begun with them, and where Enter
 * has just accepted them.
 */
export function dropTypedAhead(): void {
  const { begun, begunAt } = useTypedAhead.getState();
  useTypedAhead.setState({ text: '', begun: '' });
  if (begun === '') return;
  const isRecent = performance.now() - begunAt <= maxPinAgeMs;
  updateAll((checkout) => {
    const { kind, draft, phase, step, text } = checkout;
    const [first, second] = checkoutRules[kind].steps;
    const isAccepted =
      phase === 'entry' && fieldText(draft, second) === '' && fieldText(draft, first).startsWith(begun);
    if (isRecent && isAccepted) return newCheckouts[kind];
    return step === first && text.startsWith(begun) ? { ...checkout, text: '' } : checkout;
  });
}

onPinQuestion(dropTypedAhead);

/** A PIN that was typed as an entry is no part of a sale: neither its beginning in the field nor what Enter has accepted. */
onPin((pin) => {
  const isBegun = (text: string): boolean => text !== '' && pin.startsWith(text);
  updateAll((current) => {
    const checkout = withoutAccepted(current, pin);
    const left = Object.fromEntries(Object.entries(checkout.left).filter(([, text]) => !isBegun(text)));
    const { step, text } = checkout;
    if (step === 'price' || step === 'tendered' || !isBegun(text)) return { ...checkout, left };
    return { ...checkout, phase: phaseWith(checkout, ''), text: '', left, question: null };
  });
});

/** What a person typed into the field of a PIN and Enter took for a number, or for a biller's code. */
function withoutAccepted(checkout: Checkout, pin: string): Checkout {
  const { kind, draft } = checkout;
  const isTypedCode = codeOf(draft) === pin && draft.product?.kind === undefined;
  if (!isOpen(checkout) || !(draft.customerNo === pin || isTypedCode)) return checkout;
  // A bill is asked for with both: nothing of it stays.
  if (checkoutRules[kind].needsInquiry) return newCheckouts[kind];
  return { ...checkout, draft: { ...draft, customerNo: '' }, step: 'customerNo', mismatch: null };
}

// A customer's entry stays. What a person allowed, and digits that no field took, are not the next one's.
dropOnPersonChange(() => {
  dropTypedAhead();
  updateAll(({ draft, error, ...checkout }) => ({
    ...checkout,
    draft: { ...draft, keepPrice: false, ...(draft.cashFrom && { cashFrom: saleWithoutCosts(draft.cashFrom) }) },
    overrides: {},
    unapproved: null,
    error: error && errorWithoutCosts(error),
  }));
});

/** Whether it is typed, or asked about: nothing of it is read back or sent. */
export const isOpen = ({ phase }: Checkout): boolean => phase === 'entry' || phase === 'lookup' || phase === 'inquiry';

/** Another text ends a lookup, whatever put it there. */
const phaseWith = ({ phase, text }: Checkout, next = text): CheckoutPhase =>
  phase === 'lookup' && next !== text ? 'entry' : phase;

export const update = (kind: CheckoutKind, changes: Partial<Checkout>): void =>
  useCheckout.setState(({ [kind]: checkout }) => ({
    [kind]: { ...checkout, phase: phaseWith(checkout, changes.text), ...changes },
  }));

export const reset = (kind: CheckoutKind): void => useCheckout.setState({ [kind]: newCheckouts[kind] });

/** The error of an order is about its text and its draft; that of a bill is about the bill, which stays. */
export const withoutError = (kind: CheckoutKind): Partial<Checkout> =>
  checkoutRules[kind].needsInquiry ? { entryError: null } : { entryError: null, error: null };

/** What was allowed is about the former draft. The cash of an unsent order stays with its customer. */
export function updateDraft(kind: CheckoutKind, changes: Partial<SaleDraft>): void {
  const { cashFrom, ...draft } = useCheckout.getState()[kind].draft;
  const next = { ...draft, ...changes };
  const keepsCash = cashFrom !== undefined && sameCustomerNo(cashFrom.customerNo, next.customerNo);
  update(kind, { draft: keepsCash ? { cashFrom, ...next } : next, overrides: {}, ...withoutError(kind) });
}

/** Another product or number: a bill that was found is no longer the one that is asked for, and the cash was counted for that one. */
export function updateRequest(kind: CheckoutKind, changes: Partial<Pick<SaleDraft, 'product' | 'customerNo'>>): void {
  updateDraft(kind, { ...checkoutRules[kind].dropped, ...changes });
  update(kind, { phase: 'entry', error: null, refusal: null, saleId: null, previousTotal: null });
}

export function setCustomerNo(kind: CheckoutKind, customerNo: string): void {
  dropLeft(kind, 'customerNo');
  updateRequest(kind, { customerNo });
}

/** A field has a value: what was left unfinished in it does not count any more. */
export function dropLeft(kind: CheckoutKind, step: EntryStep): void {
  const { [step]: _dropped, ...left } = useCheckout.getState()[kind].left;
  update(kind, { left });
}

export const parseEntry = ({ kind, text, step }: Pick<Checkout, 'kind' | 'text' | 'step'>): EntryReading =>
  readEntry(text, step, checkoutRules[kind].maxEntry);

/** The first field that keeps the order from being read back, or the bill from being asked for; null when none does. */
export function missingField({ kind, draft, left }: Pick<Checkout, 'kind' | 'draft' | 'left'>): EntryStep | null {
  const { steps, required } = checkoutRules[kind];
  return steps.find((step) => left[step] !== undefined) ?? required.find((step) => lacks(draft, step, kind)) ?? null;
}

function lacks(draft: SaleDraft, step: EntryStep, kind: CheckoutKind): boolean {
  const { product, customerNo, price, tendered } = draft;
  const [own] = checkoutRules[kind].products;
  switch (step) {
    case 'customerNo':
      return !isCustomerNo(normaliseCustomerNo(customerNo));
    case 'product':
      return codeOf(draft).trim() === '' || (product?.kind ?? own) !== own;
    case 'price':
      return price === null || price === 0;
    case 'tendered':
      return paymentFault(paymentOf(draft), price ?? 0, tendered) !== null;
  }
}

/** Whether a person is asked about a price, who has not said yet that it is right. */
export function isPriceQuestionable({ draft, acceptedPrice }: Checkout, price: number): boolean {
  const usual = usualPrice(draft);
  return usual !== null && price !== acceptedPrice && isUnlikelyPrice(price, usual);
}

/** Names a product and number together. */
export const pairKey = (draft: SaleDraft): string =>
  `${codeOf(draft).toUpperCase()} ${normaliseCustomerNo(draft.customerNo)}`;

/** Why the number is probably none for the product; null while one of them is missing, or where nothing is known. */
export function mismatchOf(draft: SaleDraft): NumberMismatch | null {
  const product = productOf(draft);
  const customerNo = normaliseCustomerNo(draft.customerNo);
  return product && isCustomerNo(customerNo) ? numberMismatch(product, customerNo, currentNumberPlan()) : null;
}

/** The same, unless a person has said that it is right. */
export const openMismatch = ({ draft, acceptedMismatch }: Checkout): NumberMismatch | null =>
  acceptedMismatch === pairKey(draft) ? null : mismatchOf(draft);

export function acceptMismatch(kind: CheckoutKind): void {
  update(kind, { mismatch: null, acceptedMismatch: pairKey(useCheckout.getState()[kind].draft) });
}

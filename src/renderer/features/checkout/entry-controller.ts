import { normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import type { EntryReading, EntryStep } from '../../../shared/domain/entry.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { currentOffers, type Offer } from '../../state/offers.ts';
import { navigate, openScannedProof, showReceipt, showReceipts } from '../../state/router.ts';
import { mergeSales } from '../../state/sales.ts';
import { inquire, nextAction, switchToNewerBill } from './bill-inquiry.ts';
import { type CheckoutKind, checkoutRules, kindOf, kindOnScreen } from './checkout-rules.ts';
import {
  acceptMismatch,
  type Checkout,
  dropLeft,
  type EntryError,
  missingField,
  openMismatch,
  parseEntry,
  reset,
  setCustomerNo,
  update,
  updateDraft,
  updateRequest,
  useCheckout,
  useTypedAhead,
  withoutError,
} from './checkout-store.ts';
import { faultOfPayment, isQuestionable, typeEntry } from './entry-amounts.ts';
import type { EntryOption } from './entry-options.ts';
import { lookUpOffer, namesBrand, offerOfCode, type ProductGroup } from './offer-search.ts';
import { billOf, codeOf, fieldText, type SaleDraft } from './sale-draft.ts';
import { checkBeforePaid, confirmSale, isRefused } from './submission.ts';

const checkoutNow = (kind: CheckoutKind) => useCheckout.getState()[kind];

/** A search is for all products: the tab takes its place. */
export function selectTab(kind: CheckoutKind, tab: ProductGroup | null): void {
  const isSearch = parseEntry(checkoutNow(kind)).is === 'product';
  if (isSearch) typeEntry(kind, '');
  update(kind, { tab });
}

/** Enter: accepts the text of the entry field or, where it is empty, does what comes next. */
export async function submitEntry(kind: CheckoutKind): Promise<void> {
  const checkout = checkoutNow(kind);
  // A bill may be asked for again while the provider still answers about another.
  if (checkout.phase === 'lookup') return;
  const entry = parseEntry(checkout);
  if (isQuestionable(checkout, entry)) return update(kind, { question: entry });
  await acceptEntry(kind, entry);
}

/** The person's answer: the text is what the question says. */
export async function acceptAsked(kind: CheckoutKind): Promise<void> {
  const { question, step } = checkoutNow(kind);
  update(kind, { question: null });
  if (question === null) return;
  if (question.is === 'amount' && step === 'price') update(kind, { acceptedPrice: question.amount });
  if (question.is === 'amount' && step === 'tendered') update(kind, { acceptedCash: question.amount });
  await acceptEntry(kind, question);
}

async function acceptEntry(kind: CheckoutKind, entry: EntryReading): Promise<void> {
  if ('dropped' in entry && namesBrand(currentOffers(), entry.dropped ?? ''))
    return update(kind, { entryError: 'unclear' });
  switch (entry.is) {
    case 'nothing':
      return advance(kind);
    case 'number':
      setCustomerNo(kind, entry.customerNo);
      return expectMissing(kind);
    case 'amount':
      if (entry.amount === 0)
        return update(kind, { entryError: checkoutNow(kind).step === 'price' ? 'price' : 'zero' });
      return submitAmount(kind);
    case 'noAmount':
      return update(kind, { entryError: 'amount' });
    case 'unclear':
      return update(kind, { entryError: 'unclear' });
    case 'quick':
      setCustomerNo(kind, entry.customerNo);
      return submitProduct(kind, entry.product);
    case 'product':
      return submitProduct(kind, entry.text);
    case 'noNumber':
      return update(kind, { entryError: 'number' });
    case 'receipt':
      update(kind, { text: '' });
      return showReceipts({ text: entry.receiptNo });
    case 'proof':
      update(kind, { text: '' });
      return openScannedProof(entry.text);
  }
}

const errorOfStep: Readonly<Record<EntryStep, EntryError>> = {
  customerNo: 'number',
  product: 'product',
  price: 'price',
  tendered: 'short',
};

/** Enter in an empty field: asks for what is missing, else leads to the cash and then to the reading back. */
function advance(kind: CheckoutKind): void {
  const checkout = checkoutNow(kind);
  const missing = missingField(checkout);
  if (missing !== null)
    update(kind, {
      step: missing,
      text: checkout.left[missing] ?? '',
      entryError: (missing === 'tendered' ? faultOfPayment(kind) : null) ?? errorOfStep[missing],
    });
  else advanceComplete(checkout);
}

function advanceComplete(checkout: Checkout): void {
  const { kind, draft, step } = checkout;
  switch (nextAction(checkout, billOf(draft))) {
    case 'wait':
      return;
    case 'inquire':
    case 'inquireAgain':
      return void inquire();
    case 'useNewer':
      return switchToNewerBill();
    case 'confirm': {
      const fault = faultOfPayment(kind);
      // Of a bill the cash is asked for as soon as it is found.
      if (step !== 'tendered' && draft.bill === null) update(kind, { step: 'tendered', entryError: null });
      else if (fault === null) void confirmUnlessRefused(kind);
      else update(kind, { entryError: fault });
    }
  }
}

/** What main refuses is refused before the cash is taken. It may be over by now: the relay is live again. */
async function confirmUnlessRefused(kind: CheckoutKind): Promise<void> {
  const before = checkoutNow(kind);
  if (!isRefused(before)) return void confirmSale(kind);
  const isClear = await checkBeforePaid(kind);
  const { draft, phase, text } = checkoutNow(kind);
  // Another key went on meanwhile: what is typed, read back or sent by now stays as it is.
  if (phase !== 'entry' || draft !== before.draft || text !== before.text) return;
  if (isClear) confirmSale(kind);
  else update(kind, { entryError: 'refused' });
}

/** Empties the field and expects what is missing. A bill of which nothing is missing is asked for. */
function expectMissing(kind: CheckoutKind): void {
  const checkout = checkoutNow(kind);
  const missing = missingField(checkout);
  const mismatch = openMismatch(checkout);
  const text = missing === null ? '' : (checkout.left[missing] ?? '');
  update(kind, { text, entryError: null, step: missing ?? 'tendered', mismatch });
  inquireIfComplete(kind);
  // A price changes nothing of what main would refuse.
  const isNamed = missing !== 'customerNo' && missing !== 'product' && checkout.step !== 'price';
  if (isNamed && !checkoutRules[kind].needsInquiry) void checkBeforePaid(kind);
}

function inquireIfComplete(kind: CheckoutKind): void {
  const checkout = checkoutNow(kind);
  if (checkout.mismatch === null && nextAction(checkout, billOf(checkout.draft)) === 'inquire') void inquire();
}

/** A person says that the number is right: the sale goes on where it was. */
export function continueDespiteMismatch(kind: CheckoutKind): void {
  acceptMismatch(kind);
  inquireIfComplete(kind);
}

function submitAmount(kind: CheckoutKind): void {
  const { draft, step } = checkoutNow(kind);
  const fault = faultOfPayment(kind);
  if (step === 'price') {
    if (draft.price === null || draft.price === 0) update(kind, { entryError: 'price' });
    else expectMissing(kind);
  } else if (fault !== null) update(kind, { entryError: fault });
  else advance(kind);
}

async function submitProduct(kind: CheckoutKind, typed: string): Promise<void> {
  const offer = checkoutRules[kind].match(currentOffers(), typed, checkoutNow(kind).draft.customerNo);
  if (offer === null) return await submitUnknown[kind](kind, typed);
  if (offer !== 'several') return selectOffer(kind, offer);
  update(kind, { entryError: 'several', text: typed, ...severalStep[kind] });
}

/** The product of a quick code is chosen from the list: its number has been accepted. */
const severalStep = { order: { step: 'product' }, bill: {} } as const;

const submitUnknown = { order: lookUpProduct, bill: requestCode } as const;

/** The inquiry shows whether there is a bill of the code. */
function requestCode(kind: CheckoutKind, typed: string): void {
  dropLeft(kind, 'product');
  updateRequest(kind, { product: { productCode: typed.trim() } });
  expectMissing(kind);
}

async function lookUpProduct(kind: CheckoutKind, typed: string): Promise<void> {
  const { text } = checkoutNow(kind);
  update(kind, { phase: 'lookup', error: null });
  const answer = await lookUpOffer(typed);
  const now = checkoutNow(kind);
  // Typing and Escape end a lookup: its answer is about no sale on the screen.
  if (now.phase !== 'lookup' || now.text !== text) return;
  update(kind, { phase: 'entry' });
  if (answer.ok) selectOffer(kind, answer.value);
  else update(kind, { error: answer.error, step: 'product', text: typed });
}

/**
 * Selects a product. A number in the entry field belongs to it. A bill continues on the screen of bills, an order on that of
 * orders.
 * @param lastPrice what the customer paid for it before; proposed where the shop has set no price
 */
export function selectOffer(
  kind: CheckoutKind,
  { product, sellingPrice }: Offer,
  lastPrice: number | null = null,
): void {
  const entry = parseEntry(checkoutNow(kind));
  if (entry.is === 'number') setCustomerNo(kind, entry.customerNo);
  // The first digits of a number are typed on after the product.
  else if (entry.is === 'noNumber') update(kind, { left: { customerNo: entry.text } });
  const own = kindOf(product);
  if (own !== kind) {
    if (!moveTo(own, { customerNo: checkoutNow(kind).draft.customerNo }, 'sell')) return;
    reset(kind);
  }
  if (checkoutRules[own].needsInquiry) return requestCode(own, product.productCode);
  const { draft } = checkoutNow(own);
  dropLeft(own, 'product');
  const isSame = codeOf(draft) === product.productCode;
  const price = isSame && draft.price !== null ? draft.price : (sellingPrice ?? lastPrice);
  updateDraft(own, { product, price, ...(isSame ? {} : { tendered: null, keepPrice: false }) });
  // While the number is typed, so that the order itself need not wait for it. What it says against the product, the order says.
  if (normaliseCustomerNo(draft.customerNo) === '') void call('product', { productCode: product.productCode });
  expectMissing(own);
}

export function selectOption(kind: CheckoutKind, option: EntryOption): void {
  switch (option.is) {
    case 'offer':
      return selectOffer(kind, option.offer);
    case 'customer': {
      const { customerNo, productCode } = option.customer;
      setCustomerNo(kind, normaliseCustomerNo(customerNo));
      expectMissing(kind);
      const usual = productCode === null ? null : offerOfCode(currentOffers(), productCode);
      return usual ? selectOffer(kind, usual) : undefined;
    }
    case 'unsettled':
    case 'failed':
      return showReceipt(option.sale.id);
    case 'openBill':
      return openBill(kind, option.sale);
    case 'purchase': {
      const { sale } = option;
      const offer = offerOfCode(currentOffers(), sale.productCode);
      if (!checkoutRules[kindOf(sale)].needsInquiry) return offer ? selectOffer(kind, offer, sale.total) : undefined;
      if (isUnderWay('bill')) return;
      reset(kind);
      return requestBill(sale, checkoutRules[kind].screen);
    }
  }
}

/** Whether a sale is being sent. Its screen is opened then: it shows why no other one begins there, and what is typed here stays. */
export function isUnderWay(kind: CheckoutKind): boolean {
  if (checkoutNow(kind).phase !== 'sending') return false;
  navigate(checkoutRules[kind].screen);
  return true;
}

/**
 * Begins a sale on its own screen, from any other. Returns whether it did: one may be on its way there.
 * @param origin of a bill: where the next customer begins
 */
export function moveTo(kind: CheckoutKind, draft: Partial<SaleDraft>, origin: Checkout['origin']): boolean {
  if (isUnderWay(kind)) return false;
  reset(kind);
  updateDraft(kind, draft);
  update(kind, { origin });
  navigate(checkoutRules[kind].screen);
  return true;
}

/** Starts a bill and asks the provider for it as soon as nothing is missing. */
export function requestBill(
  { productCode, customerNo }: Pick<Transaction, 'productCode' | 'customerNo'>,
  origin: Checkout['origin'],
): void {
  if (moveTo('bill', { product: { productCode }, customerNo }, origin)) expectMissing('bill');
}

/** Continues with a bill that was asked for before and may still be paid. */
function openBill(from: CheckoutKind, sale: Transaction): void {
  const { productCode, customerNo, id } = sale;
  if (isUnderWay('bill')) return;
  reset(from);
  mergeSales([sale]);
  moveTo('bill', { product: { productCode }, customerNo, bill: id }, 'sell');
  update('bill', { step: 'tendered' });
}

/**
 * Puts the value of a field back into the entry field, to be typed over. Nothing is cleared, and what was typed for a number or a
 * product without Enter is brought back later.
 */
export function editField(kind: CheckoutKind, step: EntryStep): void {
  const checkout = checkoutNow(kind);
  const { draft } = checkout;
  const isUnfinished =
    (checkout.step === 'customerNo' || checkout.step === 'product') &&
    checkout.step !== step &&
    checkout.text.trim() !== '' &&
    checkout.text !== fieldText(draft, checkout.step);
  const left = isUnfinished ? { ...checkout.left, [checkout.step]: checkout.text } : checkout.left;
  const text = left[step] ?? fieldText(draft, step);
  // A bill goes on being asked for, with its error.
  const phase = checkout.phase === 'inquiry' ? 'inquiry' : 'entry';
  update(kind, {
    step,
    text,
    left,
    phase,
    ...withoutError(kind),
    ...(checkout.phase === 'confirm' ? { error: null } : {}),
  });
}

/** Backspace in an empty field, or the arrow upwards out of the list: edits the field before. */
export function stepBack(kind: CheckoutKind): void {
  const { draft, step } = checkoutNow(kind);
  const { steps } = checkoutRules[kind];
  const hasText = (each: EntryStep): boolean => fieldText(draft, each) !== '';
  const previous = steps.slice(0, steps.indexOf(step)).findLast(hasText);
  if (previous !== undefined) editField(kind, previous);
  // An order that began with its product is missing the number.
  else if (step === 'customerNo' && hasText('product')) editField(kind, 'product');
}

/** The next customer begins where this one did. */
export function startNext(kind: CheckoutKind): void {
  const next = kindOnScreen[checkoutNow(kind).origin];
  if (next !== kind) {
    reset(kind);
    navigate(checkoutRules[next].screen);
    beginWithTyped(next);
  } else clearEntry(kind);
}

export function clearEntry(kind: CheckoutKind): void {
  useTypedAhead.setState({ begun: '' });
  reset(kind);
  beginWithTyped(kind);
}

/** Text typed ahead waits while the field holds an unfinished sale. */
function beginWithTyped(kind: CheckoutKind): void {
  const { phase, step, text } = checkoutNow(kind);
  const typed = useTypedAhead.getState().text;
  if (typed === '' || phase !== 'entry' || step !== checkoutRules[kind].steps[0] || text !== '') return;
  typeEntry(kind, typed);
  useTypedAhead.setState({ text: '', begun: typed, begunAt: performance.now() });
}

/** No number, code or amount is longer. */
const maxTypedAhead = 60;

/** A character that no field took. @param mayBegin the result has been in sight: the next sale begins with the character */
export function typeAhead(kind: CheckoutKind, character: string, mayBegin: boolean): void {
  useTypedAhead.setState(({ text }) => ({ text: (text + character).slice(0, maxTypedAhead) }));
  if (mayBegin) startNext(kind);
}

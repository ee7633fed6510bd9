import { isUnlikelyCash } from '../../../shared/domain/bounds.ts';
import { normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import type { EntryReading, EntryStep } from '../../../shared/domain/entry.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call, onPin } from '../../host/call.ts';
import { currentOffers, type Offer } from '../../state/offers.ts';
import { dropOnPersonChange } from '../../state/page-data.ts';
import { navigate, openScannedProof, showReceipt, showReceipts } from '../../state/router.ts';
import { mergeSales } from '../../state/sales.ts';
import { paymentFault, typesPart } from '../payment/index.ts';
import { currentBill, inquire, nextBillAction, switchToNewerBill } from './bill-inquiry.ts';
import {
  acceptMismatch,
  type Checkout,
  type CheckoutKind,
  customerNoOf,
  dropLeft,
  type EntryError,
  entrySteps,
  isPriceQuestionable,
  missingField,
  openMismatch,
  parseEntry,
  paymentOf,
  reset,
  setCustomerNo,
  tenderedOf,
  update,
  updateBill,
  updateBillRequest,
  updateDraft,
  updateOrder,
  useCheckout,
  useTypedAhead,
} from './checkout-store.ts';
import type { EntryOption } from './entry-options.ts';
import { lookUpOffer, matchBill, matchOffer, offerOfCode, type ProductGroup } from './offer-search.ts';
import { totalOf } from './payment-controller.ts';
import { confirmSale, editSale } from './submission.ts';

const checkoutNow = (kind: CheckoutKind) => useCheckout.getState()[kind];

/** Money counts while it is typed, so that the change can be read off; everything else waits for Enter. */
export function typeEntry(kind: CheckoutKind, text: string): void {
  // The error of an order is about its former text; that of a bill is about the bill, which stays.
  if (kind === 'bill') updateBill({ text, entryError: null });
  else updateOrder({ text, entryError: null, error: null });
  const checkout = checkoutNow(kind);
  if (checkout.step !== 'tendered' && checkout.step !== 'price') return;
  const entry = parseEntry(checkout);
  const amount = entry.is === 'amount' ? entry.amount : null;
  // The price counts until another one is typed: who only passes its field does not lose it.
  if (checkout.step === 'price') updateDraft(entry.is === 'nothing' ? {} : { price: amount });
  else setTendered(kind, amount === 0 ? null : amount);
}

/** The amount of the cash step: the cash that is handed over, or the part that is paid in another way. */
function setTendered(kind: CheckoutKind, amount: number | null): void {
  const payment = paymentOf(checkoutNow(kind));
  const change = typesPart(payment) ? { payment: { ...payment, part: amount } } : { tendered: amount };
  if (kind === 'order') updateDraft(change);
  else updateBill({ ...change, entryError: null });
}

/** Why it cannot be paid as it was put together; null while the total is not known. */
function faultOfPayment(kind: CheckoutKind) {
  const checkout = checkoutNow(kind);
  const total = totalOf(kind);
  return total === null ? null : paymentFault(paymentOf(checkout), total, tenderedOf(checkout));
}

/** A sum that is chosen rather than typed; null: exact cash. */
export function selectCash(kind: CheckoutKind, sum: number | null): void {
  update(kind, { step: 'tendered' });
  typeEntry(kind, sum === null ? '' : String(sum));
}

/** A search is for all products: the tab takes its place. */
export function selectTab(kind: CheckoutKind, tab: ProductGroup | null): void {
  const isSearch = parseEntry(checkoutNow(kind)).is === 'product';
  if (isSearch) typeEntry(kind, '');
  update(kind, { tab });
}

/** Enter: accepts the text of the entry field or, where it is empty, does what comes next. */
export async function submitEntry(kind: CheckoutKind): Promise<void> {
  const checkout = checkoutNow(kind);
  // A bill may be asked for anew while the provider still answers about another.
  if (kind === 'order' && checkout.phase === 'lookup') return;
  const entry = parseEntry(checkout);
  if (isQuestionable(checkout, entry)) return update(kind, { asked: entry });
  await acceptEntry(kind, entry);
}

/**
 * Whether a person is asked what the text is: digits where money is waited for that may be a number as well, cash far above the total,
 * and anything in the place of a bill that was found.
 */
function isQuestionable(checkout: Checkout, entry: EntryReading): boolean {
  const { kind, step, text } = checkout;
  if (step !== 'price' && step !== 'tendered') return false;
  const isBillFound = checkout.kind === 'bill' && checkout.saleId !== null && step === 'tendered';
  if (entry.is === 'number') return isBillFound || !/^\D*0/.test(text);
  if (entry.is === 'quick' || entry.is === 'product') return isBillFound;
  if (entry.is !== 'amount') return false;
  if (step === 'tendered') return isUnlikelyCash(entry.amount, totalOf(kind) ?? 0);
  return checkout.kind === 'order' && isPriceQuestionable(checkout, entry.amount);
}

/** The person's answer: the text is what the question says. */
export async function acceptAsked(kind: CheckoutKind): Promise<void> {
  const { asked, step } = checkoutNow(kind);
  update(kind, { asked: null });
  if (asked === null) return;
  if (asked.is === 'amount' && step === 'price') updateOrder({ acceptedPrice: asked.amount });
  if (asked.is === 'amount' && step === 'tendered') update(kind, { acceptedCash: asked.amount });
  await acceptEntry(kind, asked);
}

/** The person types the text anew: it is no part of what comes next. */
export function refuseAsked(kind: CheckoutKind): void {
  const { step } = checkoutNow(kind);
  update(kind, { asked: null });
  typeEntry(kind, '');
  // A price counts while it is typed: this one does not.
  if (step === 'price') updateDraft({ price: currentPrice() });
}

/** What the shop sells the product of the order for; null: nothing is set. */
function currentPrice(): number | null {
  const { product } = useCheckout.getState().order.draft;
  return product === null ? null : (offerOfCode(currentOffers(), product.productCode)?.sellingPrice ?? null);
}

const kinds = ['order', 'bill'] as const satisfies readonly CheckoutKind[];

/** Takes back the text of a price or of cash that Enter has not accepted, and what it counted as. */
function dropMoneyText(kind: CheckoutKind, isDropped: (text: string) => boolean): void {
  const { phase, step, text } = checkoutNow(kind);
  const isMoney = step === 'price' || step === 'tendered';
  if (isMoney && text !== '' && phase !== 'sending' && phase !== 'result' && isDropped(text)) refuseAsked(kind);
}

/** The same of an amount that Enter has accepted: the sale is read back no more, and asks for the cash again. */
function dropAmount(kind: CheckoutKind, amount: number): void {
  const checkout = checkoutNow(kind);
  const { phase } = checkout;
  if (phase === 'sending' || phase === 'result') return;
  const isPrice = checkout.kind === 'order' && checkout.draft.price === amount && currentPrice() !== amount;
  const isCash = amount === (typesPart(paymentOf(checkout)) ? paymentOf(checkout).part : tenderedOf(checkout));
  if (phase === 'confirm' && (isPrice || isCash)) editSale(kind);
  if (isPrice) {
    updateDraft({ price: currentPrice() });
    updateOrder({ acceptedPrice: null });
  }
  if (isCash) {
    setTendered(kind, null);
    update(kind, { acceptedCash: null });
  }
}

// A PIN that was typed beside its field is neither a price nor cash, and stays for nobody to read.
onPin((pin) => {
  for (const kind of kinds) {
    dropMoneyText(kind, (text) => pin.startsWith(text));
    dropAmount(kind, Number(pin));
  }
});

// It may be the PIN of the person who left. What was accepted is the sale's.
dropOnPersonChange(() => {
  for (const kind of kinds) dropMoneyText(kind, () => true);
});

async function acceptEntry(kind: CheckoutKind, entry: EntryReading): Promise<void> {
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
  else if (checkout.kind === 'bill') advanceBill();
  else if (checkout.step === 'tendered') confirmSale('order');
  else update('order', { step: 'tendered', entryError: null });
}

function advanceBill(): void {
  const { bill } = useCheckout.getState();
  switch (nextBillAction(bill, currentBill())) {
    case 'wait':
      return;
    case 'inquire':
    case 'inquireAgain':
      return void inquire();
    case 'useNewer':
      return switchToNewerBill();
    case 'confirm': {
      const fault = faultOfPayment('bill');
      if (fault === null) confirmSale('bill');
      else updateBill({ entryError: fault });
    }
  }
}

/** Empties the field and expects what is missing. A bill of which nothing is missing is asked for. */
function expectMissing(kind: CheckoutKind): void {
  const checkout = checkoutNow(kind);
  const missing = missingField(checkout);
  const mismatch = openMismatch(checkout);
  const text = missing === null ? '' : (checkout.left[missing] ?? '');
  update(kind, { text, entryError: null, step: missing ?? 'tendered', mismatch });
  if (kind === 'bill' && missing === null && mismatch === null) void inquire();
}

/** A person says that the number is right: the sale goes on where it was. */
export function continueDespiteMismatch(kind: CheckoutKind): void {
  acceptMismatch(kind);
  if (kind === 'bill') expectMissing('bill');
}

function submitAmount(kind: CheckoutKind): void {
  const checkout = checkoutNow(kind);
  if (checkout.kind === 'bill') return advance('bill');
  const { price } = checkout.draft;
  const fault = faultOfPayment('order');
  if (checkout.step === 'price') {
    if (price === null || price === 0) updateOrder({ entryError: 'price' });
    else expectMissing('order');
  } else if (fault !== null) updateOrder({ entryError: fault });
  else advance('order');
}

async function submitProduct(kind: CheckoutKind, typed: string): Promise<void> {
  const customerNo = customerNoOf(checkoutNow(kind));
  const match = kind === 'order' ? matchOffer(currentOffers(), typed, customerNo) : matchBill(currentOffers(), typed);
  if (match === null) return kind === 'order' ? await lookUpProduct(typed) : requestCode(typed);
  if (match !== 'several') return selectOffer(kind, match);
  // The product of a quick code is chosen from the list: its number has been accepted.
  update(
    kind,
    kind === 'order' ? { entryError: 'several', step: 'product', text: typed } : { entryError: 'several', text: typed },
  );
}

function requestCode(typed: string): void {
  dropLeft('bill', 'product');
  updateBillRequest({ productCode: typed.trim() });
  expectMissing('bill');
}

async function lookUpProduct(typed: string): Promise<void> {
  const { text } = useCheckout.getState().order;
  updateOrder({ phase: 'lookup', error: null });
  const answer = await lookUpOffer(typed);
  const { order } = useCheckout.getState();
  // Typing and Escape end a lookup: its answer is about no sale on the screen.
  if (order.phase !== 'lookup' || order.text !== text) return;
  updateOrder({ phase: 'entry' });
  if (answer.ok) selectOffer('order', answer.value);
  else updateOrder({ error: answer.error, step: 'product', text: typed });
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
  const customerNo = customerNoOf(checkoutNow(kind));
  if (product.kind === 'postpaid') {
    if (kind === 'bill') return requestCode(product.productCode);
    return requestBill(product.productCode, customerNo, 'sell');
  }
  if (kind === 'bill') {
    if (isUnderWay('order')) return;
    reset('bill');
    reset('order');
    updateDraft({ customerNo });
    navigate('sell');
  }
  const { draft } = useCheckout.getState().order;
  dropLeft('order', 'product');
  const isSame = draft.product?.productCode === product.productCode;
  const price = isSame && draft.price !== null ? draft.price : (sellingPrice ?? lastPrice);
  updateDraft({ product, price, ...(isSame ? {} : { tendered: null }) });
  // While cash is counted, so that the order itself need not wait for it. What it says against the product, the order says.
  void call('product', { productCode: product.productCode });
  expectMissing('order');
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
      if (sale.kind === 'postpaid') {
        return requestBill(sale.productCode, sale.customerNo, kind === 'order' ? 'sell' : 'bills');
      }
      const offer = offerOfCode(currentOffers(), sale.productCode);
      return offer ? selectOffer(kind, offer, sale.total) : undefined;
    }
  }
}

/** Whether a sale is being sent. Its screen is opened then: it shows why no other one begins there, and what is typed here stays. */
export function isUnderWay(kind: CheckoutKind): boolean {
  if (checkoutNow(kind).phase !== 'sending') return false;
  navigate(kind === 'order' ? 'sell' : 'bills');
  return true;
}

/** Starts a bill from any screen and asks the provider for it as soon as nothing is missing. */
export function requestBill(productCode: string, customerNo: string, origin: 'sell' | 'bills'): void {
  if (isUnderWay('bill')) return;
  if (origin === 'sell') reset('order');
  reset('bill');
  updateBillRequest({ productCode, customerNo });
  updateBill({ origin });
  navigate('bills');
  expectMissing('bill');
}

/** Continues with a bill that was asked for before and may still be paid. */
function openBill(from: CheckoutKind, sale: Transaction): void {
  if (isUnderWay('bill')) return;
  if (from === 'order') reset('order');
  mergeSales([sale]);
  reset('bill');
  updateBillRequest({ productCode: sale.productCode, customerNo: sale.customerNo });
  updateBill({ saleId: sale.id, step: 'tendered', origin: 'sell' });
  navigate('bills');
}

/**
 * Puts the value of a field back into the entry field, to be typed over. Nothing is cleared, and what was typed for a number or a
 * product without Enter is brought back later.
 */
export function editField(kind: CheckoutKind, step: EntryStep): void {
  const checkout = checkoutNow(kind);
  const isUnfinished =
    (checkout.step === 'customerNo' || checkout.step === 'product') &&
    checkout.step !== step &&
    checkout.text.trim() !== '' &&
    checkout.text !== fieldText(kind, checkout.step);
  const left = isUnfinished ? { ...checkout.left, [checkout.step]: checkout.text } : checkout.left;
  const text = left[step] ?? fieldText(kind, step);
  const phase = kind === 'order' || checkout.phase === 'confirm' ? 'entry' : checkout.phase;
  const change = { step, text, left, phase, entryError: null };
  update(kind, kind === 'order' || checkout.phase === 'confirm' ? { ...change, error: null } : change);
}

function fieldText(kind: CheckoutKind, step: EntryStep): string {
  const { order, bill } = useCheckout.getState();
  const isOrder = kind === 'order';
  const payment = paymentOf(isOrder ? order : bill);
  const amountText = (amount: number | null): string => (amount === null ? '' : String(amount));
  switch (step) {
    case 'customerNo':
      return normaliseCustomerNo(isOrder ? order.draft.customerNo : bill.customerNo);
    case 'product':
      return isOrder ? (order.draft.product?.productCode ?? '') : bill.productCode;
    case 'price':
      return amountText(order.draft.price);
    case 'tendered':
      return amountText(typesPart(payment) ? payment.part : tenderedOf(isOrder ? order : bill));
  }
}

/** Backspace in an empty field, or the arrow upwards out of the list: edits the field before. */
export function stepBack(kind: CheckoutKind): void {
  const { step } = checkoutNow(kind);
  const ordered: readonly EntryStep[] = entrySteps[kind];
  const hasText = (each: EntryStep): boolean => fieldText(kind, each) !== '';
  const previous = ordered.slice(0, ordered.indexOf(step)).findLast(hasText);
  if (previous !== undefined) editField(kind, previous);
  // An order that began with its product is missing the number.
  else if (step === 'customerNo' && hasText('product')) editField(kind, 'product');
}

/** The next customer begins where this one did. */
export function startNext(kind: CheckoutKind): void {
  const { origin } = useCheckout.getState().bill;
  const next = kind === 'bill' && origin === 'sell' ? 'order' : kind;
  if (next !== kind) {
    reset(kind);
    navigate('sell');
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
  if (typed === '' || phase !== 'entry' || step !== entrySteps[kind][0] || text !== '') return;
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

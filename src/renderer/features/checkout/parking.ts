import { create } from 'zustand';
import { fail, type KonterError } from '../../../shared/contract/errors.ts';
import { maxParked, type ParkedDraft, type ParkedSale } from '../../../shared/contract/parking.ts';
import { owesMoney } from '../../../shared/domain/cash.ts';
import { sameCustomerNo } from '../../../shared/domain/customer-no.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { useBatch } from '../../state/batch.ts';
import { currentOffers } from '../../state/offers.ts';
import { isLocked, usePeople } from '../../state/people.ts';
import { useRouter } from '../../state/router.ts';
import { mergeSales, useParked } from '../../state/sales.ts';
import { choiceOf, isAllCash, type PaymentChoice } from '../payment/index.ts';
import { type CheckoutKind, checkoutRules, kindOf, kindOnScreen } from './checkout-rules.ts';
import { type Checkout, isOpen, missingField, reset, update, updateDraft, useCheckout } from './checkout-store.ts';
import { typeEntry } from './entry-amounts.ts';
import { clearEntry, moveTo, requestBill, selectOffer, submitEntry } from './entry-controller.ts';
import { offerOfCode } from './offer-search.ts';
import { cashStepOf, codeOf, paymentOf, type SaleDraft } from './sale-draft.ts';

/** A draft that this page has let go of and that is not on the disk yet. */
interface Unsaved {
  id: string;
  draft: ParkedDraft;
  /** the parked sales at that moment: any newer list has this draft too */
  parkedBefore: readonly ParkedSale[];
  /** null: it is on its way */
  error: KonterError | null;
}

interface Parking {
  unsaved: readonly Unsaved[];
  /** the checkout on which a digit says which sale to bring back; any change of it ends that */
  choosing: Checkout | null;
  /** why the last try to bring one back did not */
  error: KonterError | null;
}

export const useParking = create<Parking>(() => ({ unsaved: [], choosing: null, error: null }));

export const stopChoosing = (): void => useParking.setState({ choosing: null, error: null });

/** How many chips the strip shows. */
export function useParkedCount(): number {
  const parked = useParked((state) => state.parked);
  const unsaved = useParking((state) => state.unsaved);
  return useParkingKind() === null ? 0 : parked.length + stillUnsaved(unsaved, parked).length;
}

/** What is typed on the screen, into which a parked sale can be brought back; null where none is typed, or no person is signed in. */
export function useParkingKind(): CheckoutKind | null {
  const route = useRouter((state) => state.route);
  const isBatch = useBatch((state) => state.isOpen);
  const locked = usePeople(isLocked);
  const kind = route === 'sell' || route === 'bills' ? kindOnScreen[route] : null;
  const isTyped = useCheckout((state) => kind !== null && isOpen(state[kind]));
  return isTyped && !locked && !(isBatch && kind === 'order') ? kind : null;
}

/** Whether there is anything to park. */
export function isBlank({ draft, text, left }: Checkout): boolean {
  return [text, draft.customerNo, codeOf(draft), ...Object.values(left)].every((typed) => typed.trim() === '');
}

/** Nothing of it was sent, and nothing is being sent. */
const isDraft = (checkout: Checkout): boolean => isOpen(checkout) || checkout.phase === 'confirm';

/** It is being sent, or an answer that no disk has must be noted first. */
const isHeld = ({ phase, error }: Checkout): boolean => phase === 'sending' || error?.pendingWrite !== undefined;

/**
 * The key and the button: parks what is typed. With nothing typed, or no room, it brings back the only parked sale or asks for which
 * one.
 */
export function parkOrBringBack(kind: CheckoutKind): void {
  const checkout = useCheckout.getState()[kind];
  const { parked } = useParked.getState();
  if (!isDraft(checkout)) return;
  if (!isBlank(checkout) && parked.length < maxParked) return void park(kind);
  if (stillUnsaved(useParking.getState().unsaved, parked).some(({ error }) => error === null)) {
    pressed = checkout;
    return;
  }
  const [only] = parked;
  if (parked.length === 1 && only) void bringBack(only);
  else if (parked.length > 0) useParking.setState({ choosing: checkout, error: null });
}

/** The blank field in which the key was pressed while a sale was on its way to the disk: the key counts once it is there. */
let pressed: Checkout | null = null;

useParked.subscribe(() => {
  const blank = pressed;
  pressed = null;
  if (blank && useCheckout.getState()[blank.kind] === blank) parkOrBringBack(blank.kind);
});

/** The field is free at once. What the disk does not take stays here, and can be brought back. */
async function park(kind: CheckoutKind): Promise<void> {
  const draft = draftOf(useCheckout.getState()[kind]);
  clearEntry(kind);
  await store(draft);
}

async function store(draft: ParkedDraft): Promise<void> {
  const held = hold(draft);
  const answer = await call('parking.park', { draft });
  if (answer.ok) return release(held);
  pressed = null;
  return keep(held, answer.error);
}

let held = 0;

function hold(draft: ParkedDraft): string {
  const id = `unsaved-${++held}`;
  useParking.setState(({ unsaved }) => ({
    unsaved: [...unsaved, { id, draft, parkedBefore: useParked.getState().parked, error: null }],
    choosing: null,
    error: null,
  }));
  return id;
}

/** Those that are not among the parked sales already. */
export const stillUnsaved = (unsaved: readonly Unsaved[], parked: readonly ParkedSale[]): Unsaved[] =>
  unsaved.filter(({ parkedBefore, error }) => error !== null || parkedBefore === parked);

const release = (id: string): void =>
  useParking.setState(({ unsaved }) => ({ unsaved: unsaved.filter((each) => each.id !== id) }));

const keep = (id: string, error: KonterError): void =>
  useParking.setState(({ unsaved }) => ({
    unsaved: unsaved.map((each) => (each.id === id ? { ...each, error } : each)),
  }));

/** Those that are being brought back: a second press does nothing. */
const taking = new Set<string>();

/** Brings a parked sale back into the field. One that is being typed there is parked in its room. */
export async function bringBack(sale: Pick<ParkedSale, 'id' | 'draft'>): Promise<void> {
  if (taking.has(sale.id)) return;
  taking.add(sale.id);
  await take(sale);
  taking.delete(sale.id);
}

async function take({ id, draft }: Pick<ParkedSale, 'id' | 'draft'>): Promise<void> {
  const { kind } = draft;
  const current = useCheckout.getState()[kind];
  stopChoosing();
  if (isHeld(current)) {
    return useParking.setState({ error: fail('in_flight', 'Another sale is not finished.').error });
  }
  const instead = isDraft(current) && !isBlank(current) ? draftOf(current) : null;
  const unsaved = useParking.getState().unsaved.find((each) => each.id === id);
  if (unsaved) {
    // It is being stored: brought back now, it would be parked and in the field, and might be sold twice.
    if (unsaved.error === null) return;
    if (instead) void park(kind);
    release(id);
    return restore(draft);
  }
  const heldId = instead && hold(instead);
  reset(kind);
  const answer = await call('parking.take', { id, ...(instead ? { instead } : {}) });
  if (!answer.ok) {
    useParking.setState({ error: answer.error });
    if (heldId === null || !instead) return;
    if (!isBlank(useCheckout.getState()[kind])) return keep(heldId, answer.error);
    release(heldId);
    return restore(instead);
  }
  if (heldId !== null) release(heldId);
  await restore(answer.value.draft);
}

type NotParked = Exclude<
  keyof SaleDraft,
  'customerNo' | 'product' | 'tendered' | 'payment' | 'cashFrom' | 'bill' | 'price' | 'keepPrice'
>;

/** Fails to compile when a draft has a field that draftOf neither parks nor has asked for again, as the price is. */
export const everyFieldIsParked: [NotParked] extends [never] ? true : `draftOf lacks ${NotParked}` = true;

/** No price, no bill's total, no answer to a question: they are asked for again. */
export function draftOf({ kind, draft, step, text, left }: Checkout): ParkedDraft {
  const payment = paymentOf(draft);
  const parked = {
    customerNo: cut(draft.customerNo),
    productCode: cut(codeOf(draft)),
    step,
    // A price is typed again; a bill's confirmation has no text.
    text: step === 'price' ? '' : cut(text),
    left,
    tendered: draft.tendered,
    payment: isAllCash(payment) ? null : { ...withoutName(payment) },
  };
  if (kind === 'bill') return { kind, ...parked, saleId: draft.bill };
  return { kind, ...parked, cashFrom: draft.cashFrom?.id ?? null };
}

const maxText = 200;
const cut = (text: string): string => text.slice(0, maxText);

const withoutName = ({ customer, ...payment }: PaymentChoice) => ({ ...payment, customerId: customer?.id ?? null });

function choiceOfParked({ customerId, ...choice }: NonNullable<ParkedDraft['payment']>): PaymentChoice {
  return { ...choice, customer: customerId === null ? null : { id: customerId, name: null } };
}

/** Puts a draft into its field as if it had just been typed: product, price, fit and bill are asked for as for any other. */
export async function restore(draft: ParkedDraft): Promise<void> {
  const { kind } = draft;
  const saleId = 'saleId' in draft ? draft.saleId : draft.cashFrom;
  const result = saleId === null ? null : await call('transactions.get', { id: saleId });
  // Typed or even sent while the disk was asked: another customer's.
  const now = useCheckout.getState()[kind];
  if (isHeld(now)) return store(draft);
  if (isDraft(now) && !isBlank(now)) void park(kind);
  if (await fill[kind](draft, result?.ok ? result.value : null)) restoreField(draft);
}

/** Each returns whether the field has this sale, to be typed on. @param sale whose cash counts, or the bill */
const fill = {
  async order({ productCode, ...draft }: ParkedDraft, sale: Transaction | null): Promise<boolean> {
    if (sale && canRepeatWithCash(sale)) {
      repeatSale(sale);
      return false;
    }
    moveTo('order', { customerNo: draft.customerNo }, 'sell');
    const offer = offerOfCode(currentOffers(), productCode);
    if (offer) selectOffer('order', offer);
    else if (productCode !== '' && !(await lookUpParked(productCode))) return false;
    restoreMoney('order', draft);
    return true;
  },
  async bill({ productCode, customerNo, ...draft }: ParkedDraft, bill: Transaction | null): Promise<boolean> {
    const origin = useRouter.getState().route === 'bills' ? 'bills' : 'sell';
    moveTo('bill', { customerNo, product: productCode === '' ? null : { productCode } }, origin);
    update('bill', { step: missingField(useCheckout.getState().bill) ?? 'tendered' });
    if (bill?.state !== 'inquired') return true;
    mergeSales([bill]);
    updateDraft('bill', { bill: bill.id });
    restoreMoney('bill', draft);
    return true;
  },
} as const;

/** Beside the error of a product that was looked up. */
function restoreMoney(kind: CheckoutKind, { tendered, payment }: Pick<ParkedDraft, 'tendered' | 'payment'>): void {
  const { draft } = useCheckout.getState()[kind];
  update(kind, { draft: { ...draft, tendered, ...(payment ? { payment: choiceOfParked(payment) } : {}) } });
}

/**
 * A product that is no longer known here is looked up, as if its code had been typed. Returns whether the field still has this sale:
 * typing and Escape end a lookup.
 */
async function lookUpParked(productCode: string): Promise<boolean> {
  update('order', { step: 'product' });
  typeEntry('order', productCode);
  const { draft } = useCheckout.getState().order;
  await submitEntry('order');
  const { order } = useCheckout.getState();
  const isFound = codeOf(order.draft).toUpperCase() === productCode.toUpperCase();
  return order.draft === draft ? order.text === productCode : isFound && order.draft.customerNo === draft.customerNo;
}

/** What the field held. Money is typed again only where there is a price for it. */
function restoreField({ kind, step, text, left, payment, tendered }: ParkedDraft): void {
  const now = useCheckout.getState()[kind];
  if (step === 'customerNo' || step === 'product') return update(kind, { step, text, left });
  if (now.draft.bill === null && now.draft.price === null) return update(kind, { left });
  const amount = payment ? cashStepOf(now.draft) : tendered;
  update(kind, { left, step: 'tendered', text: amount === null ? '' : String(amount) });
}

/**
 * Puts the same product and number into a new sale, which is read back like any other. The cash of an unsent order that was
 * not handed back counts for the new sale, at the same price.
 */
export function repeatSale(sale: Transaction): void {
  const { customerNo } = sale;
  if (checkoutRules[kindOf(sale)].needsInquiry) return requestBill(sale, 'bills');
  if (!moveTo('order', { customerNo }, 'sell')) return;
  const offer = offerOfCode(currentOffers(), sale.productCode);
  if (offer) {
    selectOffer('order', offer, sale.total);
    return keepCash(sale);
  }
  // The product is no longer known here: it is looked up, as if its code had been typed.
  update('order', { step: 'product' });
  typeEntry('order', sale.productCode);
  void submitEntry('order').then(() => keepCash(sale));
}

function keepCash(sale: Transaction): void {
  const { draft, phase } = useCheckout.getState().order;
  const isSelected =
    phase === 'entry' && codeOf(draft) === sale.productCode && sameCustomerNo(draft.customerNo, sale.customerNo);
  if (!isSelected || !canRepeatWithCash(sale)) return;
  updateDraft('order', {
    price: sale.total ?? draft.price,
    tendered: sale.tendered,
    payment: choiceOf(sale.payments),
    cashFrom: sale,
  });
  update('order', { step: 'tendered' });
}

/** An unsent order whose cash was not handed back. */
export const canRepeatWithCash = (sale: Transaction): boolean => sale.state === 'unsent' && owesMoney(sale);

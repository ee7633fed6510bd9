import { isUnlikelyCash } from '../../../shared/domain/bounds.ts';
import type { EntryReading } from '../../../shared/domain/entry.ts';
import { onPin } from '../../host/call.ts';
import { currentOffers } from '../../state/offers.ts';
import { dropOnPersonChange } from '../../state/page-data.ts';
import { cashDue, countingCash, paymentFault, typesPart } from '../payment/index.ts';
import { nextAction } from './bill-inquiry.ts';
import type { CheckoutKind } from './checkout-rules.ts';
import {
  type Checkout,
  isPriceQuestionable,
  parseEntry,
  update,
  updateDraft,
  useCheckout,
  withoutError,
} from './checkout-store.ts';
import { offerOfCode } from './offer-search.ts';
import { billOf, cashStepOf, codeOf, paymentOf, type SaleDraft, totalOf } from './sale-draft.ts';
import { editSale } from './submission.ts';

const checkoutNow = (kind: CheckoutKind) => useCheckout.getState()[kind];

/** Money counts while it is typed, so that the change can be read off; everything else waits for Enter. */
export function typeEntry(kind: CheckoutKind, text: string): void {
  update(kind, { text, ...withoutError(kind) });
  const checkout = checkoutNow(kind);
  if (checkout.step !== 'tendered' && checkout.step !== 'price') return;
  const entry = parseEntry(checkout);
  const amount = entry.is === 'amount' ? entry.amount : null;
  // The price counts until another one is typed: who only passes its field does not lose it.
  if (checkout.step === 'price') updateDraft(kind, entry.is === 'nothing' ? {} : { price: amount });
  else setTendered(kind, amount === 0 ? null : amount);
}

/** The amount of the cash step: the cash that is handed over, or the part that is paid in another way. */
function setTendered(kind: CheckoutKind, amount: number | null): void {
  const payment = paymentOf(checkoutNow(kind).draft);
  updateDraft(kind, typesPart(payment) ? { payment: { ...payment, part: amount } } : { tendered: amount });
}

/** Why it cannot be paid as it was put together; null while there is nothing to pay. */
export function faultOfPayment(kind: CheckoutKind) {
  const checkout = checkoutNow(kind);
  const { draft } = checkout;
  const total = nextAction(checkout, billOf(draft)) === 'confirm' ? totalOf(draft) : null;
  return total === null ? null : paymentFault(paymentOf(draft), total, draft.tendered);
}

/** A sum that is chosen rather than typed; null: exact cash. */
export function selectCash(kind: CheckoutKind, sum: number | null): void {
  const { draft } = checkoutNow(kind);
  // Of a part in cash it is what is handed over for the part.
  const counting = countingCash(paymentOf(draft), totalOf(draft) ?? 0);
  if (counting) updateDraft(kind, { payment: counting });
  update(kind, { step: 'tendered' });
  typeEntry(kind, sum === null ? '' : String(sum));
}

/** Whether the price that is typed becomes the shop's price, where it has none. */
export const toggleKeepPrice = (kind: CheckoutKind): void =>
  updateDraft(kind, { keepPrice: checkoutNow(kind).draft.keepPrice !== true });

/**
 * Whether a person is asked what the text is: digits where money is waited for that may be a number as well, cash far above the total,
 * and anything in the place of a bill that was found.
 */
export function isQuestionable(checkout: Checkout, entry: EntryReading): boolean {
  const { draft, step, text } = checkout;
  if (step !== 'price' && step !== 'tendered') return false;
  const isBillFound = draft.bill !== null && step === 'tendered';
  if (entry.is === 'number') return isBillFound || !/^\D*0/.test(text);
  if (entry.is === 'quick' || entry.is === 'product') return isBillFound;
  if (entry.is !== 'amount') return false;
  if (step === 'tendered') return isUnlikelyCash(entry.amount, cashStepDue(draft));
  return isPriceQuestionable(checkout, entry.amount);
}

/** What the amount of the cash step is held against: the part in cash, or the total of which it is a part. */
function cashStepDue(draft: SaleDraft): number {
  const total = totalOf(draft) ?? 0;
  return typesPart(paymentOf(draft)) ? total : cashDue(paymentOf(draft), total);
}

/** The person types the text again: it is no part of what comes next. */
export function refuseAsked(kind: CheckoutKind): void {
  const { step } = checkoutNow(kind);
  update(kind, { question: null });
  typeEntry(kind, '');
  // A price counts while it is typed: this one does not.
  if (step === 'price') updateDraft(kind, { price: currentPrice(kind) });
}

/** What the shop sells the product for; null: nothing is set. */
const currentPrice = (kind: CheckoutKind): number | null =>
  offerOfCode(currentOffers(), codeOf(checkoutNow(kind).draft))?.sellingPrice ?? null;

const kinds = ['order', 'bill'] as const satisfies readonly CheckoutKind[];

/** Takes back the text of a price or of cash that Enter has not accepted, and what it counted as. */
function dropMoneyText(kind: CheckoutKind, isDropped: (text: string) => boolean): void {
  const { phase, step, text } = checkoutNow(kind);
  const isMoney = step === 'price' || step === 'tendered';
  if (isMoney && text !== '' && phase !== 'sending' && phase !== 'result' && isDropped(text)) refuseAsked(kind);
}

/** The same of an amount that Enter has accepted: the sale is read back no more, and asks for the cash again. */
function dropAmount(kind: CheckoutKind, amount: number): void {
  const { draft, phase } = checkoutNow(kind);
  if (phase === 'sending' || phase === 'result') return;
  const isPrice = draft.bill === null && draft.price === amount && currentPrice(kind) !== amount;
  const isCash = amount === cashStepOf(draft);
  if (phase === 'confirm' && (isPrice || isCash)) editSale(kind);
  if (isPrice) {
    updateDraft(kind, { price: currentPrice(kind) });
    update(kind, { acceptedPrice: null });
  }
  if (isCash) {
    setTendered(kind, null);
    update(kind, { acceptedCash: null });
  }
}

// A PIN that was typed beside its field is neither a price nor cash, and does not stay to be read.
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

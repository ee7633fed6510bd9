import { create } from 'zustand';
import { paymentsOf } from '../../../shared/domain/cash.ts';
import { type PaymentMethod, type PaymentPart, sumOf } from '../../../shared/domain/payment.ts';
import {
  chooseMethod,
  isAllCash,
  lacksCustomer,
  type PaymentChoice,
  paymentFault,
  paymentParts,
  typesPart,
} from '../payment/index.ts';
import { currentBill } from './bill-inquiry.ts';
import {
  type Checkout,
  type CheckoutKind,
  paymentOf,
  tenderedOf,
  update,
  updateBill,
  updateDraft,
  updateOrder,
  useCheckout,
} from './checkout-store.ts';

/** The sale for which the customer who owes is searched; null: none is. */
export const useTabSearch = create<{ kind: CheckoutKind | null }>(() => ({ kind: null }));

export const openTabSearch = (kind: CheckoutKind | null): void => useTabSearch.setState({ kind });

export function totalOf(kind: CheckoutKind): number | null {
  return kind === 'order' ? useCheckout.getState().order.draft.price : (currentBill()?.total ?? null);
}

/** The key or the button of a method. A tab asks at once whose it is. */
export function choosePayment(kind: CheckoutKind, method: PaymentMethod): void {
  const checkout = useCheckout.getState()[kind];
  const before = paymentOf(checkout);
  if (method === 'tab' && lacksCustomer(before)) return openTabSearch(kind);
  const payment = chooseMethod(before, method, { total: totalOf(kind), tendered: tenderedOf(checkout) });
  // A cash part whose rest is taken back is cash as it was typed.
  const cash = isAllCash(payment) && before.first === 'cash' ? (before.part ?? tenderedOf(checkout)) : null;
  const change = { payment: isAllCash(payment) ? { ...payment, part: null } : payment, tendered: cash };
  if (kind === 'order') updateDraft(change);
  else updateBill(change);
  const typed = typesPart(payment) ? payment.part : cash;
  update(kind, { step: 'tendered', text: typed === null ? '' : String(typed), entryError: null });
  if (lacksCustomer(payment)) openTabSearch(kind);
}

/** Who owes the tab. */
export function chooseTabCustomer(kind: CheckoutKind, customer: { id: string; name: string }): void {
  const payment = { ...paymentOf(useCheckout.getState()[kind]), customer };
  if (kind === 'order') updateDraft({ payment });
  else updateBill({ payment });
  update(kind, { entryError: null });
  openTabSearch(null);
}

/**
 * How the sale will be paid, for the customer's display and the draft of the slip. Nothing for a sale in cash, and while the parts do
 * not come to the total.
 */
export function paymentsToShow(checkout: Checkout, total: number | null): { payments?: PaymentPart[] } {
  const payment = paymentOf(checkout);
  if (total === null || isAllCash(payment) || paymentFault(payment, total, null) === 'part') return {};
  return { payments: paymentParts(payment, total).map(({ method, amount }) => ({ method, amount })) };
}

/**
 * What the customer pays by QRIS while the sale is read back, whole rupiah; left out: nothing. What was taken for an earlier try of it
 * is not asked for again.
 */
export function qrisDueOf(checkout: Checkout, total: number | null): { qrisDue?: number } {
  const before = checkout.kind === 'order' ? checkout.draft.cashFrom : undefined;
  const byQris = (parts: readonly PaymentPart[] = []): number => sumOf(parts.filter(({ method }) => method === 'qris'));
  const due = byQris(paymentsToShow(checkout, total).payments) - byQris(before ? paymentsOf(before) : []);
  return checkout.phase === 'confirm' && due > 0 ? { qrisDue: due } : {};
}

/** While the sale is read back: what it allows stays allowed. */
export function setReferences(kind: CheckoutKind, references: PaymentChoice['references']): void {
  const checkout = useCheckout.getState()[kind];
  const payment = { ...paymentOf(checkout), references };
  if (checkout.kind === 'order') updateOrder({ draft: { ...checkout.draft, payment } });
  else updateBill({ payment });
}

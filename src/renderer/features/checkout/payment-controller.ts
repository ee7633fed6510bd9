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
import type { CheckoutKind } from './checkout-rules.ts';
import { type Checkout, update, updateDraft, useCheckout } from './checkout-store.ts';
import { paymentOf, type SaleDraft, totalOf } from './sale-draft.ts';

/** The sale for which the customer who owes is searched; null: none is. */
export const useTabSearch = create<{ kind: CheckoutKind | null }>(() => ({ kind: null }));

export const openTabSearch = (kind: CheckoutKind | null): void => useTabSearch.setState({ kind });

/** The key or the button of a method. A tab asks at once whose it is. */
export function choosePayment(kind: CheckoutKind, method: PaymentMethod): void {
  const { draft } = useCheckout.getState()[kind];
  const { tendered } = draft;
  const before = paymentOf(draft);
  if (method === 'tab' && lacksCustomer(before)) return openTabSearch(kind);
  const payment = chooseMethod(before, method, { total: totalOf(draft), tendered });
  // A cash part whose rest is taken back is cash as it was typed.
  const cash = isAllCash(payment) && before.first === 'cash' ? (before.part ?? tendered) : null;
  updateDraft(kind, { payment: isAllCash(payment) ? { ...payment, part: null } : payment, tendered: cash });
  const typed = typesPart(payment) ? payment.part : cash;
  update(kind, { step: 'tendered', text: typed === null ? '' : String(typed), entryError: null });
  if (lacksCustomer(payment)) openTabSearch(kind);
}

/** Who owes the tab. */
export function chooseTabCustomer(kind: CheckoutKind, customer: { id: string; name: string }): void {
  updateDraft(kind, { payment: { ...paymentOf(useCheckout.getState()[kind].draft), customer } });
  openTabSearch(null);
}

/**
 * How the sale will be paid, for the customer's display and the draft of the slip. Nothing for a sale in cash, and while the parts do
 * not come to the total.
 */
export function paymentsToShow(draft: SaleDraft, total: number | null): { payments?: PaymentPart[] } {
  const payment = paymentOf(draft);
  if (total === null || isAllCash(payment) || paymentFault(payment, total, null) === 'part') return {};
  return { payments: paymentParts(payment, total).map(({ method, amount }) => ({ method, amount })) };
}

/**
 * What the customer pays by QRIS while the sale is read back, whole rupiah; left out: nothing. What was taken for an earlier try of it
 * is not asked for again.
 */
export function qrisDueOf({ draft, phase }: Checkout, total: number | null): { qrisDue?: number } {
  const { cashFrom } = draft;
  const byQris = (parts: readonly PaymentPart[] = []): number => sumOf(parts.filter(({ method }) => method === 'qris'));
  const due = byQris(paymentsToShow(draft, total).payments) - byQris(cashFrom ? paymentsOf(cashFrom) : []);
  return phase === 'confirm' && due > 0 ? { qrisDue: due } : {};
}

/** While the sale is read back: what it allows stays allowed. */
export function setReferences(kind: CheckoutKind, references: PaymentChoice['references']): void {
  const { draft } = useCheckout.getState()[kind];
  update(kind, { draft: { ...draft, payment: { ...paymentOf(draft), references } } });
}

import { isDiskReason, type KonterError, type Result } from '../../../shared/contract/errors.ts';
import type { RawInput } from '../../../shared/contract/registry.ts';
import { saysSomethingElse } from '../../../shared/domain/provider-answer.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { refreshOffers } from '../../state/offers.ts';
import { mergeSales, useSales } from '../../state/sales.ts';
import { pageMode, useStatus } from '../../state/status.ts';
import { paymentFault, paymentInput } from '../payment/index.ts';
import type { CheckoutKind } from './checkout-rules.ts';
import {
  type Checkout,
  isPriceQuestionable,
  mismatchOf,
  missingField,
  type Overrides,
  openMismatch,
  pairKey,
  update,
  useCheckout,
} from './checkout-store.ts';
import { billOf, paymentOf, requestOf, type SaleDraft, totalOf } from './sale-draft.ts';

type SalesById = Readonly<Record<string, Transaction>>;

/** Main's clock is known to the second. */
const clockToleranceMs = 2000;

/** What a person decides when the sale is sent, and what says nothing of the sale: neither keeps it from being read back. */
const decidedLater: ReadonlySet<KonterError['code']> = new Set(['cut_off', 'duplicate', 'number_mismatch', 'internal']);

/** Whether the sale goes no further; a cut-off is only said before. */
export const isRefused = ({ refusal }: Pick<Checkout, 'refusal'>): boolean =>
  refusal !== null && !decidedLater.has(refusal.code);

/** Asks main whether the order could be sent at all, while the cash is counted. @returns whether nothing stands against it */
export async function checkBeforePaid(kind: CheckoutKind): Promise<boolean> {
  const { draft } = useCheckout.getState()[kind];
  const answer = await call('orders.check', { ...requestOf(draft), ...pageMode() });
  const now = useCheckout.getState()[kind];
  if (now.draft.bill !== null || pairKey(now.draft) !== pairKey(draft)) return false;
  const refusal = answer.ok ? null : answer.error;
  if (refusal?.other) mergeSales([refusal.other]);
  const isStopped = isRefused({ refusal });
  // Who was faster than the answer reads it beside the reading back.
  update(kind, { refusal, ...(isStopped && now.phase === 'confirm' ? { error: refusal } : {}) });
  return !isStopped;
}

/** Reads the sale back before it is sent. Returns whether it is complete. */
export function confirmSale(kind: CheckoutKind): boolean {
  const checkout = useCheckout.getState()[kind];
  const { draft } = checkout;
  const bill = billOf(draft);
  const price = totalOf(draft, bill);
  if (missingField(checkout) !== null || price === null || (bill !== null && bill.state !== 'inquired')) return false;
  if (paymentFault(paymentOf(draft), price, draft.tendered) !== null) return false;
  if (isPriceQuestionable(checkout, price)) {
    update(kind, { step: 'price', text: String(price), question: { is: 'amount', amount: price } });
    return false;
  }
  // Of a bill the provider has named the customer.
  const mismatch = bill === null ? openMismatch(checkout) : null;
  if (mismatch !== null) {
    update(kind, { mismatch });
    return false;
  }
  const allowed = bill === null && mismatchOf(draft) !== null ? { allowMismatch: true as const } : {};
  update(kind, {
    draft: { ...draft, price },
    overrides: { ...allowed, ...acceptedAmounts(checkout) },
    phase: 'confirm',
    text: '',
    error: null,
    entryError: null,
  });
  return true;
}

/** What a person has said to be right of the amounts that main would ask about. */
const acceptedAmounts = ({ acceptedPrice, acceptedCash }: Checkout): Overrides => ({
  ...(acceptedPrice === null ? {} : { allowPrice: acceptedPrice }),
  ...(acceptedCash === null ? {} : { allowCash: acceptedCash }),
});

/** Back from the reading back to the cash. */
export const editSale = (kind: CheckoutKind): void =>
  update(kind, { phase: 'entry', step: 'tendered', text: '', error: null, entryError: null });

/** The input of the order, or null while a field is missing. Cash that was not typed is the exact amount. */
export function orderInput(draft: SaleDraft, overrides: Overrides): RawInput<'order'> | null {
  const { price, tendered, cashFrom, keepPrice } = draft;
  if (missingField({ kind: 'order', draft, left: {} }) !== null || price === null) return null;
  return {
    ...requestOf(draft),
    sellingPrice: price,
    ...(keepPrice ? { keepPrice } : {}),
    ...paymentInput(paymentOf(draft), price, tendered),
    ...(cashFrom ? { cashFrom: cashFrom.id } : {}),
    ...overrides,
  };
}

/** The same of a bill that was found. It has neither a cut-off nor a cost that could be overridden. */
function payInput(draft: SaleDraft, bill: string, overrides: Overrides): RawInput<'pay'> | null {
  const { price, tendered } = draft;
  if (price === null) return null;
  const {
    allowCutOff: _cutOff,
    allowBelowCost: _cost,
    allowMismatch: _fit,
    allowPrice: _price,
    ...allowed
  } = overrides;
  return { id: bill, total: price, ...paymentInput(paymentOf(draft), price, tendered), ...allowed };
}

/** The one call that sells, ready to be made; null while a field is missing. */
function saleCall(draft: SaleDraft, overrides: Overrides): (() => Promise<Result<Transaction>>) | null {
  if (draft.bill !== null) {
    const input = payInput(draft, draft.bill, overrides);
    return input && (() => call('pay', { ...input, ...pageMode() }));
  }
  const input = orderInput(draft, overrides);
  return input && (() => call('order', { ...input, ...pageMode() }));
}

/**
 * Sends what was read back once: the phase changes before the call, so a second press has no effect.
 * @param question the error that `more` answers: it is asked about again where the answer has no approval
 */
export async function submitSale(
  kind: CheckoutKind,
  more: Overrides = {},
  question: KonterError | null = null,
): Promise<void> {
  const { draft, phase, overrides: before } = useCheckout.getState()[kind];
  const overrides = { ...before, ...more };
  const send = saleCall(draft, overrides);
  if (phase !== 'confirm' || send === null) return;
  const submittedAt = Date.now() + useStatus.getState().clockAhead;
  // A PIN is for one try.
  const { pin: _pin, ...allowances } = overrides;
  update(kind, { phase: 'sending', error: null, unapproved: null, overrides: allowances, saleId: null, submittedAt });
  const answer = await send();
  if (answer.ok) {
    mergeSales([answer.value]);
    update(kind, { phase: 'result', saleId: answer.value.id });
    void refreshOffers();
    return;
  }
  const { transaction, other } = answer.error;
  mergeSales([transaction, other].filter((sale) => sale !== undefined));
  const { error } = answer;
  const isUnapproved = isApprovalError(error);
  update(kind, {
    ...afterError(draft, error, submittedAt - clockToleranceMs),
    ...(isUnapproved ? { overrides: ownOverrides(overrides) } : {}),
    // A person who mistyped a PIN types it again at once: without its field it would be the next customer's number.
    ...(isUnapproved && question ? { error: question, unapproved: { error, reason: overrides.reason ?? '' } } : {}),
  });
}

/** Whether the approval is missing: what is to be approved is asked about again, with a field for the PIN. */
export const isApprovalError = ({ reason }: KonterError): boolean => approvalReasons.has(reason ?? '');

const approvalReasons: ReadonlySet<string> = new Set(['wrong_pin', 'pin_needed', 'locked', 'no_pin_set']);

/** What the cashier has answered without anybody's approval. */
const ownOverrides = ({ allowMismatch, allowPrice, allowCash }: Overrides): Overrides => ({
  ...(allowMismatch === undefined ? {} : { allowMismatch }),
  ...(allowPrice === undefined ? {} : { allowPrice }),
  ...(allowCash === undefined ? {} : { allowCash }),
});

/** Where a call that sold nothing, or was lost, leaves the checkout. @param since main's clock when the button was pressed */
function afterError(draft: SaleDraft, error: KonterError, since: number): Partial<Checkout> {
  const toEntry = { phase: 'entry', step: 'tendered', text: '' } as const;
  if (error.code === 'price_changed' && error.other?.id === draft.bill) {
    // The error is about this very bill, which shows both totals; the cash was counted for the former one.
    return { ...toEntry, previousTotal: draft.price, draft: { ...draft, tendered: null } };
  }
  if (error.code === 'inquiry_expired' || error.code === 'price_changed') return { ...toEntry, error };
  // Nothing was sold, and a bill is as it was: the cashier decides. Everything else is the outcome of this sale.
  const isOpen = draft.bill === null ? error.transaction === undefined : billOf(draft)?.state === 'inquired';
  if (isOpen && !mayHaveLeft(error)) return { phase: 'confirm', error };
  const sale = error.transaction ?? findSubmittedSale(useSales.getState().byId, requestOf(draft), since);
  return { phase: 'result', saleId: sale?.id ?? null, error };
}

/** The call itself was lost, so the sale may have been sent. Every other error, a failing disk too, is from before sending. */
function mayHaveLeft(error: KonterError): boolean {
  return (error.code === 'internal' && !isDiskReason(error.reason)) || error.code === 'outcome_unknown';
}

/** The bill that was found, or the order that was made; null: neither, or main has not published the order yet. */
export const saleIdOf = ({ draft, saleId }: Checkout): string | null => draft.bill ?? saleId;

/** The sale of a checkout that is sent or has a result; null before main has published it. */
export function saleOf(checkout: Checkout, sales: SalesById): Transaction | null {
  const id = saleIdOf(checkout);
  if (id !== null) return sales[id] ?? null;
  return findSubmittedSale(sales, requestOf(checkout.draft), checkout.submittedAt - clockToleranceMs);
}

/**
 * The sale that main has made for the press of the button, published before the call is answered; null while it is not known.
 * @param since main's clock when the button was pressed, milliseconds since 1970
 */
export function findSubmittedSale(
  sales: SalesById,
  order: { productCode: string; customerNo: string },
  since: number,
): Transaction | null {
  const isOfOrder = (sale: Transaction): boolean =>
    !saysSomethingElse(sale.productCode, order.productCode) &&
    sale.customerNo === order.customerNo &&
    sale.sentAt !== null &&
    Date.parse(sale.sentAt) >= since;
  const matches = Object.values(sales).filter(isOfOrder);
  return matches.sort((one, other) => other.createdAt.localeCompare(one.createdAt))[0] ?? null;
}

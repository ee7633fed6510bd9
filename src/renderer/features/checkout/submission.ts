import { fail, isDiskReason, type KonterError } from '../../../shared/contract/errors.ts';
import type { Given } from '../../../shared/contract/registry.ts';
import { normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { saysSomethingElse } from '../../../shared/domain/provider-answer.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { refreshOffers } from '../../state/offers.ts';
import { mergeSales, useSales } from '../../state/sales.ts';
import { pageMode, useStatus } from '../../state/status.ts';
import { paymentFault, paymentInput } from '../payment/index.ts';
import { currentBill } from './bill-inquiry.ts';
import {
  type Checkout,
  type CheckoutKind,
  isPriceQuestionable,
  mismatchOf,
  missingField,
  type OrderCheckout,
  type Overrides,
  openMismatch,
  orderInput,
  paymentOf,
  update,
  updateBill,
  updateOrder,
  useCheckout,
} from './checkout-store.ts';

type SalesById = Readonly<Record<string, Transaction>>;

/** Main's clock is known to the second. */
const clockToleranceMs = 2000;

/** Reads the sale back before it is sent. Returns whether it is complete. */
export function confirmSale(kind: CheckoutKind): boolean {
  if (kind === 'order') {
    const { order } = useCheckout.getState();
    if (missingField(order) !== null) return false;
    const { price } = order.draft;
    if (price !== null && isPriceQuestionable(order, price)) {
      updateOrder({ step: 'price', text: String(price), asked: { is: 'amount', amount: price } });
      return false;
    }
    const mismatch = openMismatch(order);
    if (mismatch !== null) {
      updateOrder({ mismatch });
      return false;
    }
    const overrides = mismatchOf(order) === null ? {} : { allowMismatch: true as const };
    updateOrder({ overrides: { ...overrides, ...acceptedAmounts(order) } });
  } else {
    const bill = currentBill();
    const { bill: checkout } = useCheckout.getState();
    if (bill?.state !== 'inquired' || bill.total === null) return false;
    if (paymentFault(paymentOf(checkout), bill.total, checkout.tendered) !== null) return false;
    updateBill({ confirmedTotal: bill.total, overrides: acceptedAmounts(checkout) });
  }
  update(kind, { phase: 'confirm', text: '', error: null, entryError: null });
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

export const submitSale = (kind: CheckoutKind, overrides: Overrides = {}): Promise<void> =>
  kind === 'order' ? sendOrder(overrides) : payBill(overrides);

/** Sends the order once: the phase changes before the call, so a second press has no effect. */
export async function sendOrder(more: Overrides = {}): Promise<void> {
  const { draft, phase, overrides: before } = useCheckout.getState().order;
  const overrides = { ...before, ...more };
  const input = orderInput(draft, overrides);
  if (phase !== 'confirm' || !input) return;
  const submittedAt = Date.now() + useStatus.getState().clockAhead;
  // A PIN is for one try.
  const { pin: _pin, ...kept } = overrides;
  updateOrder({ phase: 'sending', error: null, overrides: kept, saleId: null, submittedAt });
  const answer = await call('order', { ...input, ...pageMode() });
  if (answer.ok) {
    mergeSales([answer.value]);
    updateOrder({ phase: 'result', saleId: answer.value.id });
    void refreshOffers();
    return;
  }
  const { error } = answer;
  if (error.other) mergeSales([error.other]);
  if (error.transaction) {
    mergeSales([error.transaction]);
    updateOrder({ phase: 'result', saleId: error.transaction.id, error });
    return;
  }
  if (!mayHaveLeft(error)) {
    updateOrder({ phase: 'confirm', error });
    return;
  }
  const sale = findSubmittedSale(useSales.getState().byId, input, submittedAt - clockToleranceMs);
  updateOrder({ phase: 'result', saleId: sale?.id ?? null, error });
}

/** The call itself was lost, so the order may have been sent. Every other error, a failing disk too, is from before sending. */
function mayHaveLeft(error: KonterError): boolean {
  return (error.code === 'internal' && !isDiskReason(error.reason)) || error.code === 'outcome_unknown';
}

/** Pays the total that was read back once: the phase changes before the call, so a second press has no effect. */
export async function payBill(more: Overrides = {}): Promise<void> {
  const { bill: checkout } = useCheckout.getState();
  const { phase, confirmedTotal, tendered, overrides: before } = checkout;
  const bill = currentBill();
  if (phase !== 'confirm' || !bill || confirmedTotal === null) return;
  const overrides = { ...before, ...more };
  // A PIN is for one try.
  const { pin: _pin, ...kept } = overrides;
  updateBill({ phase: 'sending', error: null, overrides: kept });
  const paid = { total: confirmedTotal, ...paymentInput(paymentOf(checkout), confirmedTotal, tendered) };
  // A bill has neither a cut-off nor a cost that could be overridden, and the provider has named its customer.
  const {
    allowCutOff: _cutOff,
    allowBelowCost: _belowCost,
    allowMismatch: _mismatch,
    allowPrice: _price,
    ...allowed
  } = overrides;
  const answer = await call('pay', { id: bill.id, ...paid, ...pageMode(), ...allowed });
  if (answer.ok) {
    mergeSales([answer.value]);
    updateBill({ phase: 'result' });
    return;
  }
  const { error } = answer;
  mergeSales([error.transaction, error.other].filter((sale) => sale !== undefined));
  const { state } = useSales.getState().byId[bill.id] ?? bill;
  // Nothing was paid and the bill is as it was: the cashier decides. Everything else is the outcome of this sale.
  const isOpen = state === 'inquired' && (error.code !== 'internal' || isDiskReason(error.reason));
  const toEntry = { phase: 'entry', step: 'tendered', text: '' } as const;
  if (error.code === 'price_changed' && error.other?.id === bill.id) {
    // The error is about this very bill, which shows both totals; the cash was counted for the former one.
    updateBill({ ...toEntry, previousTotal: confirmedTotal, tendered: null });
  } else if (error.code === 'inquiry_expired' || error.code === 'price_changed') {
    updateBill({ ...toEntry, error });
  } else updateBill({ phase: isOpen ? 'confirm' : 'result', error });
}

/** The sale of an order that is sent or has a result; null before main has published it. */
export function saleOfOrder({ saleId, draft, submittedAt }: OrderCheckout, sales: SalesById): Transaction | null {
  if (saleId !== null) return sales[saleId] ?? null;
  const input = orderInput(draft, {});
  return input && findSubmittedSale(sales, input, submittedAt - clockToleranceMs);
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

/**
 * Claims the sale while it is read back, in a shop with several counters: another one that has it is named before the customer pays.
 * Nothing waits for the answer.
 * @returns to be called when the sale is read back no more: unless it is being sent, it is given up
 */
export function claimReadBack(kind: CheckoutKind): () => void {
  const shop = useStatus.getState().status?.shop;
  const sale = shop && !shop.isKeyMissing ? saleOf(kind) : null;
  if (!sale) return () => undefined;
  let isRead = true;
  const claimed = (async (): Promise<string | null> => {
    const answer = await call('shop.readBack', sale);
    if (!answer.ok) return null;
    const { saleId, counter } = answer.value;
    if (counter && isRead && useCheckout.getState()[kind].phase === 'confirm') {
      update(kind, { error: fail('in_flight', 'Another counter sells this.', { counter }).error });
    }
    return saleId;
  })();
  const giveUp = async (): Promise<void> => {
    const saleId = await claimed;
    if (saleId !== null) await call('shop.leave', { saleId });
  };
  return () => {
    isRead = false;
    const { phase } = useCheckout.getState()[kind];
    // Once it is sent, it is claimed by the press of the key.
    if (phase !== 'sending' && phase !== 'result') void giveUp();
  };
}

function saleOf(kind: CheckoutKind): Given<'shop.readBack'> | null {
  if (kind === 'bill') {
    const bill = currentBill();
    return bill && { productCode: bill.productCode, customerNo: bill.customerNo, saleId: bill.id };
  }
  const { draft } = useCheckout.getState().order;
  return (
    draft.product && {
      productCode: draft.product.productCode,
      customerNo: normaliseCustomerNo(draft.customerNo),
    }
  );
}

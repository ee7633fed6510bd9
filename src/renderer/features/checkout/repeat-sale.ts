import { owesMoney } from '../../../shared/domain/cash.ts';
import { sameCustomerNo } from '../../../shared/domain/customer-no.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { currentOffers } from '../../state/offers.ts';
import { navigate } from '../../state/router.ts';
import { reset, updateDraft, updateOrder, useCheckout } from './checkout-store.ts';
import { isUnderWay, requestBill, selectOffer, submitEntry, typeEntry } from './entry-controller.ts';
import { offerOfCode } from './offer-search.ts';
import { choiceOf } from './payment-choice.ts';

/**
 * Puts the same product and number into a new sale, which is read back like any other. The cash of an unsent order that was
 * not handed back counts for the new sale, at the same price.
 */
export function repeatSale(sale: Transaction): void {
  if (sale.kind === 'postpaid') return requestBill(sale.productCode, sale.customerNo, 'bills');
  if (isUnderWay('order')) return;
  reset('order');
  updateDraft({ customerNo: sale.customerNo });
  navigate('sell');
  const offer = offerOfCode(currentOffers(), sale.productCode);
  if (offer) {
    selectOffer('order', offer, sale.total);
    return keepCash(sale);
  }
  // The product is no longer known here: it is looked up, as if its code had been typed.
  updateOrder({ step: 'product' });
  typeEntry('order', sale.productCode);
  void submitEntry('order').then(() => keepCash(sale));
}

function keepCash(sale: Transaction): void {
  const { draft, phase } = useCheckout.getState().order;
  const isSelected =
    phase === 'entry' &&
    draft.product?.productCode === sale.productCode &&
    sameCustomerNo(draft.customerNo, sale.customerNo);
  if (!isSelected || !canRepeatWithCash(sale)) return;
  updateDraft({
    price: sale.total ?? draft.price,
    tendered: sale.tendered,
    payment: choiceOf(sale.payments),
    cashFrom: sale,
  });
  updateOrder({ step: 'tendered' });
}

/** An unsent order whose cash was not handed back. */
export const canRepeatWithCash = (sale: Transaction): boolean => sale.state === 'unsent' && owesMoney(sale);

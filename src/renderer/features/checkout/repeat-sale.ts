import { owesCash } from '../../../shared/domain/cash.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { offersNow } from '../../state/offers.ts';
import { goTo } from '../../state/places.ts';
import { useBill } from './bills/bill-store.ts';
import { askForBill } from './bills/inquire.ts';
import { offerOfCode } from './entry/matching-offers.ts';
import { change, startAnew, useSell } from './sell/sell-store.ts';
import { takeEntry, takeOffer, typeEntry } from './sell/take-entry.ts';

/**
 * Puts the same product and number into a new sale; it is read back and asked about like any other. The cash of an unsent order that
 * was not handed back counts for the new sale, at the same price.
 */
export function repeatSale(sale: Transaction): void {
  if (sale.kind === 'postpaid') {
    if (useBill.getState().phase === 'sending') return;
    askForBill(sale.productCode, sale.customerNo, 'bills');
    return;
  }
  if (useSell.getState().phase === 'sending') return;
  startAnew();
  change({ customerNo: sale.customerNo });
  goTo('sell');
  const offer = offerOfCode(offersNow(), sale.productCode);
  if (offer) {
    takeOffer(offer, sale.total);
    return keepCash(sale);
  }
  // Not known here any more: asked for, as if it had been typed.
  useSell.setState({ step: 'product' });
  typeEntry(sale.productCode);
  void takeEntry().then(() => keepCash(sale));
}

function keepCash(sale: Transaction): void {
  const { draft, phase } = useSell.getState();
  const isTaken = phase === 'compose' && draft.product?.productCode === sale.productCode;
  if (!isTaken || !canSellAgainWithCash(sale)) return;
  change({ price: sale.total ?? draft.price, tendered: sale.tendered, cashFrom: sale });
  useSell.setState({ step: 'tendered' });
}

/** An unsent order whose cash was not handed back. */
export const canSellAgainWithCash = (sale: Transaction): boolean => sale.state === 'unsent' && owesCash(sale);

import type { Transaction } from '../../../shared/domain/transaction.ts';
import { offersNow } from '../../store/offers.ts';
import { goTo } from '../../store/places.ts';
import { useBill } from '../bills/bill-store.ts';
import { askForBill } from '../bills/take-entry.ts';
import { offerOfCode } from '../entry/matching-offers.ts';
import { change, startAnew, useSell } from '../sell/sell-store.ts';
import { takeEntry, takeOffer, typeEntry } from '../sell/take-entry.ts';

/** Puts the same product and number into a new sale; it is read back and asked about like any other. */
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
  if (offer) return takeOffer(offer, sale.total);
  // Not known here any more: asked for, as if it had been typed.
  useSell.setState({ step: 'product' });
  typeEntry(sale.productCode);
  void takeEntry();
}

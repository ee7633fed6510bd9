import type { Transaction } from '../../../shared/domain/transaction.ts';
import { useKnownProducts } from '../../store/known-products.ts';
import { goTo } from '../../store/places.ts';
import { changeAsk, startAnewBill, useBill } from '../bills/bill-store.ts';
import { onlyMatch } from '../sell/matching-products.ts';
import { change, startAnew, useSell } from '../sell/sell-store.ts';

/** Puts the same product and number into a new sale; it is read back and asked about like any other. */
export function repeatSale(sale: Transaction): void {
  if (sale.kind === 'postpaid') {
    if (useBill.getState().phase === 'sending') return;
    startAnewBill();
    changeAsk({ code: sale.productCode, customerNo: sale.customerNo });
    goTo('bills');
    return;
  }
  if (useSell.getState().phase === 'sending') return;
  startAnew();
  change({
    code: sale.productCode,
    customerNo: sale.customerNo,
    product: onlyMatch(useKnownProducts.getState().products ?? [], sale.productCode, 'prepaid')?.product ?? null,
    price: sale.total,
  });
  goTo('sell');
}

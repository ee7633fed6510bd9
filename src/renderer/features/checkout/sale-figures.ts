import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { moneyAtStake } from '../../../shared/domain/cash.ts';
import { normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { type Offer, useOffers } from '../../state/offers.ts';
import { useSale } from '../../state/sales.ts';
import { type CheckoutKind, useCheckout } from './checkout-store.ts';
import { offerOfCode } from './offer-search.ts';

/** Whose a sale is, and its money. Amounts in whole rupiah. */
export interface Figures {
  customerNo: string;
  customerName: string | null;
  product: string;
  total: number | null;
  /** null: exactly the total */
  tendered: number | null;
  /** once it was sent */
  sale: Transaction | null;
}

export const figuresOf = (sale: Transaction): Figures => ({
  customerNo: sale.customerNo,
  customerName: sale.customerName,
  product: sale.productName ?? sale.productCode,
  total: sale.total,
  tendered: sale.tendered,
  sale,
});

interface Confirmation extends Figures {
  /** about the money, to be read before the sale is sent */
  notes: readonly string[];
}

/** Null while the bill is not known here. */
export function useConfirmation(kind: CheckoutKind): Confirmation | null {
  const { t } = useTranslation();
  const { draft } = useCheckout((state) => state.order);
  const { saleId, tendered } = useCheckout((state) => state.bill);
  const bill = useSale(saleId);
  const { product, cashFrom } = draft;
  const risen = useOffers(({ offers }) => offerOfCode(offers ?? [], product?.productCode ?? '')?.risen);
  if (kind === 'bill') {
    return bill && { ...figuresOf(bill), tendered, sale: null, notes: [] };
  }
  const total = draft.price ?? 0;
  return {
    product: product?.productName ?? product?.productCode ?? '',
    customerNo: normaliseCustomerNo(draft.customerNo),
    customerName: null,
    total,
    tendered: draft.tendered,
    sale: null,
    notes: [
      ...(cashFrom ? [t('sell.cashKept', { cash: formatRupiah(moneyAtStake(cashFrom)) })] : []),
      ...(risen ? [risenCostNote(t, risen, total)] : []),
    ],
  };
}

/** With figures for those who may see costs; main leaves them out for others. */
function risenCostNote(t: TFunction, { cost, providerPrice }: NonNullable<Offer['risen']>, price: number): string {
  if (cost === null || providerPrice === null) return t('sell.costRisen.neutral');
  return t('sell.costRisen.figures', {
    took: formatRupiah(providerPrice),
    cost: formatRupiah(cost),
    price: formatRupiah(price),
    margin: formatRupiah(price - providerPrice),
  });
}

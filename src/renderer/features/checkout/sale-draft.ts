import type { BatchLineInput } from '../../../shared/contract/batches.ts';
import type { UsualPrice } from '../../../shared/domain/bounds.ts';
import { usualPrice as usualPriceOf } from '../../../shared/domain/catalogue.ts';
import { normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import type { EntryStep } from '../../../shared/domain/entry.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { currentOffers, type Offer, type OfferedProduct } from '../../state/offers.ts';
import { useSales } from '../../state/sales.ts';
import { allCash, type PaymentChoice, typesPart } from '../payment/index.ts';
import { offerOfCode } from './offer-search.ts';

/**
 * What a sale is of. A bill has the code alone, as the shop knows it, else as typed: codes are the provider's, and their capitals may
 * matter. Whether it is known here is looked up where it shows.
 */
type DraftProduct = Pick<OfferedProduct, 'productCode'> & Partial<OfferedProduct>;

/** A sale that is put together: an order of a prepaid product, the payment of a bill, or a line of a batch. Amounts in whole rupiah. */
export interface SaleDraft {
  product: DraftProduct | null;
  customerNo: string;
  /** what the product is sold for, or the total of the bill as it was read back: no other is paid; null: not known yet */
  price: number | null;
  /** the price that was typed becomes the shop's price, too; left out: it is this sale's alone */
  keepPrice?: boolean;
  /** null means exactly what is due in cash */
  tendered: number | null;
  /** left out: all in cash */
  payment?: PaymentChoice;
  /** the unsent order whose cash counts for this one: no more cash is taken from the customer */
  cashFrom?: Transaction;
  /** the inquired sale that is paid; null: an order, or a bill that was not found yet */
  bill: string | null;
}

export const emptyDraft: SaleDraft = { product: null, customerNo: '', price: null, tendered: null, bill: null };

export const codeOf = ({ product }: SaleDraft): string => product?.productCode ?? '';

export const paymentOf = ({ payment }: SaleDraft): PaymentChoice => payment ?? allCash;

/** The amount of the cash step: the cash that is handed over, or the part that is paid in another way. */
export const cashStepOf = (draft: SaleDraft): number | null =>
  typesPart(paymentOf(draft)) ? paymentOf(draft).part : draft.tendered;

const isKnown = (product: DraftProduct | null): product is OfferedProduct => product?.kind !== undefined;

/** Null while none is chosen, and where a bill's is not known here. */
export function productOf({ product }: SaleDraft, offers: readonly Offer[] = currentOffers()): OfferedProduct | null {
  if (product === null || isKnown(product)) return product;
  return offerOfCode(offers, product.productCode)?.product ?? null;
}

/** The bill that was found; null before, and while it is not known here. */
export const billOf = ({ bill }: SaleDraft, sales = useSales.getState().byId): Transaction | null =>
  bill === null ? null : (sales[bill] ?? null);

/** What the customer pays; null while that is not known. */
export const totalOf = (draft: SaleDraft, bill = billOf(draft)): number | null =>
  draft.bill === null ? draft.price : (bill?.total ?? null);

/** The text of a field as it was accepted. */
export function fieldText(draft: SaleDraft, step: EntryStep): string {
  const amountText = (amount: number | null): string => (amount === null ? '' : String(amount));
  switch (step) {
    case 'customerNo':
      return normaliseCustomerNo(draft.customerNo);
    case 'product':
      return codeOf(draft);
    case 'price':
      return amountText(draft.price);
    case 'tendered':
      return amountText(cashStepOf(draft));
  }
}

/** What the shop sells the product for, else its nominal. Whole rupiah; null: neither is known. */
export function usualPrice({ product }: SaleDraft): UsualPrice | null {
  if (!isKnown(product)) return null;
  const sellingPrice = offerOfCode(currentOffers(), product.productCode)?.sellingPrice ?? null;
  return usualPriceOf({ ...product, sellingPrice });
}

/** Whose bill it is, else the product's name; its code while that is all there is. */
export const nameOf = (draft: SaleDraft, sales = useSales.getState().byId): string =>
  billOf(draft, sales)?.customerName ?? draft.product?.productName ?? codeOf(draft);

/** Product and number as main takes them. */
export const requestOf = (draft: SaleDraft): { productCode: string; customerNo: string } => ({
  productCode: codeOf(draft),
  customerNo: normaliseCustomerNo(draft.customerNo),
});

/** What main is asked to sell: an order at its price, or a bill at the total that was read back; null while that is not known. */
export function lineInput(draft: SaleDraft): BatchLineInput | null {
  const { bill, price } = draft;
  if (price === null) return null;
  return bill === null ? { ...requestOf(draft), sellingPrice: price } : { id: bill, total: price };
}

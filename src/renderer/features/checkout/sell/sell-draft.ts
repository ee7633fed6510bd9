import type { Given } from '../../../../shared/contract/registry.ts';
import { cashShortfall } from '../../../../shared/domain/cash.ts';
import { isCustomerNo, normaliseCustomerNo } from '../../../../shared/domain/customer-no.ts';
import type { EntryStep } from '../../../../shared/domain/entry/reading.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import type { OfferedProduct } from '../../../state/offers.ts';

/** What a cashier has put together so far. Amounts in whole rupiah. */
export interface SellDraft {
  customerNo: string;
  product: OfferedProduct | null;
  price: number | null;
  /** null means exactly the price */
  tendered: number | null;
  /** the unsent order whose cash counts for this one: nothing more is taken from the customer for it */
  cashFrom?: Transaction;
}

export const emptyDraft: SellDraft = { customerNo: '', product: null, price: null, tendered: null };

/** The first thing that keeps the draft from being read back, in the order in which it is asked for; null when nothing does. */
export function firstMissing(draft: SellDraft): EntryStep | null {
  if (!isCustomerNo(normaliseCustomerNo(draft.customerNo))) return 'customerNo';
  if (draft.product?.kind !== 'prepaid') return 'product';
  if (draft.price === null || draft.price === 0) return 'price';
  if (cashShortfall(draft.price, draft.tendered) > 0) return 'tendered';
  return null;
}

export interface Overrides {
  allowDuplicate?: true;
  /** the sale that was shown when the repeat was allowed */
  duplicateOf?: string;
  allowCutOff?: true;
  allowBelowCost?: true;
  /** why, where people are set up */
  reason?: string;
  pin?: string;
}

/** What is asked of main, or null while something is missing. Cash that was not typed is the exact amount. */
export function orderInput(draft: SellDraft, overrides: Overrides): Given<'order'> | null {
  if (firstMissing(draft) !== null || !draft.product || draft.price === null) return null;
  return {
    productCode: draft.product.productCode,
    customerNo: normaliseCustomerNo(draft.customerNo),
    sellingPrice: draft.price,
    tendered: draft.tendered ?? draft.price,
    ...(draft.cashFrom ? { cashFrom: draft.cashFrom.id } : {}),
    ...overrides,
  };
}

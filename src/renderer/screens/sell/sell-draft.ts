import type { Given } from '../../../shared/contract/registry.ts';
import type { Product } from '../../../shared/contract/selling.ts';
import { isCustomerNo, normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { shortOf } from '../sale/cash.ts';

/** What a cashier has put together so far. Amounts in whole rupiah. */
export interface SellDraft {
  /** as typed, without separators */
  customerNo: string;
  /** what stands in the product field: a code, or the beginning of a name */
  code: string;
  product: Product | null;
  price: number | null;
  /** null means exactly the price */
  tendered: number | null;
}

export const emptyDraft: SellDraft = { customerNo: '', code: '', product: null, price: null, tendered: null };

export type DraftField = 'customerNo' | 'product' | 'price' | 'tendered';

/** The first thing that keeps the draft from being read back, in the order of the screen; null when nothing does. */
export function firstMissing(draft: SellDraft): DraftField | null {
  if (!isCustomerNo(normaliseCustomerNo(draft.customerNo))) return 'customerNo';
  if (draft.product?.kind !== 'prepaid') return 'product';
  if (draft.price === null || draft.price === 0) return 'price';
  if (shortOf(draft.price, draft.tendered) > 0) return 'tendered';
  return null;
}

export interface Overrides {
  allowDuplicate?: true;
  allowCutOff?: true;
}

/** What is asked of main, or null while something is missing. Cash that was not typed is the exact amount. */
export function orderInput(draft: SellDraft, overrides: Overrides): Given<'order'> | null {
  if (firstMissing(draft) !== null || !draft.product || draft.price === null) return null;
  return {
    productCode: draft.product.productCode,
    customerNo: normaliseCustomerNo(draft.customerNo),
    sellingPrice: draft.price,
    tendered: draft.tendered ?? draft.price,
    ...overrides,
  };
}

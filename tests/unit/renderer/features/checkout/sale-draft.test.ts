import { afterEach, describe, expect, it } from 'vitest';
import {
  emptyDraft,
  lineInput,
  nameOf,
  type SaleDraft,
  totalOf,
} from '../../../../../src/renderer/features/checkout/sale-draft.ts';
import { mergeSales, useSales } from '../../../../../src/renderer/state/sales.ts';
import { fakeProducts, fakeSale } from '../../../../support/fake-sales.ts';

const product = fakeProducts.find(({ productCode }) => productCode === 'TSEL10') ?? null;
const order: SaleDraft = { ...emptyDraft, product, customerNo: '+62812 3456-7890', price: 12_000 };
const inquiredBill = fakeSale({
  kind: 'postpaid',
  state: 'inquired',
  total: 155_000,
  customerName: 'Siti',
  revision: 1,
});
const bill: SaleDraft = {
  ...emptyDraft,
  product: { productCode: 'PLNPOST' },
  customerNo: '530000000001',
  bill: inquiredBill.id,
};

describe('an order and a bill, which are one shape', () => {
  afterEach(() => useSales.setState({ byId: {}, counterOf: {}, arrived: 0 }));

  it('come to the price of the order, and to the total of the bill as it stands now', () => {
    mergeSales([inquiredBill]);
    expect([totalOf(order), totalOf(bill)]).toEqual([12_000, 155_000]);
    mergeSales([{ ...inquiredBill, total: 175_000, revision: 2 }]);
    expect(totalOf({ ...bill, price: 155_000 })).toBe(175_000);
    expect([totalOf(emptyDraft), totalOf({ ...bill, bill: 'elsewhere' })]).toEqual([null, null]);
  });

  it('are put to main at what was read back: the order with its number normalised, the bill by its inquiry', () => {
    expect(lineInput(order)).toEqual({ productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000 });
    expect(lineInput(bill)).toBeNull();
    expect(lineInput({ ...bill, price: 155_000 })).toEqual({ id: inquiredBill.id, total: 155_000 });
  });

  it('are named after who pays the bill, else after the product, else by its code', () => {
    expect([nameOf(order), nameOf(bill)]).toEqual([product?.productName, 'PLNPOST']);
    mergeSales([inquiredBill]);
    expect(nameOf(bill)).toBe('Siti');
  });
});

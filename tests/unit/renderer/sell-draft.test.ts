import { describe, expect, it } from 'vitest';
import {
  emptyDraft,
  firstMissing,
  orderInput,
  type SellDraft,
} from '../../../src/renderer/features/checkout/sell/sell-draft.ts';
import { fakeProducts } from '../../support/fake-sales.ts';

const product = fakeProducts.find((each) => each.productCode === 'TSEL10') ?? null;
const bill = fakeProducts.find((each) => each.kind === 'postpaid') ?? null;
const whole: SellDraft = { customerNo: '+62812 3456-7890', product, price: 12_000, tendered: null };

describe('a sale being put together', () => {
  it('asks for number, product, price and cash in the order of the screen', () => {
    expect(firstMissing(emptyDraft)).toBe('customerNo');
    expect(firstMissing({ ...whole, product: null })).toBe('product');
    expect(firstMissing({ ...whole, price: null })).toBe('price');
    expect(firstMissing({ ...whole, price: 0 })).toBe('price');
    expect(firstMissing({ ...whole, tendered: 11_999 })).toBe('tendered');
    expect(firstMissing(whole)).toBeNull();
  });

  it('does not take a bill for a prepaid product', () => {
    expect(firstMissing({ ...whole, product: bill })).toBe('product');
  });

  it('counts cash that was not typed as the exact amount, and sends the number normalised', () => {
    expect(orderInput(whole, {})).toEqual({
      productCode: 'TSEL10',
      customerNo: '081234567890',
      sellingPrice: 12_000,
      tendered: 12_000,
    });
  });

  it('sends the cash that was typed, and what the cashier overrides', () => {
    expect(orderInput({ ...whole, tendered: 20_000 }, { allowDuplicate: true })).toMatchObject({
      tendered: 20_000,
      allowDuplicate: true,
    });
  });

  it('gives nothing to send while something is missing', () => {
    expect(orderInput({ ...whole, customerNo: '08' }, {})).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { missingField } from '../../../../../src/renderer/features/checkout/checkout-store.ts';
import { emptyDraft, type SaleDraft } from '../../../../../src/renderer/features/checkout/sale-draft.ts';
import { orderInput } from '../../../../../src/renderer/features/checkout/submission.ts';
import { fakeProducts } from '../../../../support/fake-sales.ts';

const product = fakeProducts.find((each) => each.productCode === 'TSEL10') ?? null;
const bill = fakeProducts.find((each) => each.kind === 'postpaid') ?? null;
const whole: SaleDraft = { ...emptyDraft, customerNo: '+62812 3456-7890', product, price: 12_000 };
const missingInDraft = (draft: SaleDraft) => missingField({ kind: 'order', draft, left: {} });

describe('a sale being put together', () => {
  it('asks for number, product, price and cash in the order of the screen', () => {
    expect(missingInDraft(emptyDraft)).toBe('customerNo');
    expect(missingInDraft({ ...whole, product: null })).toBe('product');
    expect(missingInDraft({ ...whole, price: null })).toBe('price');
    expect(missingInDraft({ ...whole, price: 0 })).toBe('price');
    expect(missingInDraft({ ...whole, tendered: 11_999 })).toBe('tendered');
    expect(missingInDraft(whole)).toBeNull();
  });

  it('does not take a bill for a prepaid product', () => {
    expect(missingInDraft({ ...whole, product: bill })).toBe('product');
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

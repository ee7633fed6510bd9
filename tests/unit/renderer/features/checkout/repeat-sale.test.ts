import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reset, updateDraft, useCheckout } from '../../../../../src/renderer/features/checkout/checkout-store.ts';
import { submitEntry } from '../../../../../src/renderer/features/checkout/entry-controller.ts';
import { repeatSale } from '../../../../../src/renderer/features/checkout/repeat-sale.ts';
import { sendOrder } from '../../../../../src/renderer/features/checkout/submission.ts';
import { useOffers } from '../../../../../src/renderer/state/offers.ts';
import { ok, type Result } from '../../../../../src/shared/contract/errors.ts';
import type { Transaction } from '../../../../../src/shared/domain/transaction.ts';
import { fakeProducts, fakeSale } from '../../../../support/fake-sales.ts';

describe('a repeat that takes the cash along', () => {
  const order = vi.fn<(input: unknown) => Promise<Result<Transaction>>>();
  const unsent = fakeSale({
    state: 'unsent',
    customerNo: '081234567890',
    total: 12_000,
    tendered: 15_000,
    change: 3000,
  });

  beforeEach(() => {
    order.mockReset();
    order.mockResolvedValue(ok(fakeSale({ state: 'pending' })));
    vi.stubGlobal('window', { konter: { order, catalogue: { list: async () => ok({ items: [] }) } } });
    const product = fakeProducts.find(({ productCode }) => productCode === unsent.productCode);
    if (!product) throw new Error('the sale is of a product that is not for sale');
    const own = { favourite: false, group: null, place: null, hidden: false, logo: null };
    useOffers.setState({ offers: [{ product, sellingPrice: 13_000, ...own }] });
    reset('order');
  });
  afterEach(() => vi.unstubAllGlobals());

  it('takes product, number, price and cash over from an unsent sale, and sends once', async () => {
    repeatSale(unsent);
    await submitEntry('order');
    expect(useCheckout.getState().order.phase).toBe('confirm');
    await Promise.all([sendOrder(), sendOrder()]);
    expect(order).toHaveBeenCalledOnce();
    expect(order).toHaveBeenCalledWith(
      expect.objectContaining({
        productCode: unsent.productCode,
        customerNo: '081234567890',
        sellingPrice: 12_000,
        tendered: 15_000,
        cashFrom: unsent.id,
      }),
    );
  });

  it('leaves the cash where it is once another number is typed', () => {
    repeatSale(unsent);
    updateDraft({ price: 14_000 });
    expect(useCheckout.getState().order.draft.cashFrom).toBe(unsent);
    updateDraft({ customerNo: '081299999999' });
    expect(useCheckout.getState().order.draft.cashFrom).toBeUndefined();
  });

  it('takes no cash over that was handed back, or of a sale that failed', () => {
    for (const sale of [
      { ...unsent, cashReturnedAt: unsent.createdAt },
      { ...unsent, state: 'failed' as const },
    ]) {
      repeatSale(sale);
      expect(useCheckout.getState().order.draft).toMatchObject({ customerNo: '081234567890', tendered: null });
      expect(useCheckout.getState().order.draft.cashFrom).toBeUndefined();
    }
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  reset,
  updateBill,
  updateDraft,
  updateOrder,
  useCheckout,
  useTypedAhead,
} from '../../../../../src/renderer/features/checkout/checkout-store.ts';
import {
  clearEntry,
  editField,
  repeatSale,
  stepBack,
  submitEntry,
  typeAhead,
  typeEntry,
} from '../../../../../src/renderer/features/checkout/entry-controller.ts';
import { sendOrder } from '../../../../../src/renderer/features/checkout/submission.ts';
import { refreshOffers, useOffers } from '../../../../../src/renderer/state/offers.ts';
import { navigate, useRouter } from '../../../../../src/renderer/state/router.ts';
import { fail, ok, type Result } from '../../../../../src/shared/contract/errors.ts';
import type { Transaction } from '../../../../../src/shared/domain/transaction.ts';
import { fakeCatalogue } from '../../../../support/fake-features.ts';
import { fakeProducts, fakeSale } from '../../../../support/fake-sales.ts';

describe('typing a sale', () => {
  const number = '081234567890';
  const inquiry = vi.fn<() => Promise<unknown>>();
  const product = vi.fn<() => Promise<unknown>>();
  const catalogue = fakeCatalogue(() => {});

  beforeEach(async () => {
    inquiry.mockReset().mockResolvedValue(ok(fakeSale({ kind: 'postpaid', state: 'inquired' })));
    product.mockReset().mockResolvedValue(fail('not_found', 'x'));
    const list = async () => catalogue['catalogue.list'](undefined);
    vi.stubGlobal('window', { konter: { inquiry, product, catalogue: { list } } });
    await refreshOffers();
    reset('order');
    reset('bill');
    navigate('sell');
  });
  afterEach(() => vi.unstubAllGlobals());

  const enter = async (text: string): Promise<void> => {
    typeEntry('order', text);
    await submitEntry('order');
  };
  const sell = () => useCheckout.getState().order;

  it('takes number, product and cash one after the other, and reads back', async () => {
    await enter('+62 812-3456-7890');
    expect(sell()).toMatchObject({ text: '', step: 'product', draft: { customerNo: number } });
    await enter('tsel10');
    expect(sell()).toMatchObject({ step: 'tendered', draft: { product: { productCode: 'TSEL10' } } });
    const price = sell().draft.price ?? 0;
    expect(price).toBeGreaterThan(0);
    typeEntry('order', String(price + 5000));
    expect(sell()).toMatchObject({ phase: 'entry', draft: { tendered: price + 5000 } });
    await submitEntry('order');
    expect(sell()).toMatchObject({ phase: 'confirm', draft: { tendered: price + 5000 } });
  });

  it('takes them in any order, and both at once, with or without a count', async () => {
    await enter('TSEL10');
    expect(sell().step).toBe('customerNo');
    await enter(number);
    expect(sell().step).toBe('tendered');
    reset('order');
    await enter(`TSEL10.2.${number}`);
    expect(sell()).toMatchObject({ step: 'tendered', draft: { customerNo: number } });
    await enter('0800000000205');
    expect(sell().draft).toMatchObject({ customerNo: '0800000000205' });
  });

  it('keeps a number typed for cash from being cash, and too little cash from being read back', async () => {
    await enter(`TSEL10.${number}`);
    typeEntry('order', '0812');
    expect(sell().draft.tendered).toBeNull();
    await enter('1000');
    expect(sell()).toMatchObject({ phase: 'entry', entryError: 'short' });
  });

  it('takes back what was taken last, to be typed over', async () => {
    await enter(`TSEL10.${number}`);
    stepBack('order');
    expect(sell().step).toBe('price');
    typeEntry('order', '');
    stepBack('order');
    expect(sell()).toMatchObject({ step: 'product', text: 'TSEL10' });
    editField('order', 'customerNo');
    expect(sell().text).toBe(number);
    await enter('081234567892');
    expect(sell().draft.customerNo).toBe('081234567892');
  });

  it('keeps the price while its field is passed, and a half typed product until it is finished', async () => {
    await enter(`TSEL10.${number}`);
    const { price } = sell().draft;
    stepBack('order');
    typeEntry('order', '');
    stepBack('order');
    stepBack('order');
    expect(sell()).toMatchObject({ step: 'customerNo', text: number, draft: { price } });
    editField('order', 'product');
    typeEntry('order', 'TSE');
    editField('order', 'customerNo');
    await enter('081234567892');
    expect(sell()).toMatchObject({ step: 'product', text: 'TSE', draft: { customerNo: '081234567892', price } });
    await enter('TSEL10');
    expect(sell()).toMatchObject({ step: 'tendered', text: '', left: {} });
  });

  it('begins the next sale with what was typed ahead of it', () => {
    updateOrder({ phase: 'sending' });
    typeAhead('order', '0', false);
    typeAhead('order', '8', false);
    expect(sell()).toMatchObject({ phase: 'sending', text: '' });
    updateOrder({ phase: 'result' });
    typeAhead('order', '1', true);
    expect(sell()).toMatchObject({ phase: 'entry', step: 'customerNo', text: '081' });
    expect(useTypedAhead.getState().text).toBe('');
  });

  it('keeps what was typed ahead while another sale is half made in the field', async () => {
    await enter(number);
    updateBill({ origin: 'sell' });
    typeAhead('bill', '9', true);
    expect(sell()).toMatchObject({ step: 'product', text: '' });
    clearEntry('order');
    expect(sell()).toMatchObject({ step: 'customerNo', text: '9' });
  });

  it('says of nonsense why it was not taken, and sends nobody anywhere', async () => {
    await enter('12');
    expect(sell()).toMatchObject({ entryError: 'number', text: '12' });
    await enter('');
    expect(sell().entryError).toBe('number');
    await enter('NOTHING99');
    expect(sell()).toMatchObject({ error: { code: 'not_found' }, text: 'NOTHING99', phase: 'entry' });
    expect(useRouter.getState().route).toBe('sell');
  });

  it('passes over an answer about a code that was typed on meanwhile', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<unknown>();
    product.mockReturnValue(promise);
    const asked = enter('NEW10');
    await vi.waitFor(() => expect(sell().phase).toBe('lookup'));
    typeEntry('order', 'NEW100');
    answer(fail('provider_unreachable', 'x'));
    await asked;
    expect(sell()).toMatchObject({ error: null, text: 'NEW100', phase: 'entry' });
  });

  it('passes over an answer about a code that Escape has left', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<unknown>();
    product.mockReturnValue(promise);
    await enter(number);
    const asked = enter('NEW10');
    await vi.waitFor(() => expect(sell().phase).toBe('lookup'));
    reset('order');
    answer(fail('provider_unreachable', 'x'));
    await asked;
    expect(sell()).toMatchObject({ error: null, text: '', step: 'customerNo', phase: 'entry' });
  });

  it('looks the next code up while an earlier lookup is still out', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<unknown>();
    product.mockReturnValueOnce(promise);
    const asked = enter('NEW10');
    await vi.waitFor(() => expect(sell().phase).toBe('lookup'));
    await enter('NEW100');
    expect(sell()).toMatchObject({ error: { code: 'not_found' }, text: 'NEW100' });
    answer(fail('provider_unreachable', 'x'));
    await asked;
    expect(sell()).toMatchObject({ error: { code: 'not_found' }, text: 'NEW100', phase: 'entry' });
  });

  it('leads a bill to its inquiry, and back a prepaid product typed there', async () => {
    await enter('530000000001');
    await enter('PLNPOST');
    expect(useRouter.getState().route).toBe('bills');
    expect(useCheckout.getState().bill).toMatchObject({
      productCode: 'PLNPOST',
      customerNo: '530000000001',
      origin: 'sell',
    });
    expect(inquiry).toHaveBeenCalledWith({ productCode: 'PLNPOST', customerNo: '530000000001' });
    expect(sell().draft.customerNo).toBe('');
    await vi.waitFor(() => expect(useCheckout.getState().bill.phase).toBe('entry'));
    reset('bill');
    typeEntry('bill', `TSEL10.${number}`);
    await submitEntry('bill');
    expect(useRouter.getState().route).toBe('sell');
    expect(sell()).toMatchObject({ step: 'tendered', draft: { customerNo: number } });
  });

  it('opens the receipt of a receipt number', async () => {
    await enter('AB7K-000123');
    expect(useRouter.getState()).toMatchObject({ route: 'receipts', filter: { text: 'AB7K-000123' } });
    expect(sell().text).toBe('');
  });
});

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

import { setImmediate as breathe } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import {
  reset,
  update,
  updateDraft,
  useCheckout,
} from '../../../../../src/renderer/features/checkout/checkout-store.ts';
import { claimSale, renewClaim } from '../../../../../src/renderer/features/checkout/claim.ts';
import { typeEntry } from '../../../../../src/renderer/features/checkout/entry-amounts.ts';
import { acceptAsked, submitEntry } from '../../../../../src/renderer/features/checkout/entry-controller.ts';
import { questionOf } from '../../../../../src/renderer/features/checkout/sale-question.tsx';
import { confirmSale, editSale, submitSale } from '../../../../../src/renderer/features/checkout/submission.ts';
import { useStatus } from '../../../../../src/renderer/state/status.ts';
import { fail, ok, type Result } from '../../../../../src/shared/contract/errors.ts';
import type { Output } from '../../../../../src/shared/contract/registry.ts';
import type { Transaction } from '../../../../../src/shared/domain/transaction.ts';
import { statusOf } from '../../../../support/fake-app.ts';
import { fakeProducts, fakeSale } from '../../../../support/fake-sales.ts';

const order = vi.fn<(input: unknown) => Promise<Result<Transaction>>>();

beforeEach(() => {
  order.mockReset();
  vi.stubGlobal('window', { konter: { order, catalogue: { list: async () => ok({ items: [] }) } } });
  reset('order');
  const product = fakeProducts.find((each) => each.productCode === 'TSEL10') ?? null;
  updateDraft('order', { customerNo: '081234567890', product, price: 12_000 });
});
afterEach(() => vi.unstubAllGlobals());

describe('pressing Send', () => {
  it('sends nothing before the sale was read back', async () => {
    await submitSale('order');
    expect(order).not.toHaveBeenCalled();
  });

  it('sends once, however often it is pressed', async () => {
    order.mockResolvedValue(ok(fakeSale({ state: 'pending' })));
    confirmSale('order');
    await Promise.all([submitSale('order'), submitSale('order'), submitSale('order')]);
    await submitSale('order');
    expect(order).toHaveBeenCalledOnce();
    expect(useCheckout.getState().order.phase).toBe('result');
  });

  it('says in which mode the page is that was pressed', async () => {
    order.mockResolvedValue(ok(fakeSale({ state: 'pending' })));
    useStatus.setState({ status: statusOf([]) });
    confirmSale('order');
    await submitSale('order');
    expect(order).toHaveBeenCalledWith(expect.objectContaining({ mode: 'training' }));
  });

  it('leaves the question about a repeat to a person, who sees which sale came before', async () => {
    order.mockResolvedValueOnce(fail('duplicate', 'x'));
    confirmSale('order');
    await submitSale('order');
    expect(order.mock.calls).toEqual([[expect.not.objectContaining({ allowDuplicate: true })]]);
    expect(useCheckout.getState().order).toMatchObject({ phase: 'confirm', error: { code: 'duplicate' } });
  });

  it('sends main which amounts a person has said to be right, so that it asks about none of them again', async () => {
    order.mockResolvedValue(ok(fakeSale({ state: 'pending' })));
    updateDraft('order', { price: 120_000 });
    expect(confirmSale('order')).toBe(false);
    await acceptAsked('order');
    typeEntry('order', '6281298');
    await submitEntry('order');
    await acceptAsked('order');
    expect(useCheckout.getState().order.phase).toBe('confirm');
    await submitSale('order');
    const amounts = { sellingPrice: 120_000, allowPrice: 120_000, tendered: 6_281_298, allowCash: 6_281_298 };
    expect(order.mock.calls).toEqual([[expect.objectContaining(amounts)]]);
  });

  it('turns what main finds unlikely into a question, and sends that amount with the answer', async () => {
    const unlikely = { amount: 20_000, known: 12_000 };
    const refused = fail('not_allowed', 'x', { reason: 'unlikely_price', unlikely });
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the words themselves do not matter
    const words = ((key: string, more: object) => `${key} ${JSON.stringify(more)}`) as Parameters<typeof questionOf>[0];
    expect(questionOf(words, 'order', refused.error, 'Asia/Jakarta')).toMatchObject({
      overrides: { allowPrice: 20_000 },
      isOwn: true,
    });
    expect(questionOf(words, 'bill', { ...refused.error, reason: 'unlikely_cash' }, 'Asia/Jakarta')?.overrides).toEqual(
      { allowCash: 20_000 },
    );
  });

  it.each(['relay_unreachable', 'product_inactive', 'cut_off'] as const)(
    'leaves the sale read back, and allows nothing by itself, when main refused before sending: %s',
    async (code) => {
      order.mockResolvedValue(fail(code, 'x'));
      confirmSale('order');
      await submitSale('order');
      expect(useCheckout.getState().order).toMatchObject({ phase: 'confirm', error: { code } });
      expect(order.mock.calls).toEqual([[expect.not.objectContaining({ allowCutOff: true })]]);
    },
  );

  it('keeps the first decision when a second question comes', async () => {
    order.mockResolvedValueOnce(fail('cut_off', 'x')).mockResolvedValueOnce(fail('duplicate', 'x'));
    order.mockResolvedValueOnce(ok(fakeSale()));
    confirmSale('order');
    await submitSale('order');
    await submitSale('order', { allowCutOff: true });
    await submitSale('order', { allowDuplicate: true });
    expect(order).toHaveBeenLastCalledWith(expect.objectContaining({ allowCutOff: true, allowDuplicate: true }));
  });

  it('never leads back to Send when the call itself was lost', async () => {
    order.mockRejectedValue(new Error('closed'));
    confirmSale('order');
    await submitSale('order');
    expect(useCheckout.getState().order).toMatchObject({
      phase: 'result',
      saleId: null,
      error: { reason: 'host_gone' },
    });
  });

  it('takes decisions back when the sale is changed', async () => {
    order.mockResolvedValue(fail('cut_off', 'x'));
    confirmSale('order');
    await submitSale('order', { allowDuplicate: true });
    updateDraft('order', { price: 13_000 });
    expect(useCheckout.getState().order.overrides).toEqual({});
  });
});

describe('the reading back of a sale in a shop with several counters', () => {
  const saleId = '0195f0aa-0000-7000-8000-00000000000a';
  const counter = { name: 'kasir 2', since: '2026-03-10T03:00:00.000Z', state: 'tentative' as const, sale: 's2' };
  const readBack = vi.fn<(input: unknown) => Promise<Result<Output<'shop.readBack'>>>>();
  const leave = vi.fn<(input: unknown) => Promise<Result<null>>>();

  beforeEach(() => {
    readBack.mockReset().mockResolvedValue(ok({ saleId, counter: null }));
    leave.mockReset().mockResolvedValue(ok(null));
    vi.stubGlobal('window', {
      konter: {
        order: async () => ok(fakeSale({ state: 'pending' })),
        shop: { readBack, leave },
        catalogue: { list: async () => ok({ items: [] }) },
      },
    });
    useStatus.setState({ status: { ...statusOf([]), shop: { name: 'Toko Contoh', isKeyMissing: false } } });
    reset('order');
    const product = fakeProducts.find((each) => each.productCode === 'TSEL10') ?? null;
    updateDraft('order', { customerNo: '0812-3456-7890', product, price: 12_000 });
    confirmSale('order');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    useStatus.setState({ status: null });
    reset('order');
  });

  test('claims the product and number, and gives them up when the sale is edited', async () => {
    const end = claimSale('order');
    expect(readBack).toHaveBeenCalledExactlyOnceWith({ productCode: 'TSEL10', customerNo: '081234567890' });
    editSale('order');
    end();
    await breathe();
    expect(leave).toHaveBeenCalledExactlyOnceWith({ saleId });
  });

  test('names the counter that has them, before anything is sent', async () => {
    readBack.mockResolvedValue(ok({ saleId, counter }));
    claimSale('order');
    await breathe();
    expect(useCheckout.getState().order).toMatchObject({ phase: 'confirm', error: { code: 'in_flight', counter } });
  });

  test('names it as soon as product and number are there, before the cash', async () => {
    editSale('order');
    readBack.mockResolvedValue(ok({ saleId, counter }));
    claimSale('order');
    await breathe();
    expect(useCheckout.getState().order).toMatchObject({ phase: 'entry', error: { code: 'in_flight', counter } });
  });

  test('is claimed again for the reading back where the first claim may have lapsed, and both are given up', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    editSale('order');
    const end = claimSale('order');
    now.mockReturnValue(30_000);
    renewClaim('order');
    expect(readBack).toHaveBeenCalledOnce();
    now.mockReturnValue(50_000);
    renewClaim('order');
    expect(readBack).toHaveBeenCalledTimes(2);
    now.mockRestore();
    update('order', { step: 'customerNo' });
    end();
    await breathe();
    expect(leave).toHaveBeenCalledTimes(2);
  });

  test('gives nothing up once the sale is sent', async () => {
    const end = claimSale('order');
    await submitSale('order');
    end();
    await breathe();
    expect(leave).not.toHaveBeenCalled();
  });

  test('says nothing of a sale that is read back no more', async () => {
    readBack.mockResolvedValue(ok({ saleId, counter }));
    const end = claimSale('order');
    editSale('order');
    end();
    await breathe();
    expect(useCheckout.getState().order.error).toBeNull();
    expect(leave).toHaveBeenCalledOnce();
  });

  test.each([undefined, { name: 'Toko Contoh', isKeyMissing: true }])(
    'asks nothing where the shop is %j',
    async (shop) => {
      useStatus.setState({ status: { ...statusOf([]), ...(shop ? { shop } : {}) } });
      claimSale('order')();
      await breathe();
      expect(readBack).not.toHaveBeenCalled();
    },
  );
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { change, startAnew, useSell } from '../../../src/renderer/features/checkout/sell/sell-store.ts';
import { review, send } from '../../../src/renderer/features/checkout/sell/send-order.ts';
import { useStatus } from '../../../src/renderer/state/status.ts';
import { fail, ok, type Result } from '../../../src/shared/contract/errors.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { statusOf } from '../../support/fake-app.ts';
import { fakeProducts, fakeSale } from '../../support/fake-sales.ts';

const order = vi.fn<(input: unknown) => Promise<Result<Transaction>>>();

beforeEach(() => {
  order.mockReset();
  vi.stubGlobal('window', { konter: { order, catalogue: { list: async () => ok({ items: [] }) } } });
  startAnew();
  const product = fakeProducts.find((each) => each.productCode === 'TSEL10') ?? null;
  change({ customerNo: '081234567890', product, price: 12_000 });
});
afterEach(() => vi.unstubAllGlobals());

describe('pressing Send', () => {
  it('sends nothing before the sale was read back', async () => {
    await send();
    expect(order).not.toHaveBeenCalled();
  });

  it('sends once, however often it is pressed', async () => {
    order.mockResolvedValue(ok(fakeSale({ state: 'pending' })));
    review();
    await Promise.all([send(), send(), send()]);
    await send();
    expect(order).toHaveBeenCalledOnce();
    expect(useSell.getState().phase).toBe('done');
  });

  it('says in which mode the page is that was pressed', async () => {
    order.mockResolvedValue(ok(fakeSale({ state: 'pending' })));
    useStatus.setState({ status: statusOf([]) });
    review();
    await send();
    expect(order).toHaveBeenCalledWith(expect.objectContaining({ mode: 'training' }));
  });

  it('leaves the question about a repeat to a person, who sees which sale came before', async () => {
    order.mockResolvedValueOnce(fail('duplicate', 'x'));
    review();
    await send();
    expect(order.mock.calls).toEqual([[expect.not.objectContaining({ allowDuplicate: true })]]);
    expect(useSell.getState()).toMatchObject({ phase: 'review', problem: { code: 'duplicate' } });
  });

  it('leaves the sale read back when main refused before sending', async () => {
    order.mockResolvedValue(fail('relay_unreachable', 'x'));
    review();
    await send();
    expect(useSell.getState()).toMatchObject({ phase: 'review', problem: { code: 'relay_unreachable' } });
  });

  it('keeps the first decision when a second question comes', async () => {
    order.mockResolvedValueOnce(fail('cut_off', 'x')).mockResolvedValueOnce(fail('duplicate', 'x'));
    order.mockResolvedValueOnce(ok(fakeSale()));
    review();
    await send();
    await send({ allowCutOff: true });
    await send({ allowDuplicate: true });
    expect(order).toHaveBeenLastCalledWith(expect.objectContaining({ allowCutOff: true, allowDuplicate: true }));
  });

  it('never leads back to Send when the call itself was lost', async () => {
    order.mockRejectedValue(new Error('closed'));
    review();
    await send();
    expect(useSell.getState()).toMatchObject({ phase: 'done', saleId: null, problem: { reason: 'host_gone' } });
  });

  it('takes decisions back when the sale is changed', async () => {
    order.mockResolvedValue(fail('cut_off', 'x'));
    review();
    await send({ allowDuplicate: true });
    change({ price: 13_000 });
    expect(useSell.getState().overrides).toEqual({});
  });
});

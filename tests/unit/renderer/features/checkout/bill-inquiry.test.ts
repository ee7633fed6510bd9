import { afterEach, describe, expect, it, vi } from 'vitest';
import { inquire } from '../../../../../src/renderer/features/checkout/bill-inquiry.ts';
import {
  reset,
  update,
  updateDraft,
  useCheckout,
} from '../../../../../src/renderer/features/checkout/checkout-store.ts';
import { typeEntry } from '../../../../../src/renderer/features/checkout/entry-amounts.ts';
import { editField } from '../../../../../src/renderer/features/checkout/entry-controller.ts';
import { confirmSale, submitSale } from '../../../../../src/renderer/features/checkout/submission.ts';
import { receiveSale } from '../../../../../src/renderer/state/sales.ts';
import { useStatus } from '../../../../../src/renderer/state/status.ts';
import { fail, ok, type Result } from '../../../../../src/shared/contract/errors.ts';
import type { Transaction } from '../../../../../src/shared/domain/transaction.ts';
import { statusOf } from '../../../../support/fake-app.ts';
import { fakeSale } from '../../../../support/fake-sales.ts';

describe('paying the bill that was read back', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('asks to pay the total that was read back, also when an event has made it another since', async () => {
    const bill = fakeSale({ kind: 'postpaid', state: 'inquired', total: 155_000, revision: 1 });
    const dearer = { ...bill, total: 175_000, revision: 2 };
    const pay = vi.fn<(input: unknown) => Promise<Result<Transaction>>>();
    pay.mockResolvedValue(fail('price_changed', 'x', { transaction: dearer, other: dearer }));
    vi.stubGlobal('window', { konter: { pay } });
    reset('bill');
    receiveSale(bill);
    const { productCode, customerNo } = bill;
    updateDraft('bill', { product: { productCode }, customerNo, bill: bill.id, tendered: 200_000 });
    expect(confirmSale('bill')).toBe(true);
    receiveSale(dearer);
    await submitSale('bill');
    expect(pay.mock.calls).toEqual([[{ id: bill.id, total: 155_000, tendered: 200_000 }]]);
    expect(useCheckout.getState().bill).toMatchObject({
      phase: 'entry',
      previousTotal: 155_000,
      draft: { tendered: null },
      error: null,
    });
  });

  it('says in which mode the page is, when a bill is asked for and when it is paid', async () => {
    const bill = fakeSale({ kind: 'postpaid', state: 'inquired', total: 155_000 });
    const inquiry = vi.fn<(input: unknown) => Promise<Result<Transaction>>>().mockResolvedValue(ok(bill));
    const pay = vi.fn<(input: unknown) => Promise<Result<Transaction>>>().mockResolvedValue(ok(bill));
    vi.stubGlobal('window', { konter: { inquiry, pay, catalogue: { list: async () => ok({ items: [] }) } } });
    useStatus.setState({ status: statusOf([]) });
    reset('bill');
    updateDraft('bill', { product: { productCode: bill.productCode }, customerNo: bill.customerNo });
    await inquire();
    expect(inquiry).toHaveBeenCalledWith(expect.objectContaining({ mode: 'training' }));
    expect(confirmSale('bill')).toBe(true);
    await submitSale('bill');
    expect(pay).toHaveBeenCalledWith(expect.objectContaining({ mode: 'training' }));
  });
});

describe('a bill that is asked for', () => {
  afterEach(() => vi.unstubAllGlobals());

  async function answered(answer: Result<Transaction>, meanwhile: () => void) {
    const later = Promise.withResolvers<Result<Transaction>>();
    const list = async () => ok({ items: [] });
    vi.stubGlobal('window', { konter: { inquiry: () => later.promise, catalogue: { list } } });
    reset('bill');
    updateDraft('bill', { product: { productCode: 'PLNPOST' }, customerNo: '530000000001' });
    update('bill', { step: 'tendered' });
    const inquiry = inquire();
    meanwhile();
    later.resolve(answer);
    await inquiry;
    return useCheckout.getState().bill;
  }
  const bill = fakeSale({ kind: 'postpaid', state: 'inquired', total: 155_000 });

  it('leaves a number that is being typed meanwhile a number, and no cash', async () => {
    const edit = (): void => {
      editField('bill', 'customerNo');
      typeEntry('bill', '5300');
    };
    expect(await answered(ok(bill), edit)).toMatchObject({
      draft: { bill: bill.id },
      step: 'customerNo',
      text: '5300',
    });
    expect(await answered(fail('not_found', 'x'), edit)).toMatchObject({ step: 'customerNo', text: '5300' });
  });

  it('keeps cash that was typed meanwhile, and makes no number of it where there is no such bill', async () => {
    const cash = (): void => typeEntry('bill', '200000');
    expect(await answered(ok(bill), cash)).toMatchObject({
      step: 'tendered',
      text: '200000',
      draft: { tendered: 200_000 },
    });
    expect(await answered(fail('not_found', 'x'), cash)).toMatchObject({ step: 'customerNo', text: '' });
  });
});

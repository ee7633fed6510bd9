import { afterEach, expect, it, vi } from 'vitest';
import { startAnewBill, useBill } from '../../../src/renderer/features/checkout/bills/bill-store.ts';
import { inquire } from '../../../src/renderer/features/checkout/bills/inquire.ts';
import { payBill, reviewBill } from '../../../src/renderer/features/checkout/bills/pay-bill.ts';
import { hearSale } from '../../../src/renderer/state/sales.ts';
import { useStatus } from '../../../src/renderer/state/status.ts';
import { fail, ok, type Result } from '../../../src/shared/contract/errors.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { statusOf } from '../../support/fake-app.ts';
import { fakeSale } from '../../support/fake-sales.ts';

afterEach(() => vi.unstubAllGlobals());

it('asks to pay the total that was read back, also when an event has made it another since', async () => {
  const bill = fakeSale({ kind: 'postpaid', state: 'inquired', total: 155_000, revision: 1 });
  const dearer = { ...bill, total: 175_000, revision: 2 };
  const pay = vi.fn<(input: unknown) => Promise<Result<Transaction>>>();
  pay.mockResolvedValue(fail('price_changed', 'x', { transaction: dearer, other: dearer }));
  vi.stubGlobal('window', { konter: { pay } });
  startAnewBill();
  hearSale(bill);
  useBill.setState({ phase: 'bill', billId: bill.id, tendered: 200_000 });
  expect(reviewBill()).toBe(true);
  hearSale(dearer);
  await payBill();
  expect(pay.mock.calls).toEqual([[{ id: bill.id, total: 155_000, tendered: 200_000 }]]);
  expect(useBill.getState()).toMatchObject({ phase: 'bill', totalBefore: 155_000, tendered: null, problem: null });
});

it('says in which mode the page is, when a bill is asked for and when it is paid', async () => {
  const bill = fakeSale({ kind: 'postpaid', state: 'inquired', total: 155_000 });
  const inquiry = vi.fn<(input: unknown) => Promise<Result<Transaction>>>().mockResolvedValue(ok(bill));
  const pay = vi.fn<(input: unknown) => Promise<Result<Transaction>>>().mockResolvedValue(ok(bill));
  vi.stubGlobal('window', { konter: { inquiry, pay, catalogue: { list: async () => ok({ items: [] }) } } });
  useStatus.setState({ status: statusOf([]) });
  startAnewBill();
  useBill.setState({ code: bill.productCode, customerNo: bill.customerNo });
  await inquire();
  expect(inquiry).toHaveBeenCalledWith(expect.objectContaining({ mode: 'training' }));
  expect(reviewBill()).toBe(true);
  await payBill();
  expect(pay).toHaveBeenCalledWith(expect.objectContaining({ mode: 'training' }));
});

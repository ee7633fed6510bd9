import { afterEach, expect, it, vi } from 'vitest';
import { startAnewBill, useBill } from '../../../src/renderer/screens/bills/bill-store.ts';
import { payBill, reviewBill } from '../../../src/renderer/screens/bills/pay-bill.ts';
import { hearSale } from '../../../src/renderer/store/sales.ts';
import { fail, type Result } from '../../../src/shared/contract/errors.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
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

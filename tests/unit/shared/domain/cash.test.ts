import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cashInDrawer,
  cashShortfall,
  cashToCollect,
  cashToReturn,
  changeDue,
  changeOf,
  changeToHandBack,
  handBack,
  handBackTogether,
  heldByMethod,
  moneyAtStake,
  moneyHeld,
  moneyMoves,
  moneyReturned,
  moneyToCollect,
  moneyToReturn,
  owedByMethod,
  paymentsOf,
  returnedByMethod,
  saleProfit,
  splitPayments,
  tabOwed,
  takenByMethod,
} from '../../../../src/shared/domain/cash.ts';
import {
  moneyMethods,
  noAmounts,
  type Payment,
  type PaymentMethod,
  paymentMethods,
  sumOf,
} from '../../../../src/shared/domain/payment.ts';
import { fakeSale } from '../../../support/fake-sales.ts';
import { anyMoney } from '../../../support/money.ts';

const at = '2026-03-02T04:00:00.000Z';
const unpaid = { tendered: null, cashReturnedAt: null, payments: [], tabPayments: [], returns: [] };
const paid = (method: PaymentMethod, amount: number): Payment => ({
  method,
  amount,
  reference: null,
  customerId: method === 'tab' ? 'customer-1' : null,
});

const rupiah = fc.option(fc.nat(100_000), { nil: null });
describe('the money of a sale', () => {
  it('is held or was returned, method by method, and is owed by one side at most', () => {
    fc.assert(
      fc.property(anyMoney, (sale) => {
        const held = heldByMethod(sale);
        const [taken, returned] = [takenByMethod(sale), returnedByMethod(sale)];
        for (const method of moneyMethods) expect(held[method] + returned[method]).toBe(taken[method]);
        expect(held.cash).toBe(cashInDrawer(sale));
        expect(moneyHeld(sale) + moneyReturned(sale)).toBe(moneyAtStake(sale));
        expect(Math.min(moneyToReturn(sale), moneyToCollect(sale))).toBe(0);
        expect(sumOf(owedByMethod(sale))).toBe(moneyToReturn(sale));
        expect(cashToReturn(sale)).toBeLessThanOrEqual(moneyToReturn(sale));
        expect(cashToCollect(sale)).toBeLessThanOrEqual(moneyToCollect(sale));
      }),
    );
  });

  it('moves by what every change says, so that the moves come to what is held', () => {
    fc.assert(
      fc.property(fc.array(anyMoney, { minLength: 1, maxLength: 5 }), (steps) => {
        const sums = noAmounts();
        steps.forEach((after, at) => {
          const moves = moneyMoves(steps[at - 1] ?? null, after);
          for (const method of paymentMethods) sums[method] += moves[method] ?? 0;
        });
        const last = steps.at(-1);
        expect(sums).toEqual(last && heldByMethod(last));
      }),
    );
  });

  it('is unchanged where all was paid in cash', () => {
    const sale = { ...unpaid, state: 'failed', total: 12_000, tendered: 20_000 } as const;
    expect(paymentsOf(sale)).toMatchObject([{ method: 'cash', amount: 12_000 }]);
    expect([cashInDrawer(sale), cashToReturn(sale), moneyToReturn(sale)]).toEqual([12_000, 12_000, 12_000]);
    expect(paymentsOf({ ...sale, tendered: null })).toEqual([]);
  });

  it('counts a tab as no money: it lapses with a sale that failed, and what was paid of it goes back', () => {
    const sale = {
      ...unpaid,
      state: 'success',
      total: 12_000,
      payments: [paid('qris', 5000), paid('tab', 7000)],
    } as const;
    expect(heldByMethod(sale)).toEqual({ ...noAmounts(), qris: 5000, tab: 7000 });
    const settled = { ...sale, tabPayments: [{ method: 'cash', amount: 3000, reference: null, at }] } as const;
    expect(heldByMethod(settled)).toEqual({ ...noAmounts(), cash: 3000, qris: 5000, tab: 4000 });
    expect(tabOwed({ ...settled, state: 'failed' })).toBe(0);
    expect(owedByMethod({ ...settled, state: 'failed' })).toEqual([
      { method: 'cash', amount: 3000 },
      { method: 'qris', amount: 5000 },
    ]);
  });

  it('leaves the drawer where it is returned in cash, however it came', () => {
    const failed = { ...unpaid, state: 'failed', total: 12_000, payments: [paid('qris', 12_000)] } as const;
    const back = { ...failed, cashReturnedAt: at, returns: [{ method: 'cash', amount: 12_000 }] } as const;
    expect(moneyMoves(failed, back)).toEqual({ cash: -12_000 });
    expect([moneyToReturn(back), cashInDrawer(back)]).toEqual([0, -12_000]);
  });

  it('has a change exactly where the cash covers the total', () => {
    fc.assert(
      fc.property(rupiah, rupiah, (total, tendered) => {
        const change = changeOf(total, tendered);
        const isCovered = total !== null && tendered !== null && cashShortfall(total, tendered) === 0;
        expect(change).toBe(isCovered ? tendered - total : null);
        expect(changeDue(total, tendered)).toBe(change ?? 0);
      }),
    );
  });
});

describe('what is handed back', () => {
  const sentAt = '2026-03-02T03:04:05.000Z';
  const failed = {
    ...unpaid,
    state: 'failed',
    total: 12_000,
    tendered: 20_000,
    change: 8000,
    cashReturnedAt: null,
    receiptNo: null,
    sentAt,
    settledAt: '2026-03-02T03:04:08.000Z',
  } as const;

  it('is price and change as one sum while the customer waits', () => {
    expect(handBack(failed)).toEqual({ sum: 20_000, refund: 12_000, change: 8000, includesChange: true });
    expect(handBack({ ...failed, state: 'unsent', settledAt: null })).toMatchObject({ sum: 20_000 });
  });

  it('is the price alone where the change had time to be handed over, or there is none', () => {
    const settledAt = '2026-03-02T03:06:00.000Z';
    expect(handBack({ ...failed, settledAt })).toEqual({
      sum: 12_000,
      refund: 12_000,
      change: 8000,
      includesChange: false,
    });
    expect(handBack({ ...failed, receiptNo: 'A1-000001' })).toMatchObject({ sum: 12_000 });
    // The clock was set back since it was sent: how long it took nobody knows.
    expect(handBack({ ...failed, settledAt: '2026-03-02T02:19:05.000Z' })).toMatchObject({ sum: 12_000, change: 8000 });
    expect(handBack({ ...failed, tendered: 12_000, change: 0 })).toEqual({
      sum: 12_000,
      refund: 12_000,
      change: 0,
      includesChange: false,
    });
  });

  it('adds the change of several that were paid together to the money of those that failed', () => {
    const toReturn = [{ method: 'cash' as const, amount: 12_000 }];
    const success = { ...failed, state: 'success' as const, receiptNo: 'A1-000002' };
    expect(handBackTogether(25_000, toReturn, [failed, success])).toEqual({
      sum: 37_000,
      refund: 12_000,
      change: 25_000,
      includesChange: true,
    });
    expect(handBackTogether(25_000, [], [success])).toBeNull();
    expect(changeToHandBack([failed, { ...failed, receiptNo: 'A1-000001' }, { ...failed, state: 'success' }])).toBe(
      8000,
    );
  });

  it('leaves out the change of several when one failed late, or money of one was handed back already', () => {
    const toReturn = [{ method: 'cash' as const, amount: 12_000 }];
    const alone = { sum: 12_000, refund: 12_000, change: 25_000, includesChange: false };
    const late = { ...failed, settledAt: new Date(Date.parse(sentAt) + 60 * 60_000).toISOString() };
    expect(handBackTogether(25_000, toReturn, [late])).toEqual(alone);
    expect(handBackTogether(25_000, toReturn, [failed, { ...failed, cashReturnedAt: sentAt }])).toEqual(alone);
  });

  it('is nothing once it was returned, without cash, and while the outcome may still be a success', () => {
    expect(handBack({ ...failed, cashReturnedAt: sentAt })).toBeNull();
    expect(handBack({ ...failed, tendered: null })).toBeNull();
    for (const state of ['pending', 'unknown', 'disputed', 'success'] as const) {
      expect(handBack({ ...failed, state })).toBeNull();
    }
  });
});

describe('the payments of a batch', () => {
  it('are split so that each sale’s come to its total, and all of them to what was paid', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 100 }), (totals, share) => {
        const total = totals.reduce((sum, each) => sum + each, 0);
        const first = Math.floor((total * share) / 100);
        const payments = [paid('qris', first), paid('cash', total - first)];
        const parts = splitPayments(totals, payments);
        expect(parts.map(sumOf)).toEqual(totals);
        for (const { method, amount } of payments) {
          expect(sumOf(parts.flat().filter((payment) => payment.method === method))).toBe(amount);
        }
        expect(parts.flat().every(({ amount }) => amount > 0)).toBe(true);
      }),
    );
  });
});

describe('what a sale earned', () => {
  const sold = fakeSale({ state: 'success', total: 12_000, price: 10_500 });

  it('is what was paid less what the provider took, else less what it was expected to cost', () => {
    expect(saleProfit(sold, 11_000)).toBe(1500);
    expect(saleProfit({ ...sold, price: null }, 11_000)).toBe(1000);
    expect(saleProfit({ ...sold, price: 12_500 }, null)).toBe(-500);
  });

  it('is not known without a cost, and nothing for what is no success', () => {
    expect(saleProfit({ ...sold, price: null }, null)).toBeNull();
    for (const state of ['failed', 'pending', 'unsent'] as const) expect(saleProfit({ ...sold, state }, 1)).toBeNull();
  });
});

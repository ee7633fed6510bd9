import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cashAtStake,
  cashInDrawer,
  cashReturned,
  cashShortfall,
  cashToCollect,
  cashToReturn,
  changeDue,
  changeOf,
} from '../../../../src/shared/domain/cash.ts';
import { transactionStates } from '../../../../src/shared/domain/transaction.ts';

const rupiah = fc.option(fc.nat(100_000), { nil: null });
const sale = fc.record({
  state: fc.constantFrom(...transactionStates),
  total: rupiah,
  tendered: rupiah,
  cashReturnedAt: fc.option(fc.constant('2026-03-02T04:00:00.000Z'), { nil: null }),
});

describe('the money of a sale', () => {
  it('is in the drawer or was given back, and is owed by one side at most', () => {
    fc.assert(
      fc.property(sale, (given) => {
        expect(cashInDrawer(given) + cashReturned(given)).toBe(cashAtStake(given));
        expect(Math.min(cashToReturn(given), cashToCollect(given))).toBe(0);
        expect(cashToReturn(given) + cashToCollect(given)).toBeLessThanOrEqual(cashAtStake(given));
      }),
    );
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

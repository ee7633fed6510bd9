import { describe, expect, it } from 'vitest';
import { findSubmittedSale } from '../../../src/renderer/features/checkout/submission.ts';
import { allowedActions } from '../../../src/renderer/features/receipts/detail/allowed-actions.ts';
import { noFilter, searchOf, shows } from '../../../src/renderer/features/receipts/filter.ts';
import { newerSale } from '../../../src/renderer/state/sales.ts';
import { TransactionSearch } from '../../../src/shared/contract/transactions.ts';
import { isOverdue } from '../../../src/shared/domain/transaction.ts';
import { fakeSale } from '../../support/fake-sales.ts';

const sentAt = '2026-03-02T03:00:00.000Z';
const now = Date.parse(sentAt);
const minute = 60_000;

describe('what the list of receipts shows', () => {
  it('asks for the states of a view, and only for what is set', () => {
    expect(searchOf(noFilter, null)).toEqual({ limit: 50 });
    const asked = searchOf({ view: 'pending', kind: 'prepaid', text: ' 0812 ' }, 'c1');
    expect(TransactionSearch.parse(asked)).toEqual({
      limit: 200,
      text: '0812',
      states: ['sending', 'pending'],
      kinds: ['prepaid'],
      cursor: 'c1',
    });
  });

  it('shows as overdue only orders that are pending for longer than the shop waits', () => {
    const sale = fakeSale({ state: 'pending', sentAt });
    expect(isOverdue(sale, now + 10 * minute, 10 * minute)).toBe(true);
    expect(isOverdue(sale, now + 10 * minute - 1, 10 * minute)).toBe(false);
    expect(isOverdue({ ...sale, state: 'success' }, now + 99 * minute, 10 * minute)).toBe(false);
  });

  it('asks for the cash to return or to collect alone, not for all that ever failed or succeeded', () => {
    for (const view of ['cashToReturn', 'cashToCollect'] as const) {
      const asked = searchOf({ ...noFilter, view }, null);
      expect(TransactionSearch.parse(asked)).toEqual({ limit: 50, only: view });
    }
  });

  it('shows as cash to collect only successes whose cash was handed back', () => {
    expect(shows('cashToCollect', fakeSale({ cashReturnedAt: sentAt }), now, 10)).toBe(true);
    expect(shows('cashToCollect', fakeSale(), now, 10)).toBe(false);
    expect(shows('cashToCollect', fakeSale({ state: 'failed', cashReturnedAt: sentAt }), now, 10)).toBe(false);
  });

  it('shows as cash to return only failed sales whose cash nobody has given back', () => {
    expect(shows('cashToReturn', fakeSale({ state: 'failed' }), now, 10)).toBe(true);
    expect(shows('cashToReturn', fakeSale({ state: 'failed', cashReturnedAt: sentAt }), now, 10)).toBe(false);
  });
});

describe('what may be done with a sale', () => {
  it('offers to record the outcome of what nothing else can settle', () => {
    expect(allowedActions(fakeSale({ state: 'unknown' }), now, 10).resolve).toBe(true);
    expect(allowedActions(fakeSale({ state: 'disputed' }), now, 10).resolve).toBe(true);
    expect(allowedActions(fakeSale({ state: 'success', sn: null }), now, 10).resolve).toBe(true);
    expect(allowedActions(fakeSale({ state: 'success' }), now, 10).resolve).toBe(false);
    expect(allowedActions(fakeSale({ state: 'pending', sentAt }), now, 10).resolve).toBe(false);
  });

  it('never offers to repeat what is not settled', () => {
    for (const state of ['sending', 'pending', 'unknown', 'disputed'] as const) {
      expect(allowedActions(fakeSale({ state, sentAt }), now, 10).repeat).toBe(false);
    }
  });
});

describe('sales that are told twice', () => {
  it('keeps the later revision, whichever came first', () => {
    const early = fakeSale({ revision: 2, state: 'pending' });
    const late = fakeSale({ revision: 3, state: 'success' });
    expect(newerSale(early, late)).toBe(late);
    expect(newerSale(late, early)).toBe(late);
    expect(newerSale(undefined, early)).toBe(early);
  });

  it('finds the sale of the button that was just pressed, and no earlier one of the same number', () => {
    const asked = { productCode: 'TSEL10', customerNo: '081234567890' };
    const old = fakeSale({ id: 'old', sentAt: '2026-03-02T02:00:00.000Z' });
    const fresh = fakeSale({ id: 'fresh', sentAt });
    expect(findSubmittedSale({ old, fresh }, asked, now - 2000)?.id).toBe('fresh');
    expect(findSubmittedSale({ old }, asked, now - 2000)).toBeNull();
  });
});

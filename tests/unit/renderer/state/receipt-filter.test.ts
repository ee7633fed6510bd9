import { describe, expect, it } from 'vitest';
import { isFiltered, noFilter, outlineOf, searchOf, shows } from '../../../../src/renderer/state/receipt-filter.ts';
import { TransactionSearch } from '../../../../src/shared/contract/transactions.ts';
import { isOverdue } from '../../../../src/shared/domain/transaction.ts';
import { fakeSale } from '../../../support/fake-sales.ts';

const sentAt = '2026-03-02T03:00:00.000Z';
const now = Date.parse(sentAt);
const minute = 60_000;

describe('what the list of receipts shows', () => {
  it('leaves out bills that were only looked up, unless they are asked for or searched for', () => {
    const states = searchOf(noFilter, null).states ?? [];
    expect(states).toContain('success');
    expect(states).not.toContain('inquired');
    expect(states).not.toContain('expired');
    expect(searchOf({ ...noFilter, view: 'inquired' }, null).states).toEqual(['inquired', 'expired']);
    expect(searchOf({ ...noFilter, text: '0812' }, null)).toEqual({ limit: 50, text: '0812' });
  });

  it('asks for the states of a view, and only for what is set', () => {
    const query = searchOf({ ...noFilter, view: 'pending', kind: 'prepaid', text: ' 0812 ' }, 'c1');
    expect(TransactionSearch.parse(query)).toEqual({
      limit: 200,
      text: '0812',
      states: ['sending', 'pending'],
      kinds: ['prepaid'],
      cursor: 'c1',
    });
  });

  it('asks an office for one counter, in the list, its outline and nowhere else', () => {
    const filter = { ...noFilter, counter: 'a1' };
    expect(TransactionSearch.parse(searchOf(filter, null))).toMatchObject({ counter: 'a1' });
    expect(outlineOf(filter)).toMatchObject({ counter: 'a1' });
    expect(isFiltered(filter)).toBe(true);
    expect(searchOf(noFilter, null)).not.toHaveProperty('counter');
  });

  it('shows as overdue only orders that are pending for longer than the shop waits', () => {
    const sale = fakeSale({ state: 'pending', sentAt });
    expect(isOverdue(sale, now + 10 * minute, 10 * minute)).toBe(true);
    expect(isOverdue(sale, now + 10 * minute - 1, 10 * minute)).toBe(false);
    expect(isOverdue({ ...sale, state: 'success' }, now + 99 * minute, 10 * minute)).toBe(false);
  });

  it('asks for the cash to return or to collect alone, not for all that ever failed or succeeded', () => {
    for (const view of ['cashToReturn', 'cashToCollect'] as const) {
      const query = searchOf({ ...noFilter, view }, null);
      expect(TransactionSearch.parse(query)).toEqual({ limit: 50, only: view });
    }
  });

  it('shows as cash to collect only successes whose cash was handed back', () => {
    expect(shows('cashToCollect', fakeSale({ cashReturnedAt: sentAt }), now, 10)).toBe(true);
    expect(shows('cashToCollect', fakeSale(), now, 10)).toBe(false);
    expect(shows('cashToCollect', fakeSale({ state: 'failed', cashReturnedAt: sentAt }), now, 10)).toBe(false);
  });

  it('shows as cash to return only failed sales whose cash nobody has returned', () => {
    expect(shows('cashToReturn', fakeSale({ state: 'failed' }), now, 10)).toBe(true);
    expect(shows('cashToReturn', fakeSale({ state: 'failed', cashReturnedAt: sentAt }), now, 10)).toBe(false);
  });
});

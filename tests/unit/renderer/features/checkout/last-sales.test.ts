import { describe, expect, it } from 'vitest';
import { isPrintable, lastOf } from '../../../../../src/renderer/features/checkout/last-sales.ts';
import type { TransactionState } from '../../../../../src/shared/domain/transaction.ts';
import { fakeSale } from '../../../../support/fake-sales.ts';

const sale = (id: string, minute: number, state: TransactionState = 'success') =>
  fakeSale({ id, state, createdAt: `2026-11-29T10:${minute}:00.000Z` });

describe('the last sales', () => {
  it('are the three newest that were made, whatever order they came in', () => {
    const sales = [
      sale('b', 20),
      sale('looked-up', 50, 'inquired'),
      sale('d', 40, 'failed'),
      sale('a', 10),
      sale('c', 30),
    ];
    expect(lastOf(sales).map(({ id }) => id)).toEqual(['d', 'c', 'b']);
    expect(lastOf([])).toEqual([]);
  });

  it('have a slip unless nothing was sold', () => {
    const states: TransactionState[] = ['success', 'pending', 'unknown', 'failed', 'unsent'];
    expect(states.filter((state) => isPrintable(sale('x', 10, state)))).toEqual(['success', 'pending', 'unknown']);
  });
});

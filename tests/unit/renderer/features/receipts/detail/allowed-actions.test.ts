import { describe, expect, it } from 'vitest';
import { allowedActions } from '../../../../../../src/renderer/features/receipts/detail/allowed-actions.ts';
import { fakeSale } from '../../../../../support/fake-sales.ts';

const sentAt = '2026-03-02T03:00:00.000Z';
const now = Date.parse(sentAt);

describe('what may be done with a sale', () => {
  it('offers to record the outcome of what nothing else can settle', () => {
    expect(allowedActions(fakeSale({ state: 'unknown' }), now, 10).resolve).toBe(true);
    expect(allowedActions(fakeSale({ state: 'disputed' }), now, 10).resolve).toBe(true);
    expect(allowedActions(fakeSale({ state: 'success', sn: null }), now, 10).resolve).toBe(true);
    expect(allowedActions(fakeSale({ state: 'success' }), now, 10).resolve).toBe(false);
    expect(allowedActions(fakeSale({ state: 'pending', sentAt }), now, 10).resolve).toBe(false);
  });

  it('neither repeats nor prints a line of a batch that waits to be sent', () => {
    const payments = [{ method: 'cash' as const, amount: 12_000, reference: null, customerId: null }];
    const line = fakeSale({ state: 'unsent', flags: ['batch_line'], payments, total: 12_000 });
    const waiting = { ...line, sentAt: null };
    expect(allowedActions(waiting, now, 10)).toMatchObject({ repeat: false, print: false, returnCash: true });
    const returned = { ...waiting, cashReturnedAt: sentAt };
    expect(allowedActions(returned, now, 10)).toMatchObject({ repeat: true, print: true });
  });

  it('leaves to the counter what an office cannot do, and prints a copy there', () => {
    for (const sale of [
      fakeSale({ state: 'unknown' }),
      fakeSale({ state: 'success' }),
      fakeSale({ state: 'failed' }),
    ]) {
      const there = { resolve: false, correct: false, returnCash: false, repeat: false };
      expect(allowedActions(sale, now, 10, true)).toMatchObject({ ...there, print: true });
    }
  });

  it('never offers to repeat what is not settled', () => {
    for (const state of ['sending', 'pending', 'unknown', 'disputed'] as const) {
      expect(allowedActions(fakeSale({ state, sentAt }), now, 10).repeat).toBe(false);
    }
  });
});

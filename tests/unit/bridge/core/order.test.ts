import { describe, expect, test } from 'vitest';
import { applyWord, mayLeave, nextLook, type Order } from '../../../../src/bridge/core/order.ts';
import type { Word } from '../../../../src/bridge/core/provider-adapter.ts';
import { sentOrder } from '../../../support/bridge-order.ts';

const minute = 60_000;
const sentAt = 1_000 * minute;
const buying = { checkBuys: true };
const pending = sentOrder(sentAt);
const word = (says: Word['says'], more: Partial<Word> = {}): Word => ({
  says,
  code: '',
  message: 'pesan',
  sn: says === 'success' ? '123' : '',
  cost: null,
  total: null,
  customerName: '',
  ...more,
});
const after = (order: Order, reported: Word, now = sentAt + 1_000, source: 'answer' | 'webhook' = 'answer') =>
  applyWord(order, reported, { source, rules: buying, now });

describe('what a provider says of a pending order', () => {
  test('ends it, where it is a success, a failure or a refund', () => {
    expect(after(pending, word('success', { cost: 10_450 }))).toMatchObject({
      order: { state: 'success', sn: '123', cost: 10_450, nextAt: null },
      result: 'success',
    });
    expect(after(pending, word('failed'))).toMatchObject({ order: { state: 'failed', sn: '' }, result: 'failed' });
    const refunded = after(pending, word('refunded'));
    expect(refunded).toMatchObject({ order: { state: 'failed', contradicted: 1 }, result: 'failed' });
  });

  test('as a refusal is believed of the first request alone, and of one that nothing was said of', () => {
    expect(after(pending, word('refused')).result).toBe('failed');
    const others: Partial<Order>[] = [{ attempts: 2 }, { accepted: 1 }, { doubt: '01', doubtAt: sentAt }];
    for (const other of others) expect(after({ ...pending, ...other }, word('refused')).result).toBeNull();
  });

  test('as a timeout fails it when a check a minute later says the same', () => {
    const first = after(pending, word('look_again', { code: '01' }));
    expect(first).toMatchObject({ order: { state: 'pending', doubt: '01' }, result: null });
    const later = sentAt + 1_000 + minute;
    const second = { ...first.order, attempts: 2 };
    const again = (code: string, now: number, source: 'answer' | 'webhook' = 'answer') =>
      after(second, word('look_again', { code }), now, source);
    expect(again('01', later).result).toBe('failed');
    expect(again('01', later - 2_000).result).toBeNull();
    expect(again('70', later)).toMatchObject({ order: { doubt: '70' }, result: null });
    expect(again('01', later, 'webhook').result).toBeNull();
    for (const says of ['pending', 'unclear'] as const)
      expect(after(second, word(says), later)).toMatchObject({
        order: { state: 'pending', doubt: null },
        result: null,
      });
  });

  test('that is unclear leaves it pending', () => {
    expect(after(pending, word('unclear'))).toMatchObject({ order: { state: 'pending', accepted: 0 }, result: null });
    expect(after(pending, word('pending'))).toMatchObject({ order: { state: 'pending', accepted: 1 }, result: null });
  });

  test('of a bill that was not paid counts for nothing', () => {
    const inquired: Order = { ...pending, kind: 'bill', state: 'inquired', sentAt: null };
    for (const says of ['success', 'failed', 'refunded', 'pending'] as const)
      expect(after(inquired, word(says))).toEqual({ order: inquired, result: null });
  });
});

describe('what it says of an order that has ended', () => {
  const success = after(pending, word('success')).order;
  const failed = after(pending, word('failed')).order;

  test('is a second result where it is the other end, once', () => {
    const refunded = after(success, word('refunded'));
    expect(refunded).toMatchObject({ order: { state: 'failed', contradicted: 1 }, result: 'failed' });
    expect(after(refunded.order, word('success')).result).toBeNull();
    const disputed = after(failed, word('success'));
    expect(disputed).toMatchObject({ order: { state: 'success', contradicted: 1 }, result: 'success' });
    expect(after(disputed.order, word('failed')).result).toBeNull();
    // A refund comes after whatever was said.
    expect(after(disputed.order, word('refunded')).result).toBe('failed');
  });

  test('is nothing new where it is the same, a refusal, a timeout or unclear', () => {
    const nothingNew = ['pending', 'refused', 'look_again', 'unclear'] as const;
    for (const says of ['success', ...nothingNew] as const)
      expect(after(success, word(says))).toEqual({ order: success, result: null });
    for (const says of ['failed', ...nothingNew] as const)
      expect(after(failed, word(says))).toEqual({ order: failed, result: null });
  });

  test('completes a success whose serial number was missing', () => {
    const bare = after(pending, word('success', { sn: '' })).order;
    expect(after(bare, word('success', { sn: '456' }))).toMatchObject({ order: { sn: '456' }, result: 'success' });
    expect(after(success, word('success', { sn: '456' }))).toMatchObject({ order: { sn: '123' }, result: null });
  });
});

describe('when it is asked about', () => {
  test('a check that buys leaves within nine minutes of the first request, and not before it', () => {
    const at = (ms: number, change: Partial<Order> = {}) =>
      mayLeave({ ...pending, attempts: 2, ...change }, buying, sentAt + ms);
    expect([at(0), at(minute), at(9 * minute)]).toEqual([true, true, true]);
    expect([at(-1), at(9 * minute + 1), at(90 * minute)]).toEqual([false, false, false]);
    expect(at(0, { state: 'success' })).toBe(false);
    // A payment that lay committed while the machine slept is a purchase too.
    expect(at(90 * minute, { attempts: 1, kind: 'bill' })).toBe(false);
  });

  test('one that only reads may always', () => {
    const bill: Order = { ...pending, kind: 'bill', attempts: 2 };
    expect(mayLeave(bill, buying, sentAt + 600 * minute)).toBe(true);
    expect(mayLeave({ ...pending, attempts: 2 }, { checkBuys: false }, sentAt + 600 * minute)).toBe(true);
  });

  test('never within a minute, and at last not any more', () => {
    let now = sentAt + 500;
    const times: number[] = [];
    for (let attempts = 1; ; attempts += 1) {
      const next = nextLook({ ...pending, attempts }, buying, now);
      if (next === null) break;
      expect(next - now).toBeGreaterThan(minute);
      times.push(next - sentAt);
      now = next + 500;
    }
    expect(times.length).toBeGreaterThan(2);
    expect(Math.max(...times)).toBeLessThan(9 * minute);
  });

  test('a bill is asked about for days, ever more rarely', () => {
    const pauseAfter = (attempts: number, ms: number) => {
      const next = nextLook({ ...pending, kind: 'bill', attempts }, buying, sentAt + ms);
      return next === null ? null : next - sentAt - ms;
    };
    expect([pauseAfter(1, 0), pauseAfter(3, 0), pauseAfter(50, 0)]).toEqual([65_000, 120_000, 60 * minute]);
    expect(pauseAfter(50, 4 * 24 * 60 * minute)).toBeNull();
  });
});

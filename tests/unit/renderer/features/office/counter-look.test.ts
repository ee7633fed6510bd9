import { describe, expect, it } from 'vitest';
import {
  freshnessOf,
  helpFor,
  isNothingShipped,
  nextStep,
  shopTotals,
} from '../../../../../src/renderer/features/office/counter-look.ts';
import type { OfficeState } from '../../../../../src/shared/contract/office.ts';
import { fakeCounter } from '../../../../support/fake-office.ts';

const state = (more: Partial<OfficeState>): OfficeState => ({ relay: 'reachable', at: null, counters: [], ...more });
const empty = fakeCounter('a1', 'Kasir 1', { state: 'empty', lastEventAt: null });

describe('the counters of an office', () => {
  it('calls no counter up to date while the relay is away, and hides no fault behind that', () => {
    expect(freshnessOf({ state: 'following' }, 'reachable')).toBe('following');
    for (const freshness of ['following', 'behind', 'joining'] as const) {
      expect(freshnessOf({ state: freshness }, 'unreachable')).toBe('as_of');
    }
    expect(freshnessOf({ state: 'damaged' }, 'unreachable')).toBe('damaged');
    expect(freshnessOf({ state: 'revoked' }, 'unreachable')).toBe('revoked');
  });

  it('shows the way to join until one counter has shipped something', () => {
    expect(isNothingShipped(state({}))).toBe(true);
    expect(isNothingShipped(state({ counters: [empty] }))).toBe(true);
    expect(isNothingShipped(state({ counters: [empty, fakeCounter('b2', 'Kasir 2', { state: 'joining' })] }))).toBe(
      false,
    );
  });

  it('goes on with the step that is not done: the mailbox, the code, the counters', () => {
    expect(nextStep(state({ relay: 'not_configured' }))).toBe(0);
    expect(nextStep(state({ relay: 'no_office' }))).toBe(0);
    expect(nextStep(state({ relay: 'unreachable' }))).toBe(2);
    expect(nextStep(state({}))).toBe(3);
    expect(nextStep(state({ relay: 'unreachable', counters: [empty] }))).toBe(3);
  });

  it('says of which counter a person has to see to, and why', () => {
    expect(helpFor(fakeCounter('a1', 'Kasir 1'))).toBeNull();
    expect(helpFor(fakeCounter('a1', 'Kasir 1', { state: 'behind' }))).toBeNull();
    expect(helpFor(fakeCounter('a1', 'Kasir 1', { state: 'newer' }))).toBe('newer');
    expect(helpFor(fakeCounter('a1', 'Kasir 1', { sameSeries: 'b2' }))).toBe('same_series');
  });

  it('adds up what is open at all of them', () => {
    const counters = [
      fakeCounter('a1', 'Kasir 1', { unresolved: { count: 2, amount: 64_000 }, onTab: { count: 1, amount: 5000 } }),
      fakeCounter('b2', 'Kasir 2', { unresolved: { count: 1, amount: 12_000 } }),
    ];
    expect(shopTotals(counters)).toEqual({
      unresolved: { count: 3, amount: 76_000 },
      toReturn: { count: 0, amount: 0 },
      toCollect: { count: 0, amount: 0 },
      onTab: { count: 1, amount: 5000 },
    });
  });
});

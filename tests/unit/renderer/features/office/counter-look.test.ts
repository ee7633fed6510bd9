import { describe, expect, it } from 'vitest';
import {
  freshnessOf,
  helpFor,
  isContactKnown,
  isNothingShipped,
  nextStep,
  shopTotals,
  silentCounters,
} from '../../../../../src/renderer/features/office/counter-look.ts';
import type { OfficeState } from '../../../../../src/shared/contract/office.ts';
import { fakeCounter } from '../../../../support/fake-office.ts';

const state = (more: Partial<OfficeState>): OfficeState => ({ relay: 'reachable', at: null, counters: [], ...more });
const empty = fakeCounter('a1', 'Kasir 1', { state: 'empty', lastEventAt: null });

describe('the counters of an office', () => {
  it('calls no counter up to date while the relay is away, and hides no fault behind that', () => {
    expect(freshnessOf({ state: 'following', silentSince: null }, 'reachable')).toBe('connected');
    // An older relay does not report it.
    expect(freshnessOf({ state: 'following' }, 'reachable')).toBe('following');
    for (const freshness of ['following', 'behind', 'joining'] as const) {
      expect(freshnessOf({ state: freshness }, 'unreachable')).toBe('as_of');
    }
    expect(freshnessOf({ state: 'damaged' }, 'unreachable')).toBe('damaged');
    expect(freshnessOf({ state: 'revoked' }, 'unreachable')).toBe('revoked');
  });

  it('distinguishes a counter that is off from an idle one, and not while the relay itself is away', () => {
    const silentSince = '2026-11-28T06:45:00.000Z';
    const off = fakeCounter('a1', 'Kasir 1', { silentSince });
    const idle = fakeCounter('b2', 'Kasir 2', { lastEventAt: '2026-11-28T01:00:00.000Z' });
    expect(freshnessOf(off, 'reachable')).toBe('silent');
    expect(freshnessOf({ ...off, state: 'behind' }, 'reachable')).toBe('silent');
    expect(freshnessOf({ ...off, state: 'damaged' }, 'reachable')).toBe('damaged');
    expect(freshnessOf(idle, 'reachable')).toBe('connected');
    expect(silentCounters(state({ counters: [off, idle] }))).toEqual([off]);
    expect(silentCounters(state({ relay: 'unreachable', counters: [off, idle] }))).toEqual([]);
    expect(isContactKnown(state({ counters: [off, idle] }))).toBe(true);
    expect(isContactKnown(state({ counters: [off, { ...idle, silentSince: undefined }] }))).toBe(false);
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

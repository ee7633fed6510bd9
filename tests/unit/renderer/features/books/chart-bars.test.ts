import { describe, expect, it } from 'vitest';
import { barsOf, drawnValue, namedBars, ticksOver } from '../../../../../src/renderer/features/books/chart-bars.ts';
import type { NamedLine } from '../../../../../src/shared/contract/ledger.ts';
import { emptyOpenTotals, emptyTotals, toReportRow } from '../../../../../src/shared/domain/sales-report.ts';
import { fakeLine } from '../../../../support/fake-features.ts';

const today = '2026-03-02';
const named = (key: string, success: number): NamedLine => ({ key, name: null, line: fakeLine(success) });
const onlyFailed: NamedLine = {
  key: 'X',
  name: null,
  line: toReportRow({ ...emptyTotals(), failed: 2 }, emptyOpenTotals()),
};

describe('the bars of a chart', () => {
  it('keep hours without a sale as gaps between the first and the last', () => {
    const bars = barsOf('hour', [named('08', 3), named('11', 5)], 'turnover', { from: today, to: today });
    expect(bars.map(({ key, value }) => [key, value])).toEqual([
      ['08', 36_000],
      ['09', 0],
      ['10', 0],
      ['11', 60_000],
    ]);
  });

  it('keep every day of a month, also before its first sale', () => {
    const bars = barsOf('day', [named('2026-03-31', 1)], 'count', { from: '2026-03-01', to: '2026-03-31' });
    expect(bars).toHaveLength(31);
    expect(bars.at(-1)?.value).toBe(1);
  });

  it('keep months in their order, however much each sold', () => {
    const days = { from: '2026-03-01', to: '2026-04-30' };
    const bars = barsOf('month', [named('2026-03', 1), named('2026-04', 5)], 'count', days);
    expect(bars.map(({ key }) => key)).toEqual(['2026-03', '2026-04']);
  });

  it('put the largest first, and what is left of a long list into one that says of how many it is', () => {
    const lines = Array.from({ length: 14 }, (_, n) => named(`P${n}`, n + 1));
    const bars = barsOf('product', lines, 'count', { from: today, to: today });
    expect(bars).toHaveLength(10);
    expect(bars[0]).toMatchObject({ key: 'P13', value: 14 });
    expect(bars.at(-1)).toMatchObject({ line: null, rest: 5, value: 1 + 2 + 3 + 4 + 5 });
    // Their sum is a figure beside the bars, which it would flatten.
    expect(bars.map(drawnValue)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 0]);
  });

  it('leave the sales without a shift out of the shifts, which they would flatten', () => {
    const bars = barsOf('shift', [named('1', 3), named('2', 5), named('', 900)], 'count', { from: today, to: today });
    expect(bars.map(({ key, value }) => [key, value])).toEqual([
      ['1', 3],
      ['2', 5],
    ]);
  });

  it('leave a margin that nobody knows unknown instead of nothing', () => {
    expect(barsOf('product', [onlyFailed], 'margin', { from: today, to: today })[0]?.value).toBeNull();
  });
});

describe('the names under the bars', () => {
  const namesOf = (days: { from: string; to: string }, fit: number) => {
    const bars = barsOf('day', [named(days.from, 1), named(days.to, 1)], 'count', days);
    return [...namedBars('day', bars, fit)].map((place) => bars[place]?.key);
  };

  it('are as many as have room, at even steps', () => {
    expect(namesOf({ from: '2026-03-01', to: '2026-03-09' }, 3)).toEqual(['2026-03-01', '2026-03-04', '2026-03-07']);
  });

  it('are the first ones of months over many days', () => {
    const firsts = ['2026-01-01', '2026-02-01', '2026-03-01'];
    expect(namesOf({ from: '2025-12-16', to: '2026-03-02' }, 9)).toEqual(firsts);
    expect(namesOf({ from: '2026-01-01', to: '2026-03-30' }, 9)).toEqual(firsts);
    expect(namesOf({ from: '2026-01-01', to: '2026-03-30' }, 2)).toEqual(['2026-01-01', '2026-03-01']);
  });
});

describe('the axis of a chart', () => {
  it.each([
    [
      [216_000, 0],
      [0, 50_000, 100_000, 150_000, 200_000, 250_000],
    ],
    [
      [60_000, -36_000],
      [-40_000, -20_000, 0, 20_000, 40_000, 60_000],
    ],
    [[3], [0, 1, 2, 3]],
    [[-7], [-8, -6, -4, -2, 0]],
    [[], [0, 1]],
  ])('%j: has round steps, zero, and room for every bar', (values, ticks) => {
    expect(ticksOver(values)).toEqual(ticks);
  });
});

import { describe, expect, it } from 'vitest';
import { daysOf, everyDay, rangeWith } from '../../../src/renderer/features/books/books-store.ts';
import { barsOf } from '../../../src/renderer/features/books/chart-bars.ts';
import { inLittleRoom, rateText, shortAmount, shortDay } from '../../../src/renderer/features/books/report-text.ts';
import type { NamedLine } from '../../../src/shared/contract/ledger.ts';
import { emptyOpenTotals, emptyTotals, toReportRow } from '../../../src/shared/domain/sales-report.ts';
import { fakeLine } from '../../support/fake-features.ts';

const today = '2026-03-02';
const named = (key: string, success: number): NamedLine => ({ key, name: null, line: fakeLine(success) });
const onlyFailed: NamedLine = {
  key: 'X',
  name: null,
  line: toReportRow({ ...emptyTotals(), failed: 2 }, emptyOpenTotals()),
};

describe('the days that the books are about', () => {
  it.each([
    ['today', { from: '2026-03-02', to: '2026-03-02' }],
    ['yesterday', { from: '2026-03-01', to: '2026-03-01' }],
    ['week', { from: '2026-02-24', to: '2026-03-02' }],
    ['month', { from: '2026-03-01', to: '2026-03-02' }],
  ] as const)('%s', (name, days) => {
    expect(daysOf({ name, range: null }, today)).toEqual(days);
  });

  it('are those that were chosen, and today until some are', () => {
    const range = { from: '2026-01-05', to: '2026-02-01' };
    expect(daysOf({ name: 'range', range }, today)).toEqual(range);
    expect(daysOf({ name: 'range', range: null }, today)).toEqual({ from: today, to: today });
  });

  it('never run backwards: the field that was not touched gives way', () => {
    const days = { from: '2026-03-01', to: '2026-03-02' };
    expect(rangeWith(days, { from: '2026-03-09' })).toEqual({ from: '2026-03-09', to: '2026-03-09' });
    expect(rangeWith(days, { to: '2026-02-01' })).toEqual({ from: '2026-02-01', to: '2026-02-01' });
    expect(rangeWith(days, { from: '2026-02-28' })).toEqual({ from: '2026-02-28', to: '2026-03-02' });
  });

  it('stay as they are while a field holds no day', () => {
    const days = { from: today, to: today };
    for (const from of ['', '2026-13-01', '0002-01-01']) expect(rangeWith(days, { from })).toBeNull();
  });

  it('go over the end of a month and of a leap February', () => {
    expect(everyDay({ from: '2028-02-28', to: '2028-03-01' })).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  });
});

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

  it('put the largest first, and what is left of a long list into one that says of how many it is', () => {
    const lines = Array.from({ length: 14 }, (_, n) => named(`P${n}`, n + 1));
    const bars = barsOf('product', lines, 'count', { from: today, to: today });
    expect(bars).toHaveLength(10);
    expect(bars[0]).toMatchObject({ key: 'P13', value: 14 });
    expect(bars.at(-1)).toMatchObject({ line: null, rest: 5, value: 1 + 2 + 3 + 4 + 5 });
  });

  it('leave a margin that nobody knows unknown instead of nothing', () => {
    expect(barsOf('product', [onlyFailed], 'margin', { from: today, to: today })[0]?.value).toBeNull();
  });
});

describe('figures in words', () => {
  it('say no rate while nothing was tried, and never round a failure away', () => {
    expect(rateText(null, 'id')).toBeNull();
    expect(rateText(1, 'id')).toBe('100%');
    expect(rateText(0.9999, 'id')).toBe('99,9%');
    expect(rateText(0.985, 'en')).toBe('98.5%');
  });

  it.each([
    [950, '950', '950'],
    [12_500, '12,5 rb', '12.5 k'],
    [999_499, '999 rb', '999 k'],
    [999_500, '1 jt', '1 m'],
    [1_080_000, '1,1 jt', '1.1 m'],
    [2_400_000_000, '2,4 M', '2.4 bn'],
    [-45_000, '-45 rb', '-45 k'],
  ])('%i is short as %s', (amount, indonesian, english) => {
    // On one line, however narrow.
    expect(shortAmount(amount, 'id')).toBe(indonesian.replace(' ', '\u00a0'));
    expect(shortAmount(amount, 'en')).toBe(english.replace(' ', '\u00a0'));
  });

  it('shorten a long name in its middle, and keep what tells it from its kin', () => {
    expect(inLittleRoom('Telkomsel 10.000')).toBe('Telkomsel 10.000');
    const short = inLittleRoom('Telkomsel Data Combo Sakti 12 GB 30 hari');
    expect(short).toBe('Telkomsel Dat…12 GB 30 hari');
    expect(short.length).toBeLessThanOrEqual(28);
  });

  it('name a day by its weekday, wherever the machine stands', () => {
    expect(shortDay('2026-03-02', 'id')).toBe('Sen 02/03');
    expect(shortDay('2026-03-02', 'en')).toBe('Mon 02/03');
  });
});

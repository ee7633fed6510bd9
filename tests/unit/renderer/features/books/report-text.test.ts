import { describe, expect, it } from 'vitest';
import {
  countText,
  measureText,
  rateText,
  shortAmount,
  shortDay,
  shortenName,
} from '../../../../../src/renderer/features/books/report-text.ts';

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

  it('count sales as the language writes numbers, and amounts of rupiah alike in both', () => {
    expect(countText(1946, 'id')).toBe('1.946');
    expect(countText(1946, 'en')).toBe('1,946');
    expect(measureText(1946, 'count', 'en')).toBe('1,946');
    expect(measureText(1946, 'turnover', 'en')).toBe('Rp1.946');
  });

  it('shorten a long name in its middle, and keep what tells it from its kin', () => {
    expect(shortenName('Telkomsel 10.000')).toBe('Telkomsel 10.000');
    const short = shortenName('Telkomsel Data Combo Sakti 12 GB 30 hari');
    expect(short).toBe('Telkomsel Dat…12 GB 30 hari');
    expect(short.length).toBeLessThanOrEqual(28);
  });

  it('name a day by its weekday, wherever the machine stands', () => {
    expect(shortDay('2026-03-02', 'id')).toBe('Sen 02/03');
    expect(shortDay('2026-03-02', 'en')).toBe('Mon 02/03');
  });
});

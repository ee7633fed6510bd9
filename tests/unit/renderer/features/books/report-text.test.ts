import { describe, expect, it } from 'vitest';
import {
  countText,
  measureText,
  rateText,
  shiftPeople,
  shiftSpan,
  shortAmount,
  shortDay,
  shortenName,
} from '../../../../../src/renderer/features/books/report-text.ts';
import { dateTimeText } from '../../../../../src/renderer/i18n/time-text.ts';
import { t } from '../../../../../src/renderer/i18n/translation.ts';

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

  it('shorten a long name in its middle, and keep what distinguishes it from its kin', () => {
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

describe('when a shift was open, and whose it was', () => {
  const openedAt = '2026-11-27T00:58:00.000Z';
  const closedAt = (at: string, by = 'Sari') => ({ at, by, counted: null, count: null, expected: 0, difference: null });
  const span = (end: string | null) =>
    shiftSpan({ openedAt, closed: end === null ? null : closedAt(end) }, 'Asia/Jakarta', (iso) =>
      dateTimeText(iso, 'Asia/Jakarta'),
    );

  it('names the day of the end only where it is another', () => {
    expect(span(null)).toBe('27/11/2026 07:58');
    expect(span('2026-11-27T14:05:00.000Z')).toBe('27/11/2026 07:58 – 21:05');
    expect(span('2026-11-27T17:05:00.000Z')).toBe('27/11/2026 07:58 – 28/11/2026 00:05');
  });

  it('names both people where another one closed it', () => {
    const end = '2026-11-27T14:05:00.000Z';
    expect(shiftPeople(t, { openedBy: 'Sari', closed: null })).toBe('Sari');
    expect(shiftPeople(t, { openedBy: 'Sari', closed: closedAt(end) })).toBe('Sari');
    expect(shiftPeople(t, { openedBy: 'Wati', closed: closedAt(end) })).toBe('Wati, Sari');
  });
});

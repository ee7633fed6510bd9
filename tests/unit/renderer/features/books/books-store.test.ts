import { describe, expect, it } from 'vitest';
import { byFor, daysOf, everyDay, rangeWith } from '../../../../../src/renderer/features/books/books-store.ts';

const today = '2026-03-02';

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

  it('open a day by its hours and a longer stretch by its days, and leave other ways as they are', () => {
    const [day, week] = [{ from: today, to: today }, daysOf({ name: 'week', range: null }, today)];
    expect(byFor('hour', week)).toBe('day');
    expect(byFor('day', day)).toBe('hour');
    for (const by of ['product', 'shift', 'cashier'] as const) {
      expect(byFor(by, week)).toBe(by);
      expect(byFor(by, day)).toBe(by);
    }
  });
});

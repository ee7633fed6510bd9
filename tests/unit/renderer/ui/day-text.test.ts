import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  dayFault,
  firstOfMonth,
  keptDay,
  readDay,
  shownDay,
  valueOf,
  weeksOf,
  wholeDay,
} from '../../../../src/renderer/ui/day-text.ts';
import { writtenDay } from '../../../../src/shared/domain/zone.ts';

const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('a day as it is typed', () => {
  it.each([
    ['29112026', '29/11/2026'],
    ['29/11/2026', '29/11/2026'],
    ['1/3/2026', '01/03/2026'],
    ['1-3-26', '01/03/26'],
    ['1.', '01'],
    ['2026-11-29', '29/11/2026'],
    [' 3 Nov', '03'],
    ['291120269', '29/11/2026'],
  ])('%s stands as %s', (text, expected) => {
    expect(shownDay(keptDay(text))).toBe(expected);
  });

  it('is read in full alone, and only where the calendar has it', () => {
    expect(readDay('28022026')).toBe('2026-02-28');
    expect(readDay('29022026')).toBeNull();
    expect(readDay('2802202')).toBeNull();
    expect(wholeDay('280226')).toBe('28022026');
    expect([valueOf('31022026'), valueOf(''), valueOf('2802')]).toEqual(['31/02/2026', '', '28/02']);
  });

  it('says what is wrong with it once nothing more is typed, and at once where no digit can mend it', () => {
    const bounds = { min: '2026-01-01', max: '2026-11-29' };
    expect(dayFault('', bounds, true)).toBeNull();
    expect(dayFault('2811', bounds, false)).toBeNull();
    expect(dayFault('2811', bounds, true)).toEqual({ is: 'incomplete' });
    expect(dayFault('31022026', bounds, false)).toEqual({ is: 'none' });
    expect(dayFault('30112026', bounds, false)).toEqual({ is: 'late', day: '29/11/2026' });
    expect(dayFault('31122025', bounds, false)).toEqual({ is: 'early', day: '01/01/2026' });
    expect(dayFault('29112026', bounds, true)).toBeNull();
  });

  it('is the same day whether it is typed as files or as people write it', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(readDay(keptDay(day))).toBe(day);
        expect(readDay(keptDay(writtenDay(day)))).toBe(day);
        expect(keptDay(shownDay(keptDay(day)))).toBe(keptDay(day));
      }),
    );
  });
});

describe('a month of the calendar', () => {
  it('has six weeks from Monday on, with each of its days once', () => {
    fc.assert(
      fc.property(days, (day) => {
        const weeks = weeksOf(day);
        expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
        expect(weeks.flat().filter((of) => of === day)).toHaveLength(1);
        for (const [monday] of weeks) expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
      }),
    );
  });

  it('is followed by the next one, also at the end of a year', () => {
    expect(firstOfMonth('2026-12-31', 1)).toBe('2027-01-01');
    expect(firstOfMonth('2026-03-31', -1)).toBe('2026-02-01');
  });

  it.each([
    ['2026-03-10', 12, '2027-03-10'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-12-31', 36, '2029-12-31'],
  ])('%s is some months later the same day, or the last of a shorter month', (day, months, later) => {
    expect(addMonths(day, months)).toBe(later);
  });
});

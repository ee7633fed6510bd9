import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInCutOff, readCutOff } from '../../../../src/shared/domain/cut-off.ts';

const second = fc.integer({ min: 0, max: 86_399 });
const two = (n: number): string => String(n).padStart(2, '0');
const clock = (s: number): string => `${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;

describe('a cut-off', () => {
  it('holds from its start, up to and without its end, over midnight too', () => {
    fc.assert(
      fc.property(second, second, second, (start, end, now) => {
        fc.pre(start !== end);
        const day = 86_400;
        const inside = (now - start + day) % day < (end - start + day) % day;
        expect(isInCutOff(readCutOff(clock(start), clock(end)), clock(now))).toBe(inside);
      }),
    );
  });

  it('and its opposite share no second and leave none out', () => {
    fc.assert(
      fc.property(second, second, second, (start, end, now) => {
        fc.pre(start !== end);
        const there = isInCutOff(readCutOff(clock(start), clock(end)), clock(now));
        const back = isInCutOff(readCutOff(clock(end), clock(start)), clock(now));
        expect(there).not.toBe(back);
      }),
    );
  });

  it('is none when its ends are equal, however they are written', () => {
    fc.assert(
      fc.property(second, (at) => {
        expect(readCutOff(clock(at), clock(at))).toBeNull();
      }),
    );
    expect(readCutOff('0:00', '00:00:00')).toBeNull();
    expect(readCutOff('24:00:00', '00:00:00')).toBeNull();
  });

  it('reads hours of one digit and times without seconds', () => {
    expect(readCutOff('9:05', ' 23:45 ')).toStrictEqual({ start: '09:05:00', end: '23:45:00' });
  });

  it.each([
    [null, null],
    [undefined, '01:00:00'],
    ['', ''],
    ['25:00:00', '01:00:00'],
    ['23:60:00', '01:00:00'],
    ['23:00:61', '01:00:00'],
    ['noon', '01:00:00'],
    ['-1:00:00', '01:00:00'],
  ])('is none between %j and %j', (start, end) => {
    expect(readCutOff(start, end)).toBeNull();
  });

  it('ends with the day when its end is written as hour 24', () => {
    const cutOff = readCutOff('23:00:00', '24:00:00');
    expect(['22:59:59', '23:00:00', '23:59:59', '00:00:00'].map((time) => isInCutOff(cutOff, time))).toStrictEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('that is none never holds', () => {
    fc.assert(
      fc.property(second, (now) => {
        expect(isInCutOff(null, clock(now))).toBe(false);
      }),
    );
  });

  it('never throws, whatever the provider writes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), second, (start, end, now) => {
        expect(typeof isInCutOff(readCutOff(start, end), clock(now))).toBe('boolean');
      }),
    );
  });
});

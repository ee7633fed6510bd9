import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  groupCustomerNo,
  isCustomerNo,
  maskCustomerNo,
  normaliseCustomerNo,
  sameCustomerNo,
} from '../../../../src/shared/domain/customer-no.ts';
import { digits, textOf } from '../../../support/fake-system.ts';

/** behind 08: seven to eleven digits make a mobile number */
const mobile = digits(7, 11);

describe('a customer number', () => {
  it('is the same after a second cleaning', () => {
    const typed = fc.oneof(
      fc.string(),
      textOf('0628+-. ()/a'),
      mobile.map((rest) => `+628${rest}`),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const once = normaliseCustomerNo(text);
        expect(normaliseCustomerNo(once)).toBe(once);
      }),
    );
  });

  it('of a mobile phone is the same however it is written', () => {
    fc.assert(
      fc.property(mobile, fc.constantFrom('0', '+62', '+62 ', '(0)', '+62-', '+62 (0)'), (rest, start) => {
        expect(normaliseCustomerNo(`${start}8${rest}`)).toBe(`08${rest}`);
        expect(sameCustomerNo(`${start}8${rest}`, `08${rest}`)).toBe(true);
      }),
    );
  });

  it('that begins with a bare 62 is never changed, and still known to be the same', () => {
    fc.assert(
      fc.property(mobile, (rest) => {
        expect(normaliseCustomerNo(`628${rest}`)).toBe(`628${rest}`);
        expect(sameCustomerNo(`62 8${rest}`, `08${rest}`)).toBe(true);
      }),
    );
  });

  it('of a meter keeps its digits, whatever stands between them', () => {
    fc.assert(
      fc.property(digits(10, 13), fc.constantFrom(' ', '-', '.', '\u00a0', '\u200b', '\u2013'), (meter, between) => {
        expect(normaliseCustomerNo(meter.split('').join(between))).toBe(meter);
      }),
    );
  });

  it('that is not a mobile one keeps its 62', () => {
    expect(normaliseCustomerNo('621234567890')).toBe('621234567890');
    expect(normaliseCustomerNo('628')).toBe('628');
  });

  it('differs from another one', () => {
    fc.assert(
      fc.property(digits(8, 15), digits(8, 15), (one, other) => {
        fc.pre(one !== other && !one.startsWith('62') && !other.startsWith('62'));
        expect(sameCustomerNo(one, other)).toBe(false);
      }),
    );
  });

  it('is none when it is empty on both sides', () => {
    expect(sameCustomerNo('', '')).toBe(false);
    expect(sameCustomerNo(' - ', '.')).toBe(false);
  });

  it('in groups reads back as itself', () => {
    fc.assert(
      fc.property(digits(1, 20), (number) => {
        expect(groupCustomerNo(number).replaceAll(' ', '')).toBe(number);
      }),
    );
  });

  it('shows at most six characters in a log', () => {
    fc.assert(
      fc.property(digits(0, 30), (number) => {
        const masked = maskCustomerNo(number);
        expect(masked).toHaveLength(number.length);
        expect(masked.replaceAll('*', '').length).toBeLessThanOrEqual(6);
      }),
    );
  });

  it.each(['081234567890', '530000000001', 'A12345'])('can be %s', (number) => {
    expect(isCustomerNo(number)).toBe(true);
  });

  it.each(['', '12', 'abc', '0812 3456', '0812+', '1'.repeat(31), '١٢٣٤'])('cannot be %j', (number) => {
    expect(isCustomerNo(number)).toBe(false);
  });
});

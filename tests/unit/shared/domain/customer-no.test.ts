import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  groupCustomerNo,
  isCustomerNo,
  maskCustomerNo,
  normaliseCustomerNo,
  readCustomerNo,
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

describe('a written number', () => {
  it.each([
    ['081234567890', '081234567890'],
    ['0812 3456 7890', '081234567890'],
    ['0812-345-678', '0812345678'],
    ['0812-34567890', '081234567890'],
    ['0812 3456 78', '0812345678'],
    ['+62 (0)812.3456.7890', '081234567890'],
    ['+62812 3456 7890', '081234567890'],
    ['62 812 3456 7890', '6281234567890'],
    ['62812.3456.7803', '6281234567803'],
    ['+65 8123 4567', '6581234567'],
    ['5300 0000 0001', '530000000001'],
    ['\u202a0812\u20133456\u20137890\u202c', '081234567890'],
    ['AB12345', 'AB12345'],
  ])('%j in the groups that people write is %j', (written, number) => {
    expect(readCustomerNo(written)).toBe(number);
  });

  it.each([
    '081200000001.5',
    '081200000001 5',
    '081200000001-10',
    '081200000001 (5)',
    '+6281200000001 5',
    '5 081200000001',
    '0812 3456 7890 5',
    '0812 3456 7890 100',
    '0812 345 678 100',
    '100 0812 345 678',
    '081200000001 081200000002',
    '5300 0000 0001 20',
    '530000000001 530000000002',
    '0812+34567890',
    'AB 12345',
    'Bu Sri 0812 3456 7806',
    '',
    '12',
  ])('%j is not one number', (written) => {
    expect(readCustomerNo(written)).toBeNull();
  });

  const separators = [' ', '  ', '.', '-', ' - ', '\u2013', '\u00a0', '/', '(', '\n', '_', ':', '*', '#', '\u200b '];
  const nominals = ['1', '5', '10', '25', '100', '150', '1000', '10000', '100000', '10.000'];
  const whole = fc.oneof(
    fc.stringMatching(/^08[1-9]\d{7,10}$/),
    fc.stringMatching(/^\+628[1-9]\d{7,10}$/),
    fc.stringMatching(/^5[1-9]\d{9,10}$/),
  );

  it('never has the digits of a nominal that stands before or behind it', () => {
    fc.assert(
      fc.property(
        whole,
        fc.constantFrom(...separators),
        fc.constantFrom(...nominals),
        fc.boolean(),
        (number, separator, nominal, isFirst) => {
          const written = isFirst ? `${nominal}${separator}${number}` : `${number}${separator}${nominal}`;
          expect(readCustomerNo(written)).toBeNull();
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('never has the digits of a nominal behind its groups', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^08[1-9]\d \d{4} \d{4}$|^08[1-9]\d \d{3} \d{3}$|^08[1-9]\d \d{4} \d{3}$/),
        fc.constantFrom(...separators),
        fc.constantFrom(...nominals),
        (number, separator, nominal) => {
          expect(readCustomerNo(`${number}${separator}${nominal}`)).toBeNull();
        },
      ),
      { numRuns: 2000 },
    );
  });
});

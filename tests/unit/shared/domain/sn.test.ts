import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { electricityToken, usableSn } from '../../../../src/shared/domain/transaction.ts';
import { digits } from '../../../support/text-of.ts';

const token = digits(20, 20);
const grouped = (text: string, between: string): string => (text.match(/.{4}/g) ?? []).join(between);

describe('a serial number', () => {
  it.each(['', ' ', '-', '0', '00', ' - ', '--', 'null', 'NULL', 'undefined', 'N/A', '\u00a0', null, undefined])(
    'is not usable as %j',
    (sn) => {
      expect(usableSn(sn)).toBeNull();
    },
  );

  it('that is usable is changed in nothing but the space around it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const usable = usableSn(text);
        expect(usable === null || usable === text.trim()).toBe(true);
        expect(usableSn(usable)).toBe(usable);
      }),
    );
  });

  it('that holds a letter or a digit other than 0 is usable', () => {
    const sn = fc.stringMatching(/^[A-Za-z0-9/-]{4,30}$/);
    fc.assert(
      fc.property(sn, (text) => {
        fc.pre(/[1-9]/.test(text));
        expect(usableSn(text)).toBe(text);
      }),
    );
  });
});

describe('an electricity token', () => {
  it('is its 20 digits in five groups, however they are written and whatever follows', () => {
    fc.assert(
      fc.property(
        token,
        fc.constantFrom('', ' ', '-'),
        fc.constantFrom('', '/NAMA/R1M/900VA/33.7'),
        (text, between, rest) => {
          expect(electricityToken(grouped(text, between) + rest)?.join('')).toBe(text);
          expect(electricityToken(grouped(text, between) + rest)).toHaveLength(5);
        },
      ),
    );
  });

  it('is not made of more or fewer digits', () => {
    fc.assert(
      fc.property(digits(0, 40), (text) => {
        fc.pre(text.length !== 20);
        expect(electricityToken(text)).toBeNull();
      }),
    );
  });

  it.each([null, '', 'NAMA/12345678901234567890', '1234567890123456789O', '0'.repeat(20)])(
    'is not found in %j',
    (sn) => {
      expect(electricityToken(sn)).toBeNull();
    },
  );
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRupiah, groupThousands, rupiahFromText } from '../../../../src/shared/domain/money.ts';
import { textOf } from '../../../support/fake-system.ts';

const amount = fc.integer({ min: 0, max: 999_999_999_999_999 });

describe('an amount in numeric text', () => {
  it('is read as it was written, plain, with cents of nothing, or in groups', () => {
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom('', '.0', '.00', ',00'),
        fc.constantFrom('', ' ', '\n'),
        (rupiah, cents, space) => {
          expect(rupiahFromText(`${space}${rupiah}${cents}${space}`)).toBe(rupiah);
          expect(rupiahFromText(groupThousands(rupiah))).toBe(rupiah);
          expect(rupiahFromText(groupThousands(rupiah).replaceAll('.', ','))).toBe(rupiah);
        },
      ),
    );
  });

  it('is read in groups with cents of nothing', () => {
    expect(rupiahFromText('1.250.000,00')).toBe(1_250_000);
    expect(rupiahFromText('1,250,000.00')).toBe(1_250_000);
  });

  it.each([
    '1.250,000',
    '1,250.000',
    '1.25',
    '1250.5',
    '1250.001',
    '',
    ' ',
    '.',
    ',',
    '-5',
    '+5',
    '5-',
    '1e3',
    '0x10',
    'Rp5',
    '١٢',
    '1 250',
    '01.250',
    '1..250',
    '1.250.00',
    '1250.000',
  ])('is not guessed from %j', (text) => {
    expect(rupiahFromText(text)).toBeNull();
  });

  it('is a safe whole number or nothing, whatever the text', () => {
    const texts = fc.oneof(fc.string(), textOf('0123456789., -e'));
    fc.assert(
      fc.property(texts, (text) => {
        const read = rupiahFromText(text);
        expect(read === null || (Number.isSafeInteger(read) && read >= 0 && !Object.is(read, -0))).toBe(true);
      }),
    );
  });
});

describe('an amount as it is printed', () => {
  it('reads back as the same amount', () => {
    fc.assert(
      fc.property(amount, (rupiah) => {
        expect(rupiahFromText(formatRupiah(rupiah).slice(2))).toBe(rupiah);
      }),
    );
  });
});

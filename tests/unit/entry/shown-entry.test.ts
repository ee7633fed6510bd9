import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { bareEntry, isOwnSeparator, shownEntry } from '../../../src/shared/domain/entry.ts';

it.each([
  ['081234567890', 'customerNo', '0812 3456 7890'],
  ['+6281234567890', 'customerNo', '+628 1234 5678 90'],
  ['20000', 'tendered', '20.000'],
  ['20000', 'product', '2000 0'],
  ['0812345', 'tendered', '0812 345'],
  ['530000000001', 'tendered', '5300 0000 0001'],
  ['TSEL10', 'product', 'TSEL10'],
  ['10.0812', 'product', '10.0812'],
  ['telkomsel 10', 'product', 'telkomsel 10'],
] as const)('%j while %s is expected is shown as %j, and read back from it', (text, step, shown) => {
  expect(shownEntry(text, step)).toBe(shown);
  expect(bareEntry(shown, step)).toBe(text);
});

it.each([
  ['Rp12.000,00', 'price', '12000'],
  ['-5000', 'price', '5000'],
  ['20rb', 'tendered', '20rb'],
  ['20r', 'tendered', '20r'],
  ['Rp20.000', 'tendered', '20000'],
  ['0812 3456', 'tendered', '08123456'],
  ['08', 'tendered', '08'],
] as const)('%j pasted while %s is expected is kept as %j', (pasted, step, kept) => {
  expect(bareEntry(pasted, step)).toBe(kept);
});

it('digits without end are cut off behind the longest number, a scan is not', () => {
  expect(bareEntry('0812'.repeat(250), 'customerNo').length).toBeLessThan(32);
  const proof = `KTR1.${'A'.repeat(400)}`;
  expect(bareEntry(proof, 'customerNo')).toBe(proof);
});

it('what the field puts in by itself comes out again, for any digits', () => {
  const step = fc.constantFrom('customerNo', 'product', 'tendered', 'price');
  fc.assert(
    fc.property(fc.stringMatching(/^(0|[1-9]\d{0,7}|0\d{1,14}|[1-9]\d{9,20})$/), step, (digits, expected) => {
      const shown = shownEntry(digits, expected);
      const own = isOwnSeparator(digits, expected);
      expect(
        Array.from(shown)
          .filter((char) => !own(char))
          .join(''),
      ).toBe(digits);
      expect(bareEntry(shown, expected)).toBe(digits);
    }),
  );
});

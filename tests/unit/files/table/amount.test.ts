import { expect, it } from 'vitest';
import { isNoAmount, proposeDecimal, readAmount, readMark } from '../../../../src/main/files/table/amount.ts';

const amounts = (decimal: 'comma' | 'point', ...texts: string[]) =>
  texts.map((text) => readAmount(text, decimal)?.amount ?? null);

it('amounts are read as shops, banks and spreadsheets write them', () => {
  expect(
    amounts(
      'comma',
      'Rp 10.275',
      '10.275,00',
      'Rp10.275,-',
      'Rp 10.275,=',
      '10275',
      '1.027.500',
      'Rp. 50',
      '10.275,5',
      '10.275,000',
    ),
  ).toEqual([10_275, 10_275, 10_275, 10_275, 10_275, 1_027_500, 50, 10_275, 10_275]);
  expect(amounts('point', '10,275.00', 'IDR 10,275.00', '10,275', '10275.00', '1,027,500.000')).toEqual([
    10_275, 10_275, 10_275, 10_275, 1_027_500,
  ]);
  // Of databases and spreadsheets, whichever sign the others use.
  expect(amounts('comma', '10275.0000', '10275.000')).toEqual([10_275, 10_275]);
});

it('an amount in the other notation, a sum, a rounded number and a price in thousands are none', () => {
  expect(
    amounts('comma', '10,275', '10,275.00', '80.000 - 10.275 = 69.725', '1E+05', '10,5', '', 'x', '03/11'),
  ).toEqual(Array.from({ length: 8 }, () => null));
  expect(amounts('point', '10.275', '10.275,00')).toEqual([null, null]);
});

it('amounts are read as a spreadsheet’s accounting format writes them', () => {
  const below = { amount: 10_275, negative: true, mark: null };
  for (const text of ['Rp(10,275)', 'Rp (10,275)', '-Rp10,275', '(Rp10,275)', '−Rp 10,275', '10,275−']) {
    expect(readAmount(text, 'point'), text).toEqual(below);
  }
  expect(['(10,275', '(Rp(10,275))', 'Rp(10,275', 'Rp10,275)'].map((text) => readAmount(text, 'point'))).toEqual(
    Array.from({ length: 4 }, () => null),
  );
  expect([' Rp-   ', 'Rp -', 'IDR -', '-', ''].every(isNoAmount)).toBe(true);
  expect(['Rp 0', 'Rp-5', 'Rp 10,275'].some(isNoAmount)).toBe(false);
});

it('signs and marks are kept', () => {
  expect(
    ['-10275', '(10.275)', 'Rp -10.275', '10.275-', '10.275 DB', '10.275 K', '+10.275'].map((text) =>
      readAmount(text, 'comma'),
    ),
  ).toEqual([
    { amount: 10_275, negative: true, mark: null },
    { amount: 10_275, negative: true, mark: null },
    { amount: 10_275, negative: true, mark: null },
    { amount: 10_275, negative: true, mark: null },
    { amount: 10_275, negative: false, mark: 'debit' },
    { amount: 10_275, negative: false, mark: 'credit' },
    { amount: 10_275, negative: false, mark: null },
  ]);
  expect(['D', 'CR', 'kredit', 'Sukses'].map(readMark)).toEqual(['debit', 'credit', 'credit', null]);
});

it('the sign before decimals is proposed by the amounts of the column', () => {
  expect(
    [['10.275,00', '9.000'], ['10,275.00', '9000'], ['10,275'], ['10275'], ['10,65', '11']].map(proposeDecimal),
  ).toEqual(['comma', 'point', 'point', 'comma', 'comma']);
});

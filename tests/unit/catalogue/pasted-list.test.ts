import { describe, expect, it } from 'vitest';
import { asksUnit, readPasted } from '../../../src/main/catalogue/pasted-list.ts';
import { NotATable } from '../../../src/main/files/index.ts';
import { takenLines } from '../../support/imported-list.ts';

const taken = (text: string) => takenLines(readPasted(text));

describe('a pasted list with headings is read by them', () => {
  it.each([
    ['Kode\tHarga Jual\tModal\nS5\t7.000\t5.900', 5900, 7000],
    ['Kode,Jual,Modal\nS5,7000,5900', 5900, 7000],
    ['Kode Harga Jual Modal\nS5 7.000 5.900', 5900, 7000],
    ['DAFTAR HARGA\nKode;Nominal;Harga\nS5;5.000;5.900', 5900, null],
    ['Kode Nominal Harga\nS5 5.000 5.900', 5900, null],
    ['Kode\tModal\nS5\t5.900', 5900, null],
    ['Kode\tHarga Beli\nS5\t5.900', 5900, null],
    ['Kode\tHPP\nS5\t5.900', 5900, null],
  ])('%j', (text, cost, price) => {
    expect(taken(text)).toEqual([['S5', cost, price]]);
  });

  it('a nominal makes nobody ask for the unit of the prices', () => {
    expect(asksUnit('Kode;Nominal;Harga\nS5;5;5.900')).toBe(false);
    expect(asksUnit('Kode;Nominal;Harga\nS5;5.000;5,9')).toBe(true);
  });

  it('is refused in words where they look alike', () => {
    for (const names of ['Kode Nama Produk Harga', 'Kode Tarif']) {
      expect(() => readPasted(`${names}\nS5 700 5.900`)).toThrow(new NotATable('unclear_headings'));
    }
    expect(readPasted('Kode Untung Harga\nS5 700 5.900')).toMatchObject([{ reason: 'too_much' }]);
  });
});

it('digits that begin with 0, as a telephone number does, are no price', () => {
  for (const line of ['S5 7.000 0812', 'CSX 0812', 'S10;0812', 'S10;081', 'Kode;Harga\nS5;0812']) {
    expect(readPasted(line), line).toMatchObject([{ reason: 'bad_amount' }]);
    expect(readPasted(line, 'thousands'), line).toMatchObject([{ reason: 'bad_amount' }]);
  }
});

it('an amount that may be cut at its comma is no price', () => {
  expect(readPasted('S12,12,500\nS100,1000,000\nS5,5900,7000')).toMatchObject([
    { reason: 'bad_amount' },
    { reason: 'bad_amount' },
    { cost: 5900, sellingPrice: 7000 },
  ]);
});

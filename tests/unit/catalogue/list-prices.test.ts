import { describe, expect, it } from 'vitest';
import { asksUnit, readPasted } from '../../../src/main/catalogue/pasted-list.ts';
import type { ListMapping } from '../../../src/shared/domain/column-mapping.ts';
import { importedRows, takenLines } from '../../support/imported-list.ts';

describe('prices that look as if they were in thousands are asked about', () => {
  const columns = ['Kode', 'Harga Jual'];
  const mapping: ListMapping = {
    sheet: null,
    separator: ';',
    headingRow: 1,
    decimal: 'comma',
    columns: { productCode: 'Kode', cost: null, sellingPrice: 'Harga Jual', group: null },
    unit: 'rupiah',
  };
  const small = ['Kode;Harga Jual', 'S5;6', 'S10;11'];

  /** Last month's answer, and what the cheapest and the dearest of its list cost by it. */
  const lastMonth = (unit: 'rupiah' | 'thousands', low: number, high: number) => [
    { columns, mapping: { ...mapping, unit }, prices: { low, high } },
  ];

  it('and not again where they are of last month’s magnitude, which were said to be in rupiah', async () => {
    const list = ['Kode;Harga Jual', 'SMS1;550', 'SMS2;750', 'S10;11.275'];
    const { isAsked, lines, proposal } = await importedRows(list, lastMonth('rupiah', 500, 11_000));
    expect(isAsked).toBe(false);
    // It is shown all the same.
    expect(proposal).toMatchObject({ asksUnit: true, mapping: { unit: 'rupiah' } });
    expect(takenLines(lines)).toEqual([
      ['SMS1', null, 550],
      ['SMS2', null, 750],
      ['S10', null, 11_275],
    ]);
  });

  it.each([
    ['all are in thousands', ['S5;5,9', 'S10;11', 'S100;100']],
    ['whole thousands', ['S5;6', 'S10;11', 'S100;100']],
    ['one is in thousands', ['SMS1;550', 'S10;11', 'S100;100.000']],
    ['one has a fraction', ['SMS1;550', 'S600;600,5', 'S100;100.000']],
    ['the dearest are a thousandth', ['SMS1;550', 'S10;600', 'S100;900']],
  ])('again where %s, though last month’s were in rupiah', async (_how, rows) => {
    const { isAsked } = await importedRows(['Kode;Harga Jual', ...rows], lastMonth('rupiah', 500, 100_000));
    expect(isAsked).toBe(true);
  });

  it('again where all are below 1,000 rupiah, though last month’s were in thousands', async () => {
    const list = ['Kode;Harga Jual', 'SMS1;250', 'SMS2;500', 'SMS3;750'];
    expect((await importedRows(list, lastMonth('thousands', 5900, 100_000))).isAsked).toBe(true);
  });

  it('though last month’s list with these headings was in rupiah', async () => {
    expect((await importedRows(small, lastMonth('rupiah', 5900, 11_000))).isAsked).toBe(true);
  });

  it('and not where last month’s was in thousands as all of these are', async () => {
    const { isAsked, lines } = await importedRows(small, lastMonth('thousands', 5900, 11_000));
    expect(isAsked).toBe(false);
    expect(takenLines(lines)).toEqual([
      ['S5', null, 6000],
      ['S10', null, 11_000],
    ]);
  });

  it('and where some are in rupiah, though last month’s were in thousands', async () => {
    const remembered = lastMonth('thousands', 5900, 11_000);
    expect((await importedRows(['Kode;Harga Jual', 'SMS1;250', 'S10;11.000'], remembered)).isAsked).toBe(true);
    const { isAsked, lines } = await importedRows(['Kode;Harga Jual', 'S1;1005', 'S10;11.000'], remembered);
    expect(isAsked).toBe(false);
    expect(takenLines(lines)).toEqual([
      ['S1', null, 1005],
      ['S10', null, 11_000],
    ]);
  });

  it('also where they stand behind three hundred others', async () => {
    const others = Array.from({ length: 320 }, (_, at) => `A${at};${10 + at}.000`);
    expect((await importedRows(['Kode;Harga Jual', ...others, 'S5;6', 'S10;11'])).isAsked).toBe(true);
  });

  it.each(['11,-', '11 IDR', '11Rp', '11.-', 'Rp 11', '+11'])('written as %s, and read so', async (price) => {
    expect((await importedRows(['Kode;Harga Jual', `S10;${price}`])).isAsked).toBe(true);
    expect(asksUnit(`S10\t${price}`)).toBe(true);
    expect(takenLines(readPasted(`S10\t${price}`, 'thousands'))).toEqual([['S10', null, 11_000]]);
  });

  it('an answer is kept for what was asked alone', async () => {
    const { proposal } = await importedRows(['Kode;Harga Jual', 'S10;11.000']);
    expect(proposal).toMatchObject({ asksUnit: false, mapping: { unit: null } });
  });
});

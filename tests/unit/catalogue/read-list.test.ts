import { describe, expect, it } from 'vitest';
import { ListTooLong, readPasted, readTable } from '../../../src/main/catalogue/read-list.ts';
import { mostListLines } from '../../../src/shared/contract/catalogue.ts';
import { readTypedAmount } from '../../../src/shared/domain/catalogue.ts';

describe('readPasted and readTable', () => {
  const read = (text: string) =>
    readPasted(text).map(({ productCode, cost, sellingPrice, group, reason }) =>
      reason === null ? [productCode, cost, sellingPrice, group] : reason,
    );

  it.each([
    ['TSEL10\t10.500\t12.000\tPulsa pagi', ['TSEL10', 10_500, 12_000, 'Pulsa pagi']],
    ['TSEL10;Rp10.500,00;Rp 12.000,-', ['TSEL10', 10_500, 12_000, null]],
    ['TSEL10;;12.000', ['TSEL10', null, 12_000, null]],
    ['TSEL10;10.500;', ['TSEL10', 10_500, null, null]],
    ['TSEL10,10500,12000,Favorit', ['TSEL10', 10_500, 12_000, 'Favorit']],
    ['TSEL10,Rp10.500,00,Rp12.000,00', ['TSEL10', 10_500, 12_000, null]],
    ['TSEL10,"10,500","12,000"', ['TSEL10', 10_500, 12_000, null]],
    ['TSEL10 10,500 12,000 Pulsa pagi', ['TSEL10', 10_500, 12_000, 'Pulsa pagi']],
    ['TSEL10 Rp 12.000', ['TSEL10', null, 12_000, null]],
    ['TSEL10 12000', ['TSEL10', null, 12_000, null]],
    ['TSEL10', ['TSEL10', null, null, null]],
    ["'0010;12000", ['0010', null, 12_000, null]],
    ['="0010";12000', ['0010', null, 12_000, null]],
  ])('reads the line %j', (line, expected) => {
    expect(read(line)).toEqual([expected]);
  });

  it.each([
    ['=HYPERLINK("http://x.invalid","y");12000', 'bad_code'],
    ['@SUM(1+1)', 'bad_code'],
    ['../../etc/passwd', 'bad_code'],
    ['TSEL10;-500', 'bad_amount'],
    ['TSEL10;12.5', 'bad_amount'],
    ['TSEL10;1e9', 'bad_amount'],
    ['TSEL10;900000000000', 'bad_amount'],
    ['TSEL10;10500;12000;=cmd|calc', 'bad_amount'],
    ['TSEL10;10500;12000;13000', 'bad_amount'],
    ['TSEL10;10500;12000;Pulsa;more', 'too_much'],
    [`TSEL10;12000;${'G'.repeat(41)}`, 'too_much'],
  ])('says why %j cannot be taken', (line, reason) => {
    expect(read(line)).toEqual([reason]);
  });

  it('takes heads for heads, skips empty lines, and counts the first of two lines with one code', () => {
    expect(read('\uFEFFKode;Modal;Harga\r\n\r\nTSEL10;1.000;2.000\r\ntsel10;5.000;6.000\r\nISAT25;;3.000\r\n')).toEqual(
      [['TSEL10', 1000, 2000, null], 'repeated', ['ISAT25', null, 3000, null]],
    );
  });

  it('takes the columns that were named, whatever else is there', () => {
    const text = 'no;Harga Jual;Kode;Catatan\n1;12.000;TSEL10;x\n2;abc;ISAT25;y\n';
    const heads = ['no', 'Harga Jual', 'Kode', 'Catatan'];
    const columns = { productCode: 'Kode', cost: null, sellingPrice: 'Harga Jual', group: null };
    expect(readTable(text, ';', heads, columns)).toMatchObject([
      { productCode: 'TSEL10', cost: null, sellingPrice: 12_000, reason: null },
      { productCode: null, reason: 'bad_amount', text: '2 abc ISAT25 y' },
    ]);
  });

  it('refuses more lines than any shop has products', () => {
    const list = (lines: number, rest = '') => Array.from({ length: lines }, (_, n) => `CODE${n}${rest}`).join('\n');
    expect(readPasted(list(mostListLines))).toHaveLength(mostListLines);
    expect(() => readPasted(list(100_000))).toThrow(ListTooLong);
    expect(() => readPasted(list(100_000, ';1000'))).toThrow(ListTooLong);
  });

  it.each([
    ['Rp12.500,00', 12_500],
    ['12.500', 12_500],
    ['12,500', 12_500],
    ['IDR 12500', 12_500],
    ['12.500 IDR', 12_500],
    ['12.500,-', 12_500],
    ['0', 0],
    ['', null],
    ['Rp', null],
    ['12.50', null],
    ['12rb', null],
    ['１２', null],
    ['100000001', null],
  ])('reads the amount %j as %j', (text, amount) => {
    expect(readTypedAmount(text)).toBe(amount);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { nodeSystem } from '../../../src/main/base/system/node-system.ts';
import { asksUnit, ListTooLong, readPasted } from '../../../src/main/catalogue/pasted-list.ts';
import { type ListTables, proposeList, readListFile } from '../../../src/main/catalogue/read-list.ts';
import { findListTable, NotATable, readTable } from '../../../src/main/files/index.ts';
import { maxListLines } from '../../../src/shared/contract/product-lists.ts';
import { readTypedAmount } from '../../../src/shared/domain/catalogue.ts';
import type { PriceUnit } from '../../../src/shared/domain/column-mapping.ts';
import { temporaryFolder } from '../../support/database-files.ts';

const tables: ListTables = {
  find: (path, place, headings) => findListTable(nodeSystem, path, place, headings),
  rows: (path, place, maxRows) => readTable(nodeSystem, path, place, maxRows),
};
const proposed = (path: string) => proposeList(path, null, [], tables);

/** As a person imports it who changes nothing. */
async function imported(path: string, unit: PriceUnit = 'rupiah') {
  return readListFile(path, (await proposed(path)).mapping, unit, tables);
}

function listFile(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

type Value = string | number | null;
const workbook = async (...sheets: Value[][][]): Promise<string> =>
  listFile('list.xlsx', await writeXlsx({ sheets: sheets.map((rows, at) => ({ name: `Sheet${at + 1}`, rows })) }));

describe('readPasted', () => {
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

  it('refuses more lines than any shop has products', () => {
    const list = (lines: number, rest = '') => Array.from({ length: lines }, (_, n) => `CODE${n}${rest}`).join('\n');
    expect(readPasted(list(maxListLines))).toHaveLength(maxListLines);
    expect(() => readPasted(list(100_000))).toThrow(ListTooLong);
    expect(() => readPasted(list(100_000, ';1000'))).toThrow(ListTooLong);
  });

  it.each([
    ['S5 = 5.900', ['S5', null, 5900, null]],
    ['S5 : 5.900', ['S5', null, 5900, null]],
    ['X10....10.700', ['X10', null, 10_700, null]],
  ])('reads the line of a chat %j', (line, expected) => {
    expect(read(line)).toEqual([expected]);
  });

  it('names of operators between the products are no goods', () => {
    expect(read('*TELKOMSEL*\nS5 5.900\nXL\nX5 6.100\nTOTAL\nPLNPOST')).toEqual([
      ['S5', null, 5900, null],
      ['X5', null, 6100, null],
      ['PLNPOST', null, null, null],
    ]);
  });

  it('prices in thousands are seen as such, and read so for the whole list', () => {
    const list = 'S5 5,9\nS10 11\nS20 20,4\nS50 50.150\nS100 100';
    expect(asksUnit(list)).toBe(true);
    expect(readPasted(list, 'thousands').map(({ sellingPrice }) => sellingPrice)).toEqual([
      5900, 11_000, 20_400, 50_150, 100_000,
    ]);
    expect(['S5 5.900', 'S5;10.500;12.000;Pulsa', 'S5', 'S5 Rp5.900,00'].map(asksUnit)).toEqual([
      false,
      false,
      false,
      false,
    ]);
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

describe('a list in a file', () => {
  const columns = { productCode: 'Kode', cost: null, sellingPrice: 'Harga Jual', group: null };
  const title = ['DAFTAR HARGA', 'Berlaku;08/12/2026;;', ''];
  const lines = ['no;Harga Jual;Kode;Catatan', '1;12.000;TSEL10;x', '2;abc;ISAT25;y'];
  const read = [
    { productCode: 'TSEL10', cost: null, sellingPrice: 12_000, reason: null },
    { productCode: null, reason: 'bad_amount', text: '2 abc ISAT25 y' },
  ];

  it.each([
    ['at its top', lines],
    ['below titles', [...title, ...lines]],
    ['below lines of a letter', ['Kepada;Toko Contoh;;', 'Tanggal;1;Desember;2026', ...lines]],
  ])('is read by the names of its columns, %s', async (_where, text) => {
    const path = listFile('list.csv', text.join('\n'));
    const proposal = await proposed(path);
    expect(proposal).toMatchObject({ columns: ['no', 'Harga Jual', 'Kode', 'Catatan'], asksUnit: false });
    expect(proposal.mapping?.columns).toEqual(columns);
    expect(proposal.lines).toMatchObject(read);
    expect(await imported(path)).toMatchObject(read);
    const mapping = proposal.mapping && { ...proposal.mapping, columns: { ...columns, group: 'Grup' } };
    await expect(readListFile(path, mapping, 'rupiah', tables)).rejects.toThrow(NotATable);
  });

  it('without names is a code, its cost, its price and a group in each line, and loses none of them', async () => {
    const path = listFile('list.csv', 'TSEL5;5.500;7.000\nTSEL10;;;Telkomsel\nXL10;10.500;12.000\n');
    expect((await proposed(path)).mapping).toBeNull();
    expect((await imported(path)).map(({ productCode }) => productCode)).toEqual(['TSEL5', 'TSEL10', 'XL10']);
  });

  it('may be a workbook: with a cover, titles, and amounts that are numbers', async () => {
    const path = await workbook(
      [['Toko Contoh']],
      [
        ['DAFTAR HARGA', null, null],
        ['Berlaku', '08/12/2026', null],
        ['Kode', 'Produk', 'Harga Jual'],
        ['TSEL10', 'Telkomsel 10.000', 12_000],
        ['ISAT25', 'Indosat 25.000', 'Rp 27.000'],
      ],
    );
    expect((await proposed(path)).mapping?.columns).toEqual(columns);
    expect(await imported(path)).toMatchObject([
      { productCode: 'TSEL10', sellingPrice: 12_000 },
      { productCode: 'ISAT25', sellingPrice: 27_000 },
    ]);
  });

  it('may be a workbook without names, or of codes alone', async () => {
    const priced = await workbook([
      ['TSEL10', 10_500, 12_000, 'Pulsa'],
      ['XL10', null, 12_500, null],
    ]);
    expect((await proposed(priced)).mapping?.columns).toEqual({
      productCode: 'A',
      cost: 'B',
      sellingPrice: 'C',
      group: 'D',
    });
    expect(await imported(priced)).toMatchObject([
      { productCode: 'TSEL10', cost: 10_500, sellingPrice: 12_000, group: 'Pulsa' },
      { productCode: 'XL10', cost: null, sellingPrice: 12_500 },
    ]);
    const alone = await workbook([['Kode'], ['TSEL10'], ['XL10']]);
    expect(await imported(alone)).toMatchObject([{ productCode: 'TSEL10' }, { productCode: 'XL10' }]);
  });

  it('is refused if it is no workbook, and if it is too long', async () => {
    const broken = listFile('list.xlsx', Buffer.from('PK\u0003\u0004 and no more'));
    await expect(proposed(broken)).rejects.toThrow(NotATable);
    const many = Array.from({ length: maxListLines + 1 }, (_, n) => `CODE${n};1000`);
    const path = listFile('list.csv', ['Kode;Harga Jual', ...many].join('\n'));
    await expect(imported(path)).rejects.toThrow(ListTooLong);
    const most = listFile('list.csv', [...title, 'Kode;Harga Jual', ...many.slice(1)].join('\n'));
    expect(await imported(most)).toHaveLength(maxListLines);
  });

  const goods = async (path: string, unit?: PriceUnit) =>
    (await imported(path, unit)).map(
      ({ productCode, cost, sellingPrice, reason }) => reason ?? [productCode, cost, sellingPrice],
    );
  const csv = (...rows: string[]): string => listFile('list.csv', rows.join('\n'));

  it.each([
    ['Produk;Kode;Harga Jual', 'Telkomsel 5;S5;6.000'],
    ['product_name;buyer_sku_code;buyer_product_status;harga jual', 'Telkomsel 5;S5;true;6.000'],
    ['Nama;Kode Voucher;Harga Jual', 'Telkomsel 5;S5;6.000'],
  ])('the best heading is the code: %s', async (heads, row) => {
    expect(await goods(csv(heads, row))).toEqual([['S5', null, 6000]]);
  });

  it('a supplier’s only price is what the shop pays', async () => {
    for (const name of ['Harga', 'Harga Member', 'H2H', 'Price']) {
      expect(await goods(csv(`Kode;Keterangan;${name};Status`, 'S5;Simpati 5;5.900,00;Open'))).toEqual([
        ['S5', 5900, null],
      ]);
    }
  });

  it('a title above, amounts with commas and any separator lose no column', async () => {
    for (const sign of [';', '\t', '|']) {
      const path = csv(
        'DAFTAR HARGA, 8 Desember',
        ['Kode', 'Modal', 'Harga Jual'].join(sign),
        ['S5', '5.900,00', '6.500,00'].join(sign),
      );
      expect(await goods(path)).toEqual([['S5', 5900, 6500]]);
    }
  });

  it('blocks side by side, operators, totals and repeated headings', async () => {
    const path = csv(
      'Kode,Produk,Harga Jual,,Kode,Produk,Harga Jual',
      'TELKOMSEL,,,,XL,,',
      'S5,Simpati 5,6.000,,X5,XL 5,6.100',
      'Kode,Produk,Harga Jual,,Kode,Produk,Harga Jual',
      'S10,Simpati 10,11.000,,,,',
      'TOTAL,,23.100,,,,',
    );
    expect(await goods(path)).toEqual([
      ['S5', null, 6000],
      ['X5', null, 6100],
      ['S10', null, 11_000],
    ]);
  });

  it('prices in thousands are asked about, and none is taken as rupiah', async () => {
    const path = csv('Kode;Modal', 'S5;5,9', 'S10;11', 'S20;20,4');
    expect(await proposed(path)).toMatchObject({ asksUnit: true, mapping: { unit: null } });
    expect(await goods(path, 'thousands')).toEqual([
      ['S5', 5900, null],
      ['S10', 11_000, null],
      ['S20', 20_400, null],
    ]);
  });

  it('a hidden sheet in front is not read', async () => {
    const rows = (price: number): Value[][] => [
      ['Kode', 'Harga Jual'],
      ['S5', price],
    ];
    const sheets = [
      { name: 'Lama', rows: rows(10_500), hidden: true },
      { name: 'Baru', rows: rows(12_000) },
    ];
    const path = listFile('list.xlsx', await writeXlsx({ sheets }));
    expect((await proposed(path)).sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Lama', true],
      ['Baru', false],
    ]);
    expect(await goods(path)).toEqual([['S5', null, 12_000]]);
  });
});

describe('a list of headings that are not understood', () => {
  it.each(['text', 'workbook'])('is read as a person read the last one of them, as a %s', async (kind) => {
    const rows = [
      ['DAFTAR'],
      ['Sandi', 'Uraian', 'Dari Kami', 'Ke Orang'],
      ['TSEL10', 'Pulsa', '10.650,00', '12.345,00'],
    ];
    const path =
      kind === 'text' ? listFile('list.csv', rows.map((row) => row.join('|')).join('\n')) : await workbook(rows);
    const place = { sheet: kind === 'text' ? null : 'Sheet1', separator: kind === 'text' ? ('|' as const) : null };
    const columns = { productCode: 'Sandi', cost: 'Dari Kami', sellingPrice: 'Ke Orang', group: null };
    const mapping = { ...place, headingRow: 2, decimal: 'comma' as const, columns, unit: 'rupiah' as const };
    const remembered = [{ columns: ['Sandi', 'Uraian', 'Dari Kami', 'Ke Orang'], mapping, prices: null }];
    expect(await proposeList(path, null, remembered, tables)).toMatchObject({
      from: 'remembered',
      mapping: { ...mapping, unit: null },
      lines: [{ productCode: 'TSEL10', cost: 10_650, sellingPrice: 12_345 }],
    });
  });
});

describe('a price that is not plain', () => {
  const csv = (...rows: string[]): string => listFile('list.csv', rows.join('\n'));

  it('decimals behind ungrouped thousands make the unit of the list asked', async () => {
    expect(asksUnit('SMS1;525.375\nS10;10275.125')).toBe(true);
    const path = csv('Kode;Harga Jual', 'SMS1;525.375', 'S10;10275.125');
    expect(await proposed(path)).toMatchObject({ asksUnit: true, mapping: { unit: null } });
  });

  it('of three digits behind a sign that stands before decimals beside it is refused in rupiah', async () => {
    expect(readPasted('SMS1;525.375\nS10;10275.125\nS5;6.000,00')).toMatchObject([
      { reason: 'bad_amount' },
      { reason: 'bad_amount' },
      { sellingPrice: 6000 },
    ]);
    const path = csv('Kode;Harga Jual', 'SMS1;525.375', 'S10;10275.125', 'S5;6000');
    expect(await imported(path)).toMatchObject([
      { reason: 'bad_amount' },
      { sellingPrice: 10_275 },
      { sellingPrice: 6000 },
    ]);
    // A mapping that a person has remembered for other files reads it no otherwise.
    const { columns, mapping } = await proposed(path);
    if (mapping === null) throw new Error('no table');
    for (const decimal of ['comma', 'point'] as const) {
      const savedMapping = { ...mapping, decimal, unit: 'rupiah' as const };
      expect(
        (await proposeList(path, null, [{ columns, mapping: savedMapping, prices: null }], tables)).lines[0],
        decimal,
      ).toMatchObject({
        reason: 'bad_amount',
      });
    }
    expect(readPasted('SMS1;525.375\nS10;10.275')).toMatchObject([{ sellingPrice: 525_375 }, { sellingPrice: 10_275 }]);
  });

  it('of more than a rupiah’s part in thousands is refused', () => {
    const read = readPasted('S1;1.0275\nS2;10,2751\nS3;10,2750\nS4;10,275', 'thousands');
    expect(read.map(({ sellingPrice }) => sellingPrice)).toEqual([null, null, 10_275, 10_275]);
  });

  it('in thousands behind hundreds of others makes the unit of the list asked', async () => {
    const plain = Array.from({ length: 400 }, (_, n) => `S${n};10.275`);
    expect(await proposed(csv('Kode;Harga Jual', ...plain, 'X5;5,9'))).toMatchObject({
      asksUnit: true,
      mapping: { unit: null },
    });
  });

  it('of four digits without a sign in a list in thousands is refused', async () => {
    expect(readPasted('S1M;1005\nS5;5,9', 'thousands')).toMatchObject([
      { reason: 'bad_amount' },
      { sellingPrice: 5900 },
    ]);
    const path = csv('Kode;Harga Jual', 'S1M;1005', 'S5;5,9');
    expect(await imported(path, 'thousands')).toMatchObject([{ reason: 'bad_amount' }, { sellingPrice: 5900 }]);
  });

  it('of several products on one pasted line is refused', () => {
    for (const line of [
      'S5=5.900 S10=10.275',
      'S5 5.900 S10 10.275',
      'S5: 5.900, S10: 10.275',
      'S5 5.900 / S10 10.275',
    ])
      expect(readPasted(line), line).toMatchObject([{ productCode: null }]);
    expect(readPasted('S5 5.900 6.500 Pulsa 10')).toMatchObject([{ group: 'Pulsa 10', reason: null }]);
  });

  it('of 0 is none, and a cost of 0 beside it neither', async () => {
    for (const text of ['TSEL5;0;0', 'TSEL5;5.000;0', 'TSEL5;0'])
      expect(readPasted(text), text).toMatchObject([{ productCode: null, reason: 'bad_amount' }]);
    const path = csv('Kode;Modal;Harga Jual', 'TSEL5;0;0', 'TSEL6;5.000;Rp 0', 'TSEL7;5.000;6.000');
    expect(await imported(path)).toMatchObject([
      { reason: 'bad_amount' },
      { reason: 'bad_amount' },
      { productCode: 'TSEL7', sellingPrice: 6000 },
    ]);
  });

  it('a block whose headings are in other letters is read as the others are', async () => {
    const path = csv('Kode;Harga Jual;Kode;Harga Jual;KODE;HARGA JUAL', 'S5;6.000;X5;6.100;I5;6.200');
    expect((await imported(path)).map(({ productCode }) => productCode)).toEqual(['S5', 'X5', 'I5']);
  });
});

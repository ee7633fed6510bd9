import { describe, expect, it } from 'vitest';
import { importedList, importedRows, takenLines } from '../../support/imported-list.ts';

const taken = async (...rows: string[]) => takenLines((await importedRows(rows)).lines);
const reasons = async (...rows: string[]) =>
  (await importedRows(rows)).lines.map(({ productCode, reason, text }) => reason ?? productCode ?? text);

describe('headings that come again', () => {
  it('in another order are those of the rows below them', async () => {
    expect(await taken('Kode;Modal;Jual', 'S5;5.900;7.000', 'Kode;Jual;Modal', 'X5;7.500;6.100')).toEqual([
      ['S5', 5900, 7000],
      ['X5', 6100, 7500],
    ]);
  });

  it('for another price have their rows refused', async () => {
    const rows = ['Kode;Harga Jual', 'S5;7.000', 'Kode;Harga Beli', 'X5;5.700'];
    expect(await reasons(...rows)).toEqual(['S5', 'other_heading']);
  });

  it('above those that name more have their rows read too, and rows above all are refused', async () => {
    const rows = ['P1;5.100', 'Kode;Jual', 'S5;7.000', 'Kode;Produk;Modal;Jual;Grup', 'X5;XL 5;6.100;7.500;XL'];
    expect(await reasons(...rows)).toEqual(['other_heading', 'S5', 'X5']);
    expect(await taken(...rows)).toEqual([
      ['S5', null, 7000],
      ['X5', 6100, 7500],
    ]);
  });
});

describe('blocks side by side', () => {
  it.each([
    ['with an empty column between', 'Kode;Jual;;Kode;Modal;Jual', 'S5;7.000;;X5;5.900;7.500'],
    ['without one', 'Kode;Jual;Kode;Modal;Jual', 'S5;7.000;X5;5.900;7.500'],
    ['with the price in front', 'Jual;Kode;;Jual;Modal;Kode', '7.000;S5;;7.500;5.900;X5'],
  ])('have a cost where one has it alone: %s', async (_how, names, row) => {
    expect(await taken(names, row)).toEqual([
      ['S5', null, 7000],
      ['X5', 5900, 7500],
    ]);
  });

  it('have a group where one has it alone', async () => {
    const { lines } = await importedRows(['Kode;Harga;;Kode;Grup;Harga', 'S5;7.000;;X5;XL;7.500']);
    expect(lines.map(({ productCode, group }) => [productCode, group])).toEqual([
      ['S5', null],
      ['X5', 'XL'],
    ]);
  });

  it('are read or refused where their headings have other names', async () => {
    const rows = ['S5;5.900;;X5;5.700', 'S10;10.650;;;'];
    for (const names of [
      'Kode Member;Harga Member;;Kode H2H;Harga H2H',
      'Kode;Harga;;Kode;Harga Lama',
      'Kode;Harga;;SKU;Nominal',
    ])
      expect(await reasons(names, ...rows), names).toEqual(['S5', 'other_heading', 'S10']);
    // The same words but for the operator's name are the same headings.
    for (const names of [
      'Kode;Harga;;Kode Produk;Harga',
      'Kode Tsel;Harga Tsel;;Kode XL;Harga XL',
      'Kode;Harga;;Kode;Harga XL',
    ])
      expect(await taken(names, ...rows), names).toEqual([
        ['S5', 5900, null],
        ['X5', 5700, null],
        ['S10', 10_650, null],
      ]);
  });

  it('are read or refused where a workbook gives them no headings', async () => {
    const rows = [
      ['S5', 5900, null, 'X5', 5700],
      ['S10', 10_650, null, 'X10', 10_400],
    ];
    const { lines } = await importedList({ sheets: [{ name: 'A', rows }] });
    expect(lines.map(({ productCode, reason }) => reason ?? productCode)).toEqual([
      'S5',
      'other_heading',
      'S10',
      'other_heading',
    ]);
    expect(takenLines(lines)).toEqual([
      ['S5', 5900, null],
      ['S10', 10_650, null],
    ]);
  });

  it('are none where a second code describes the product', async () => {
    expect(await taken('Kode;Kode Operator;Harga', 'S5;TSEL;5.900')).toEqual([['S5', 5900, null]]);
  });
});

describe('a column that is proposed', () => {
  it.each(['Terjual', 'Total Jual', 'Jml Terjual', 'Best Seller', 'Tgl Jual', 'Harga Jual Lama'])(
    'as the selling price is not %s',
    async (name) => {
      const { proposal } = await importedRows([`Kode;Produk;Harga;${name}`, 'S5;Tsel 5;5.900;1.200']);
      expect(proposal.mapping?.columns).toMatchObject({ cost: 'Harga', sellingPrice: null });
    },
  );

  it.each([
    ['Harga Lama', 'Harga Baru'],
    ['Harga', 'Harga Baru'],
    ['Modal', 'Modal Baru'],
    ['Harga Beli Sebelumnya', 'Harga Beli'],
  ])('as the cost is not %s beside %s', async (former, current) => {
    const { proposal } = await importedRows([`Kode;${former};${current}`, 'S5;5.900;6.100']);
    expect(proposal.mapping?.columns.cost).toBe(current);
  });

  it('is the new selling price beside the old one, and what the shop takes beside what it pays', async () => {
    const columns = async (names: string) =>
      (await importedRows([`Kode;${names}`, 'S5;6.900;7.100'])).proposal.mapping?.columns;
    expect(await columns('Harga Jual Lama;Harga Jual Baru')).toMatchObject({ sellingPrice: 'Harga Jual Baru' });
    expect(await columns('Harga Jual;Harga Jual Baru')).toMatchObject({ sellingPrice: 'Harga Jual Baru' });
    expect(await columns('Modal;Harga')).toMatchObject({ cost: 'Modal', sellingPrice: 'Harga' });
  });
});

it('a price over the names of several levels is none: a person says which of them is paid', async () => {
  const rows = [
    ['KODE', 'PRODUK', 'HARGA', null],
    [null, null, 'MEMBER', 'H2H'],
    ['S5', 'Telkomsel 5', 6025, 5925],
  ];
  const { proposal, lines } = await importedList({ sheets: [{ name: 'A', rows }] });
  expect(proposal.mapping?.columns).toMatchObject({ productCode: 'KODE', cost: null, sellingPrice: null });
  expect(lines).toMatchObject([{ productCode: 'S5', cost: null, sellingPrice: null, reason: null }]);
});

describe('a row that does not fit its headings', () => {
  it('has more cells than there are, and is refused', async () => {
    const rows = ['Kode,Produk,Harga Jual', 'S5,Tsel 5,7000', 'S100,Tsel 100,1000,000', 'S20,Tsel 20,22500'];
    expect(await reasons(...rows)).toEqual(['S5', 'too_much', 'S20']);
  });

  it('has an amount that was cut at its comma, and is refused', async () => {
    expect(await reasons('Kode,Harga Jual,Catatan', 'S5,7000,', 'S12,12,000')).toEqual(['S5', 'bad_amount']);
    expect(await taken('Kode,Modal,Jual', 'SMS1,150,250')).toEqual([['SMS1', 150, 250]]);
  });

  it('is a total whose word stands in another column', async () => {
    expect(await taken('Kategori;Kode;Harga', 'Pulsa;S5;5.900', 'Total;9;', 'Total 5GB;T5;7.000')).toEqual([
      ['S5', 5900, null],
      ['T5', 7000, null],
    ]);
  });

  it('has digits that begin with 0 where its price stands', async () => {
    expect(await reasons('Kode;Harga', 'S5;0812', 'S6;5.900')).toEqual(['bad_amount', 'S6']);
  });
});

describe('what a workbook hides', () => {
  it('in a row is no price, and how many there are is said', async () => {
    const rows = [
      ['Kode', 'Harga Jual'],
      ['S5', 5000],
      ['S5', 7000],
      ['S10', 12_000],
    ];
    const rowDefs = new Map([[1, { hidden: true }]]);
    const { proposal, lines } = await importedList({ sheets: [{ name: 'A', rows, rowDefs }] });
    expect(lines.map(({ productCode, sellingPrice, reason }) => [productCode, sellingPrice, reason])).toEqual([
      ['S5', 7000, null],
      ['S10', 12_000, null],
    ]);
    expect(proposal.hidden).toEqual({ columns: [], rows: 1 });
  });

  it('in a column is not proposed, and the column is named', async () => {
    const rows = [
      ['Kode', 'Harga Jual', 'Jual'],
      ['S5', 5000, 7000],
    ];
    const columns = [{}, { hidden: true }, {}];
    const { proposal } = await importedList({ sheets: [{ name: 'A', rows, columns }] });
    expect(proposal.mapping?.columns.sellingPrice).toBe('Jual');
    expect(proposal.hidden).toEqual({ columns: ['Harga Jual'], rows: 0 });
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import { type ListTables, proposeList, readListFile } from '../../src/main/catalogue/read-list.ts';
import { findListTable, NotATable, readTable } from '../../src/main/files/index.ts';
import { asProposed, compared } from '../support/compared-statement.ts';
import { temporaryFolder } from '../support/database-files.ts';

const tables: ListTables = {
  find: (path, place, headings) => findListTable(nodeSystem, path, place, headings),
  rows: (path, place, maxRows) => readTable(nodeSystem, path, place, maxRows),
};
async function codesOf(text: string): Promise<(string | null)[]> {
  const path = join(temporaryFolder(), 'list');
  writeFileSync(path, text);
  const { mapping } = await proposeList(path, null, [], tables);
  return (await readListFile(path, mapping, 'rupiah', tables)).map(({ productCode }) => productCode);
}
const summaryOf = async (text: string) => (await compared((path) => writeFileSync(path, text), asProposed)).summary;

describe('a file with two kinds of line ends', () => {
  const head = 'ID;Tujuan;Harga;Status;Tanggal';
  const row = (n: number, status = 'Sukses') => `T${n};08120000000${n};10.275;${status};03/11/2026 10:1${n}`;
  const unknown = (n: number) => `X${n};08990000000${n};50.000;Sukses;03/11/2026 10:11`;
  const three = [row(1), row(2), row(3, 'Gagal')];

  it('has no charge that is neither compared nor counted: two exports put together', async () => {
    const summary = await summaryOf(`${[head, ...three].join('\r\n')}\n${unknown(7)}\n${unknown(8)}\n`);
    expect(summary).toMatchObject({ same: { count: 3 }, onlyThere: { count: 2 } });
  });

  it('has all its lines: the headings alone end in CR LF', async () => {
    expect(await summaryOf(`${head}\r\n${three.join('\n')}\n`)).toMatchObject({ same: { count: 3 } });
  });

  it('has all its products', async () => {
    const rows = ['S5;7.000;A', 'S10;12.000;B', 'S20;22.000;C'];
    expect(await codesOf(`Kode;Harga Jual;Produk\r\n${rows.join('\n')}\n`)).toEqual(['S5', 'S10', 'S20']);
  });
});

describe('a name that begins with a quote', () => {
  it.each([';', ','])('hides no line of a statement, separator %s', async (separator) => {
    const rows = [
      'ID;Tujuan;Harga;Status;Tanggal;Produk',
      'T2;081200000002;10275;Sukses;03/11/2026 10:12;S10',
      'T1;081200000001;10275;Sukses;03/11/2026 10:11;"Hot Rod" 1GB',
      'X7;089900000007;50000;Sukses;03/11/2026 10:11;XL',
      'X8;089900000008;50000;Sukses;03/11/2026 10:11;"Hot Rod"',
      'T3;081200000003;10275;Gagal;03/11/2026 10:13;XL',
    ];
    const summary = await summaryOf(`${rows.join('\r\n').replaceAll(';', separator)}\r\n`);
    expect(summary).toMatchObject({ same: { count: 3 }, onlyThere: { count: 2 } });
  });

  it('hides no product, and is refused where it has no end', async () => {
    const rows = ['Kode;Harga Jual;Produk', 'S5;7.000;"XL" combo', 'S10;12.000;XL', 'S20;22.000;"XL"', 'S25;27.000;x'];
    expect(await codesOf(rows.join('\n'))).toEqual(['S5', 'S10', 'S20', 'S25']);
    for (const name of ['"XL', '"XL; combo" baru']) {
      const odd = rows.join('\n').replace('"XL" combo', name);
      await expect(codesOf(odd)).rejects.toThrow(new NotATable('stray_quote'));
    }
  });
});

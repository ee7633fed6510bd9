import { writeFileSync } from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { compared, ofText } from '../support/compared-statement.ts';

const statuses = 'ID;Tujuan;Harga;Status;Tanggal';

describe('a status with a doubt', () => {
  it.each([
    ['Tidak selesai'],
    ['Blm sukses'],
    ['Gak sukses'],
    ['No success'],
    ['Tidak lunas'],
    ['Sukses (dispute)'],
    ['Sukses?'],
    ['Sukses sebagian'],
  ])('%s is no success, also where the columns have no names', async (status) => {
    const lines = [1, 2].map((n) => `T${n};08120000000${n};10.275;${n === 2 ? status : 'Sukses'};03/11/2026 10:1${n}`);
    for (const rows of [[statuses, ...lines], lines]) {
      const { summary } = await ofText(rows);
      expect(summary).toMatchObject({ same: { count: 1 } });
      expect(summary.attention).toBeGreaterThan(0);
    }
  });
});

describe('a workbook of many sheets', () => {
  const names = statuses.split(';');
  const line = (n: number) => [`T${n}`, `08120000000${n}`, 10_275, 'Sukses', `03/11/2026 10:1${n}`];
  const sheets = (tables: readonly number[]) =>
    Array.from({ length: 25 }, (_, at) => ({
      name: `S${at + 1}`,
      rows: tables.includes(at + 1) ? [names, line(1), line(2)] : [['catatan']],
    }));
  const read = async (tables: readonly number[]) =>
    compared(
      async (path) => writeFileSync(path, await writeXlsx({ sheets: sheets(tables) })),
      (mapping) => mapping,
    );

  it('is read to its last sheet', async () => {
    const only = await read([22]);
    expect(only.summary).toMatchObject({ same: { count: 2 }, attention: 0 });
    const more = await read([1, 21, 25]);
    expect(more.summary).toMatchObject({ otherSheets: ['S21', 'S25'], attention: 2 });
  });
});

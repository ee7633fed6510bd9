import { describe, expect, it } from 'vitest';
import { ofText } from '../support/compared-statement.ts';

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

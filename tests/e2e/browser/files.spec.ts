import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { variedReceipt, writeVariedReceipts } from '../../../bench/varied-receipts.ts';
import { writtenTime } from '../../../src/shared/domain/zone.ts';
import { startBuiltCounter } from '../../support/browser-counter.ts';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { csvRows } from '../../support/large-databases.ts';
import { faultsOf } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('what the list shows leaves as a file, and the provider’s statement is compared with the book', async ({
  page,
  dataDir,
}) => {
  const receipts = 3000;
  await mkdir(join(dataDir, 'training'), { recursive: true });
  writeVariedReceipts(join(dataDir, 'training/journal.db'), receipts, 'training');
  const counter = await startBuiltCounter({ dataDir });
  const cashier = new Cashier(page);
  const noFaults = async (name: string): Promise<void> => {
    for (const theme of ['light', 'dark'] as const) expect(await faultsOf(page, theme), name).toEqual([]);
  };
  try {
    await page.goto(counter.url);
    await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
    await cashier.press('F3');
    await page.getByRole('searchbox').fill('santoso');

    await test.step('a CSV of what was searched for, downloaded and kept in the data folder', async () => {
      await page.getByRole('button', { name: 'Alat struk' }).click();
      await page.getByRole('menuitem', { name: 'Ekspor' }).click();
      await page.getByRole('radio', { name: 'CSV' }).check();
      await expect(page.getByRole('button', { name: 'Buat file' })).toBeEnabled();
      await noFaults('export');
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Buat file' }).press('Enter');
      const download = await downloading;
      await expect(page.getByText(/^File jadi: \d+ struk$/)).toBeVisible();
      const rows = csvRows(await download.path(), ';');
      expect(rows.length).toBeGreaterThan(10);
      for (const row of rows) expect(row['Nama pelanggan']).toContain('SANTOSO');
      const stats = await stat(join(dataDir, 'exports', download.suggestedFilename()));
      expect(stats.mode & 0o777).toBe(0o600);
      await noFaults('export done');
      await cashier.press('Escape');
    });

    await test.step('a statement, its columns found by their names', async () => {
      await page.getByRole('button', { name: 'Alat struk' }).click();
      await page.getByRole('menuitem', { name: 'Cocokkan' }).click();
      const [same, other] = [variedReceipt(2999, receipts), variedReceipt(2998, receipts)];
      const line = (sale: typeof same, price: number | null): string =>
        [sale.transactionId, sale.customerNo, price, 'Sukses', sale.createdAt].join(';');
      const text = ['ID Transaksi;Tujuan;Harga;Status;Tanggal', line(same, same.price), line(other, 1), ''].join(
        '\r\n',
      );
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Pilih file' }).click();
      const chooser = await choosing;
      await chooser.setFiles({ name: 'laporan.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await expect(page.getByText('laporan.csv')).toBeVisible();
      await expect(page.getByLabel('ID provider')).toHaveValue('ID Transaksi');
      await expect(page.getByLabel('Waktu')).toHaveValue('Tanggal');
      const compare = page.getByRole('dialog').getByRole('button', { name: 'Cocokkan' });
      await expect(compare).toBeEnabled();
      await compare.press('Enter');
      await expect(page.getByText(/^1 sama, \d+ perlu dilihat$/)).toBeVisible();
      await expect(page.getByRole('cell', { name: other.customerNo })).toBeVisible();
      await expect(page.getByRole('cell', { name: writtenTime(other.createdAt, 'Asia/Jakarta') })).toBeVisible();
      await expect(page.getByText('Jumlah berbeda', { exact: true })).toBeVisible();
      await noFaults('reconciled');
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Simpan yang berbeda (CSV)' }).click();
      const saved = csvRows(await (await downloading).path(), ';');
      expect(saved[0]).toMatchObject({ Beda: 'jumlah berbeda', 'Jumlah provider': '1' });
    });

    await test.step('what only one of them has is what the result opens on, with the period that the file names', async () => {
      const sale = variedReceipt(2999, receipts);
      const period = `Periode;${sale.createdAt.slice(0, 10)}`;
      const line = [sale.transactionId, sale.customerNo, sale.price, 'Sukses', sale.createdAt].join(';');
      const text = [period, 'ID Transaksi;Tujuan;Harga;Status;Tanggal', line, ''].join('\r\n');
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Pilih file' }).click();
      await (await choosing).setFiles({ name: 'kurang.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      const compare = page.getByRole('dialog').getByRole('button', { name: 'Cocokkan' });
      await expect(compare).toBeEnabled();
      await compare.press('Enter');
      await expect(page.getByRole('radio', { name: 'Berbeda (0)' })).not.toBeChecked();
      await expect(page.getByRole('radio', { name: /^Hanya di sini \(\d+\)$/ })).toBeChecked();
      await expect(page.getByRole('dialog').getByRole('cell').first()).toBeVisible();
    });
  } finally {
    await counter.stop();
  }
});

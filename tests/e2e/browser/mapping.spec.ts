import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { variedReceipt, writeVariedReceipts } from '../../../bench/varied-receipts.ts';
import { startBuiltCounter } from '../../support/browser-counter.ts';
import { test } from '../../support/counter-page.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const count = 40;
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Tab until the field has the focus, as far as a dialog has fields. */
async function reach(field: Locator): Promise<void> {
  // Nothing is compared while the file is read again.
  await expect(field).toBeEnabled();
  for (let tabs = 0; tabs < 60; tabs += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) return;
    await field.page().keyboard.press('Tab');
  }
  await expect(field).toBeFocused();
}

/** Chooses by arrows, one after the other: each choice reads the file again, and the focus stays. */
async function pick(page: Page, label: string, choice: string): Promise<void> {
  const field = page.getByRole('dialog').getByLabel(label, { exact: true });
  // Those of the sheet that was chosen just before.
  await expect(field.locator('option').filter({ hasText: choice })).toBeAttached();
  await reach(field);
  const chosen = (): Promise<string> =>
    field.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? '');
  for (let steps = 0; (await chosen()) !== choice; steps += 1) {
    if (steps > 30) throw new Error(`${choice} is not among the choices of ${label}`);
    const [at, wanted] = await field.evaluate(
      (select: HTMLSelectElement, text) => [
        select.selectedIndex,
        [...select.options].findIndex((each) => each.text === text),
      ],
      choice,
    );
    const before = await chosen();
    await page.keyboard.press((wanted ?? 0) > (at ?? 0) ? 'ArrowDown' : 'ArrowUp');
    await expect.poll(chosen).not.toBe(before);
    await expect(field).toBeFocused();
  }
}

async function give(
  page: Page,
  button: string,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await reach(page.getByRole('dialog').getByRole('button', { name: button, exact: true }));
  // A dialog that has just come swallows Enter.
  await expect(async () => {
    const choosing = page.waitForEvent('filechooser', { timeout: 1000 });
    await page.keyboard.press('Enter');
    await (await choosing).setFiles(file);
  }).toPass();
  await expect(page.getByRole('dialog').getByText(file.name)).toBeVisible();
}

/** A statement in words that nobody guesses, in the second sheet, below a title, the month first. */
async function statement(name: string, numbers: readonly number[]) {
  const rows = numbers.map((n) => {
    const sale = variedReceipt(n, count);
    const [year, month, day] = sale.createdAt.slice(0, 10).split('-');
    return ['x', sale.transactionId, sale.customerNo, `${sale.price}.00`, 'oke', `${month}/${day}/${year}`];
  });
  const sheets = [
    {
      name: 'Oktober',
      rows: [
        ['ID Transaksi', 'Tujuan', 'Harga', 'Status', 'Tanggal'],
        ['X1', '081200000001', '5000', 'Sukses', '03/10/2026'],
      ],
    },
    { name: 'November', rows: [['CONTOH'], ['Uraian', 'Sandi', 'Kepada', 'Sejumlah', 'Hasil', 'Saat'], ...rows] },
  ];
  return { name, mimeType: workbook, buffer: Buffer.from(await writeXlsx({ sheets })) };
}

test('a statement and a price list whose guess is wrong are read right by keys alone, and remembered', async ({
  page,
  dataDir,
}) => {
  await mkdir(join(dataDir, 'training'), { recursive: true });
  writeVariedReceipts(join(dataDir, 'training/journal.db'), count, 'training');
  const counter = await startBuiltCounter({ dataDir });
  const dialog = page.getByRole('dialog');
  try {
    await page.goto(counter.url);
    await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();

    await test.step('sheet, heading row, columns, dates and decimals are corrected, and seen on the lines', async () => {
      await page.keyboard.press('F3');
      await page.getByRole('button', { name: 'Alat struk' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Cocokkan' }).press('Enter');
      await give(page, 'Pilih file', await statement('laporan-1.xlsx', [30, 31]));
      await expect(dialog.getByLabel('Lembar', { exact: true })).toHaveValue('Oktober');
      await expect(dialog.getByText('1 lembar lain tidak dibaca: November. Baca satu per satu.')).toBeVisible();
      await pick(page, 'Lembar', 'November');
      await pick(page, 'Baris judul kolom', '2: Uraian · Sandi · Kepada · Sejumlah · Hasil · Saat');
      await pick(page, 'ID provider', 'Sandi');

      await pick(page, 'Nomor pelanggan', 'Kepada');
      await pick(page, 'Jumlah yang diambil', 'Sejumlah');
      await pick(page, 'Status', 'Hasil');
      await pick(page, 'Waktu', 'Saat');
      await pick(page, 'Urutan tanggal', 'Bulan dulu (12/31/26)');
      await pick(page, 'Cara menulis angka', '10,275.00');
      await pick(page, 'oke', 'Berhasil');
      await reach(dialog.getByRole('button', { name: 'Cocokkan', exact: true }));
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^2 sama, \d+ perlu dilihat$|^Semua sama: 2 baris$/)).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('the next file of that shape is read so at once', async () => {
      await page.getByRole('button', { name: 'Alat struk' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Cocokkan' }).press('Enter');
      await give(page, 'Pilih file', await statement('laporan-2.xlsx', [32, 33, 34]));
      await expect(dialog.getByText('Dibaca seperti file sebelumnya dengan judul kolom yang sama.')).toBeVisible();
      await expect(dialog.getByLabel('Lembar', { exact: true })).toHaveValue('November');
      await reach(dialog.getByRole('button', { name: 'Cocokkan', exact: true }));
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^3 sama, \d+ perlu dilihat$|^Semua sama: 3 baris$/)).toBeVisible();
      await page.keyboard.press('Escape');
    });

    const list = (name: string, code: string, price: string) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(`DAFTAR\nSandi|Uraian|Dari Kami|Ke Orang\n${code}|Pulsa, reguler|10.650,00|${price}\n`),
    });
    const listDialog = async (): Promise<void> => {
      await page.keyboard.press('F5');
      await expect(page.getByRole('searchbox', { name: 'Cari produk' })).toBeFocused();
      await page.keyboard.press('F8');
      // A dialog that has just come takes the focus to its first field, also between two keys.
      await expect(async () => {
        await reach(dialog.getByRole('radio', { checked: true }));
        await page.keyboard.press('ArrowDown');
        await expect(dialog.getByRole('radio', { name: 'File Excel atau CSV' })).toBeChecked({ timeout: 1000 });
      }).toPass();
    };
    const price = (code: string) =>
      page.evaluate(async (code) => {
        const listed = await window.konter.catalogue.list();
        return listed.ok ? listed.value.items.find((item) => item.productCode === code)?.sellingPrice : null;
      }, code);

    await test.step('a price list: separator and columns are corrected by keys', async () => {
      await listDialog();
      await give(page, 'Pilih file', list('harga-1.csv', 'TSEL10', '12.345,00'));
      // No heading of it is known: it is taken for a list without any.
      await reach(dialog.getByRole('button', { name: 'Baca sebagai tabel' }));
      await page.keyboard.press('Enter');
      await pick(page, 'Pemisah kolom', 'Garis tegak |');
      await pick(page, 'Baris judul kolom', '2: Sandi · Uraian · Dari Kami · Ke Orang');
      await pick(page, 'Kode', 'Sandi');
      await pick(page, 'Modal', 'Dari Kami');
      await pick(page, 'Harga jual', 'Ke Orang');
      await reach(dialog.getByRole('button', { name: 'Mulai periksa' }));
      await page.keyboard.press('Enter');
      await expect.poll(() => price('TSEL10')).toBe(12_345);
    });

    await test.step('and the next one is read so at once', async () => {
      await listDialog();
      await give(page, 'Pilih file', list('harga-2.csv', 'TSEL20', '23.456,00'));
      await expect(dialog.getByText('Dibaca seperti file sebelumnya dengan judul kolom yang sama.')).toBeVisible();
      await reach(dialog.getByRole('button', { name: 'Mulai periksa' }));
      await page.keyboard.press('Enter');
      await expect.poll(() => price('TSEL20')).toBe(23_456);
    });
  } finally {
    await counter.stop();
  }
});

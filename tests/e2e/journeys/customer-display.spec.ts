import type { Page } from '@playwright/test';
import { expect, plainTest as test } from '../../support/counter-page.ts';
import { runAxe } from '../../support/page-checks.ts';

const axe = async (page: Page): Promise<string[]> =>
  (await runAxe(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })).violations;

test('the customer follows a sale on their own screen, which can do nothing else', async ({ counterPage }) => {
  const context = counterPage.context();
  // Two pages, looked at by axe: on a machine that others use it takes its time.
  test.slow();
  await counterPage.keyboard.press('F9');
  await counterPage.getByRole('tab', { name: 'Layar pelanggan' }).click();
  await counterPage.getByText('Pakai', { exact: true }).click();
  await counterPage.getByRole('button', { name: 'Simpan' }).click();
  await counterPage.getByRole('button', { name: 'Buat alamat' }).click();
  expect(await axe(counterPage)).toEqual([]);
  const popup = context.waitForEvent('page');
  await counterPage.getByRole('link', { name: 'Buka layar pelanggan' }).click();
  const display = await popup;
  await expect(display.getByText('Selamat datang')).toBeVisible();
  expect(display.url()).toMatch(/\/display$/);

  // Even with the counter's cookie in the same browser, the page's own policy lets it ask for nothing.
  const tried = await display.evaluate(() =>
    fetch('/api/status', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then(
      () => 'answered',
      () => 'refused',
    ),
  );
  expect(tried).toBe('refused');
  expect(await display.evaluate(() => 'konter' in window)).toBe(false);

  await counterPage.bringToFront();
  await counterPage.keyboard.press('F1');
  await expect(counterPage.getByLabel('Nomor pelanggan, kode produk, atau pindai')).toBeFocused();
  await counterPage.keyboard.type('TSEL10.081234567890');
  await counterPage.keyboard.press('Enter');
  const displayed = display.getByTestId('display-number');
  await expect(displayed).toHaveText('0812 3456 7890');
  const before = await displayed.boundingBox();
  await expect(counterPage.getByLabel('Uang diterima')).toBeFocused();
  await counterPage.keyboard.press('Enter');
  await expect(display.getByTestId('display-result')).toHaveText('Benarkah nomor dan jumlah ini?');
  await counterPage.getByRole('button', { name: 'Kirim', disabled: false }).click();
  await expect(display.getByTestId('display-result')).toHaveText('Berhasil');
  await expect(display.getByText('Pindai untuk menyimpan bukti')).toBeVisible();
  const { x, y } = (await displayed.boundingBox()) ?? {};
  expect({ x, y }).toEqual({ x: before?.x, y: before?.y });
  expect(await axe(display)).toEqual([]);

  await counterPage.getByRole('button', { name: 'Simpan pelanggan…' }).click();
  const dialog = counterPage.getByRole('dialog', { name: 'Tambah pelanggan' });
  await dialog.getByLabel('Nama panggilan').fill('Budi Contoh');
  await expect(dialog.getByRole('button', { name: 'Simpan' })).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  expect(await axe(counterPage)).toEqual([]);
  await dialog.getByRole('button', { name: 'Simpan', disabled: false }).click();
  await expect(dialog).toHaveCount(0);
  await counterPage.keyboard.press('F9');
  await counterPage.getByRole('tab', { name: 'Pelanggan', exact: true }).click();
  await expect(counterPage.getByText('Budi Contoh')).toBeVisible();
  await counterPage.getByRole('button', { name: 'Hapus Budi Contoh' }).click();
  await counterPage.getByRole('dialog').getByRole('button', { name: 'Hapus', disabled: false }).click();
  await expect(counterPage.getByText('Belum ada pelanggan yang disimpan.')).toBeVisible();
});

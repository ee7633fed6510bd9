import { Cashier } from '../../support/cashier.ts';
import { expect, saveSettings, test } from '../../support/counter-page.ts';

test.use({ viewport: { width: 1366, height: 768 } });

test('what is handed back is one sum at the result, in the strip, the question, the customer’s display, the list, the books, the receipts and the shift', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const strip = page.locator('[aria-label="Uang yang belum jelas"]');
  const opened = await page.evaluate(() => window.konter.shifts.open({ counted: 100_000 }));
  expect(opened.ok).toBe(true);
  await saveSettings(page, { display: { on: true, screen: 'auto', clearSeconds: 20 } });
  await page.keyboard.press('F9');
  await page.getByRole('tab', { name: 'Layar pelanggan' }).click();
  await page.getByRole('button', { name: 'Buat alamat' }).click();
  const popup = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Buka layar pelanggan' }).click();
  const display = await popup;
  await expect(display.getByText('Selamat datang')).toBeVisible();
  await page.bringToFront();

  await test.step('a sale that fails before the customer has the change', async () => {
    await cashier.sell({ number: '081200000023', code: 'FAILEDNOW10', price: '12000', cash: '50000' });
    await expect(page.getByText('Gagal. Kembalikan Rp50.000 kepada pelanggan.', { exact: true })).toBeVisible();
    await expect(strip).toContainText('1Harus dikembalikanRp50.000');
    await expect(display.locator('main')).toContainText('Rp50.000');
    await expect(cashier.button('Berikutnya')).toBeEnabled();
    await page.keyboard.press('-');
    const question = page.getByRole('dialog', { name: 'Uang Rp50.000 sudah diserahkan?' });
    await expect(question).toContainText('Kembalian Rp38.000 + uang dikembalikan Rp12.000');
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await cashier.next();
  });

  await test.step('a list of which one fails has one change', async () => {
    await cashier.press('F1');
    await expect(page.getByLabel('Nomor pelanggan, kode produk')).toBeFocused();
    await cashier.press(',');
    await page.getByLabel('Nomor, satu per baris').fill('FAILEDNOW10.081200000041\ntsel10.081200000042');
    await page.getByLabel('Harga jual Latihan FAILEDNOW10').fill('12000');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await page.keyboard.type('50000');
    await expect(page.getByTestId('batch-change')).toHaveText('Rp26.000');
    await expect(cashier.button('Kirim semua')).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('batch-change')).toHaveText('Rp38.000', { timeout: 20_000 });
    await expect(strip).toContainText('2Harus dikembalikanRp88.000');
    await expect(display.getByTestId('display-result')).toHaveText('Sebagian gagal');
    await expect(display.locator('main')).toContainText('Rp38.000');
    await expect(cashier.button('Uang sudah dikembalikan')).toBeEnabled();
    await page.keyboard.press('-');
    const question = page.getByRole('dialog', { name: 'Uang Rp38.000 sudah diserahkan?' });
    await expect(question).toContainText('Kembalian Rp26.000 + uang dikembalikan Rp12.000');
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(cashier.button('Berikutnya')).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Nomor pelanggan, kode produk')).toBeFocused();
  });

  await test.step('the same sum everywhere, with its two parts where it has room', async () => {
    await expect(strip).toContainText('2Harus dikembalikanRp88.000');
    await page.keyboard.press('F4');
    const books = page.getByRole('region', { name: 'Uang yang belum milik toko' });
    await expect(books).toContainText('Harus dikembalikan, semua hariRp88.000');
    await expect(books).toContainText('Kembalian Rp64.000 + uang dikembalikan Rp24.000');
    await page.keyboard.press('F4');
    const open = page.getByRole('region', { name: 'Penjualan yang belum selesai' });
    await expect(open).toContainText(
      'Harus dikembalikanRp88.000Uang penjualan gagalRp24.000Kembalian, di luar hitungan laciRp64.000',
    );
    await strip.getByRole('button', { name: /Harus dikembalikan/ }).click();
    await expect(page.getByLabel('Uang transaksi gantung', { exact: true })).toContainText(
      'Harus dikembalikanRp88.000',
    );
  });

  await test.step('a reload changes nothing of it, and the count of the drawer has no change', async () => {
    await page.reload();
    await expect(strip).toContainText('2Harus dikembalikanRp88.000');
    const closed = await page.evaluate(() => window.konter.shifts.close({ counted: 136_000 }));
    expect(closed).toMatchObject({ ok: true, value: { shift: { closed: { difference: 0 } } } });
    await page.keyboard.press('F4');
    await expect(page.getByRole('table')).toContainText('Uang penjualan gagal');
    await page.keyboard.press('F4');
    await page.getByRole('navigation', { name: 'Daftar shift' }).getByRole('button').filter({ hasText: 'Pas' }).click();
    await expect(page.getByRole('region', { name: 'Diserahkan ke shift berikutnya' })).toContainText(
      'Harus dikembalikanRp88.000',
    );
    await expect(page.getByRole('region', { name: 'Selisih laci' })).toContainText('Pas');
  });
});

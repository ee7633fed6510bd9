import type { Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, jobsOf, openAnew, saveSettings, printingTest as test } from '../../support/counter-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

async function openPrinters(page: Page): Promise<void> {
  await page.keyboard.press('F9');
  await page.getByRole('tab', { name: 'Printer', exact: true }).click();
}

test('an owner sets up a printer and its columns from the printed ruler, by keyboard', async ({
  counterPage: page,
  printer,
}) => {
  const cashier = new Cashier(page);
  await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
  await openPrinters(page);
  await expect(page.getByText('Belum ada printer terpasang.')).toBeVisible();
  await page.getByRole('button', { name: 'Tambah printer' }).focus();
  await cashier.press('Enter');
  await expect(page.getByLabel('Nama untuk toko')).toBeFocused();
  await cashier.press('Enter');
  await expect(page.getByText('Isi nama, paling banyak 60 huruf')).toBeVisible();
  await expect(page.getByText('Isi nama atau alamat printer, tanpa http://')).toBeVisible();
  await expect(page.getByLabel('Nama untuk toko')).toBeFocused();
  await cashier.type('Kasir depan');
  await page.getByLabel('Alamat', { exact: true }).focus();
  await cashier.type('127.0.0.1');
  await cashier.press('Tab');
  await expect(page.getByLabel('Port')).toBeFocused();
  await page.keyboard.press('Control+a');
  await cashier.type(String(printer.port));
  await cashier.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Printer utama', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Tes lebar kertas: Kasir depan' }).focus();
  await cashier.press('Enter');
  await expect(page.getByText('Tercetak', { exact: true })).toBeVisible();
  await page
    .getByRole('group', { name: /^Berapa huruf/ })
    .getByText('42')
    .click();
  await expect(page.getByText('42 kolom')).toBeVisible();

  await page.getByRole('button', { name: 'Halaman uji: Kasir depan' }).click();
  await page.getByText('Semua, tanpa kode QR').click();
  await expect(page.getByText(/^Kode QR sekarang dicetak sebagai gambar/)).toBeVisible();
  const saved = async () => {
    const answer = await page.evaluate(() => window.konter.settings.get());
    return answer.ok && answer.value.settings.printers;
  };
  await expect.poll(saved).toMatchObject([{ columns: 42, qr: 'picture', tested: true }]);

  await page.getByRole('button', { name: 'Ubah: Kasir depan' }).click();
  await page.getByText('Huruf, kode QR, pemotong, laci dan logo').click();
  await page.getByText('Dibuka dengan tombol').click();
  await page.getByRole('button', { name: 'Simpan printer' }).click();
  await page.getByRole('button', { name: 'Buka laci: Kasir depan' }).click();
  await expect(page.getByText(/^Perintah membuka laci sudah dikirim/)).toBeVisible();
  printer.behaviour.answers = 'cover_open';
  await page.getByRole('button', { name: 'Buka laci: Kasir depan' }).click();
  await expect(page.getByText('Printer tidak menerima perintah membuka laci.')).toBeVisible();
  await page.getByRole('button', { name: 'Halaman uji: Kasir depan' }).click();
  await expect(page.getByText(/^Tutup printer terbuka\./)).toBeVisible();

  await page.getByRole('button', { name: 'Hapus: Kasir depan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hapus' }).click();
  await expect(page.getByText('Belum ada printer terpasang.')).toBeVisible();
  // Its page waits for a printer that is gone: that is said, and can be given up.
  await page.getByRole('button', { name: /^Printer\s*(tutup terbuka|sudah dihapus)/ }).click();
  await page.getByRole('button', { name: /^Batalkan: Halaman uji/ }).click();
  await expect(page.getByText('Tidak ada yang menunggu dicetak.')).toBeVisible();
});

test.describe('a printer from the environment', () => {
  test.use({ counterEnv: { KONTER_PRINTER: 'tcp://127.0.0.1:9?columns=42' } });

  test('is shown and can be tried, and cannot be changed', async ({ counterPage: page }) => {
    await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
    await openPrinters(page);
    await expect(page.getByText(/dikunci dari pengaturan pusat \(KONTER_PRINTER\)/)).toBeVisible();
    await expect(page.getByText('42 kolom')).toBeVisible();
    for (const name of [/^Tambah printer/, /^Ubah/, /^Hapus/]) {
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    }
    await page.getByRole('button', { name: /^Halaman uji/ }).click();
    await expect(page.getByText(/^Printer tidak bisa dihubungi\./)).toBeVisible();
  });
});

test('a sale brings its slip where that is switched on, and printing passes WCAG 2.2 AA wherever it shows', async ({
  printingPage: page,
  printer,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const cashier = new Cashier(page);
  const { faults, look } = looksAt(page);

  await test.step('with printing by itself switched on, a sale brings its slip', async () => {
    await openPrinters(page);
    await page.getByText('Cetak sendiri', { exact: true }).click();
    const switchedOn = async (): Promise<boolean> => {
      const answer = await page.evaluate(() => window.konter.settings.get());
      return answer.ok && answer.value.settings.autoPrint;
    };
    await expect.poll(switchedOn).toBe(true);
    await cashier.sell({ number: '081234567890', code: 'TSEL10', price: '12000', cash: '20000' });
    await expect(page.getByText('Tercetak', { exact: true })).toBeVisible();
    expect(printer.jobs).toHaveLength(1);
    expect((await jobsOf(page)).map(({ askedBy }) => askedBy)).toEqual(['system']);
  });

  await saveSettings(page, { autoPrint: false, copiesLimit: 0, supervisorPin: { next: '4321' } });
  await openAnew(page);
  await openPrinters(page);
  await page.getByRole('button', { name: /^Tes lebar kertas/ }).click();
  await expect(page.getByText('Tercetak', { exact: true })).toBeVisible();
  await look('printers, after the ruler');
  await page.getByRole('button', { name: 'Tambah printer' }).click();
  await expect(page.getByLabel('Nama untuk toko')).toBeFocused();
  await cashier.press('Enter');
  await page.getByText('Huruf, kode QR, pemotong, laci dan logo').click();
  await look('a new printer');
  await cashier.press('Escape');

  printer.behaviour.resetAfter = 100;
  await cashier.sell({ number: '081234567891', code: 'TSEL10', price: '12000', cash: '20000' });
  await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
  await cashier.press('F8');
  await expect(page.getByText('Apakah kertasnya keluar utuh?')).toBeVisible();
  await look('asked whether it came out');
  await cashier.press('F8');
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('asked for the PIN');
  await cashier.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  printer.behaviour.answers = 'cover_open';
  await page.evaluate(() => window.konter.printers.test({ printer: 'till' }));
  await cashier.press('F7');
  await expect(page.getByRole('dialog', { name: 'Cetakan' })).toContainText('Tutup printer terbuka.');
  await look('the tray');
  await page.getByRole('button', { name: /^Buka penjualan/ }).click();
  await expect(page.getByRole('region', { name: 'Cetakan struk ini' })).toBeVisible();
  await look('the prints of a receipt');
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button')]
      .filter((button) => button.offsetParent !== null && button.getBoundingClientRect().height < 44)
      .map((button) => button.innerText),
  );
  expect(small).toEqual([]);
  expect(faults).toEqual({});
});

import { Cashier } from '../../support/cashier.ts';
import { expect, jobsOf, printingTest as test } from '../../support/counter-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('an owner sets up a printer and its columns from the printed ruler, by keyboard', async ({
  counterPage: page,
  printer,
}) => {
  const cashier = new Cashier(page);
  const { faults, look } = looksAt(page);
  await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
  await cashier.press('F9');
  await page.getByRole('tab', { name: 'Printer', exact: true }).click();
  await expect(page.getByText('Belum ada printer terpasang.')).toBeVisible();
  await page.getByRole('button', { name: 'Tambah printer' }).focus();
  await cashier.press('Enter');
  await expect(page.getByLabel('Nama printer')).toBeFocused();
  await cashier.press('Enter');
  await expect(page.getByText('Isi nama, paling banyak 60 huruf')).toBeVisible();
  await expect(page.getByText('Isi nama atau alamat printer, tanpa http://')).toBeVisible();
  await expect(page.getByLabel('Nama printer')).toBeFocused();
  await look('a new printer, with what is missing');
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
  await look('printers, after the ruler');
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
  await test.step('with printing by itself switched on, a sale brings its slip', async () => {
    await page.getByText('Cetak sendiri', { exact: true }).click();
    await expect
      .poll(() => page.evaluate(() => window.konter.settings.get()))
      .toMatchObject({ ok: true, value: { settings: { autoPrint: true } } });
    const before = printer.jobs.length;
    await cashier.sell({ number: '081234567890', code: 'TSEL10', price: '12000', cash: '20000' });
    await expect(page.getByText('Tercetak', { exact: true })).toBeVisible();
    expect(printer.jobs).toHaveLength(before + 1);
    expect((await jobsOf(page)).at(-1)).toMatchObject({ askedBy: 'system' });
    await cashier.press('F9');
    await page.getByRole('tab', { name: 'Printer', exact: true }).click();
  });

  await page.getByRole('button', { name: 'Buka laci: Kasir depan' }).click();
  await expect(page.getByText(/^Perintah membuka laci sudah dikirim/)).toBeVisible();
  printer.behaviour.answers = 'cover_open';
  await page.getByRole('button', { name: 'Buka laci: Kasir depan' }).click();
  await expect(page.getByText('Printer tidak menerima perintah membuka laci.')).toBeVisible();
  await page.getByRole('button', { name: 'Halaman uji: Kasir depan' }).click();
  await expect(page.getByText(/^Tutup printer terbuka\./)).toBeVisible();

  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button')]
      .filter((button) => button.offsetParent !== null && button.getBoundingClientRect().height < 44)
      .map((button) => button.innerText),
  );
  expect(small).toEqual([]);

  await page.getByRole('button', { name: 'Hapus: Kasir depan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hapus' }).click();
  await expect(page.getByText('Belum ada printer terpasang.')).toBeVisible();
  // Its page waits for a printer that is gone: that is said, and can be given up.
  await page.getByRole('button', { name: /^Printer\s*sudah dihapus/ }).click();
  await page.getByRole('button', { name: /^Batalkan: Halaman uji/ }).click();
  await expect(page.getByText('Tidak ada yang menunggu dicetak.')).toBeVisible();
  expect(faults).toEqual({});
});

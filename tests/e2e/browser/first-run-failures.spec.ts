import { expect, test } from '../../support/counter-page.ts';
import { codeField, Owner, openSetup, stepOf, withOwnerWorld } from '../../support/owner.ts';
import { faultsOf } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('each failure is said in words, its step is not ticked, and nothing typed is lost by going elsewhere', async ({
  counterPage: page,
}) => {
  test.slow();
  const owner = new Owner(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await withOwnerWorld(async (world) => {
    await openSetup(owner);
    await page.getByLabel('Nama toko', { exact: true }).fill('Toko Contoh');
    await stepOf(page, 'Printer').click();
    await expect(page.getByRole('heading', { name: 'Printer struk' })).toBeVisible();
    await stepOf(page, 'Toko').click();
    await expect(page.getByLabel('Nama toko', { exact: true })).toHaveValue('Toko Contoh');
    await button('Simpan dan lanjut').click();

    const notWhole = page.getByText('Yang ditempel bukan kode sambungan Konter yang utuh.');
    for (const text of [world.code().slice(0, -4), 'https://relay.example.com']) {
      await codeField(page).fill(text);
      await expect(notWhole).toBeVisible();
      await codeField(page).fill(world.code());
      await expect(notWhole).toHaveCount(0);
    }

    await codeField(page).fill(world.code({ secretKey: 'another secret' }));
    await button('Simpan dan lanjut').click();
    await expect(page.getByText('Penerima hasil tidak mengenal kotak hasil atau tanda tangan ini.')).toBeVisible();
    await expect(stepOf(page, 'Sambungan')).toContainText('belum');
    expect(await faultsOf(page, 'light')).toEqual([]);

    // A code that a rotation has spent.
    await codeField(page).fill(world.code({ token: 'of-yesterday' }));
    await button('Simpan dan lanjut').click();
    await expect(page.getByText('Penerima hasil menolak token konter ini.')).toBeVisible();
    await stepOf(page, 'Mulai jualan asli').click();
    await expect(page.getByText('Sambungan belum lulus uji.')).toBeVisible();

    await stepOf(page, 'Sambungan').click();
    await codeField(page).fill(world.code());
    await button('Simpan dan lanjut').click();
    await expect(stepOf(page, 'Sambungan')).toContainText('selesai');
    await page.getByLabel('Kode satu produk yang Anda jual').fill('TIDAK-ADA');
    await button('Uji, lalu mulai jualan asli').click();
    await expect(page.getByText('Provider tidak mengenal kode TIDAK-ADA.')).toBeVisible();
    await expect(page.getByRole('note')).toHaveText(/LATIHAN/);
    await page.getByLabel('Kode satu produk yang Anda jual').fill('TSEL10');

    // Going live loads the page again: what is not saved in another step is asked about, by the button and by Enter.
    await stepOf(page, 'Toko').click();
    await page.getByLabel('Alamat', { exact: true }).fill('Jalan Contoh 1');
    await stepOf(page, 'Mulai jualan asli').click();
    const leaving = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    for (const go of [
      () => button('Uji, lalu mulai jualan asli').click(),
      () => page.getByLabel('Kode satu produk yang Anda jual').press('Enter'),
    ]) {
      await go();
      await expect(leaving).toContainText('Perubahan belum disimpan');
      await leaving.getByRole('button', { name: 'Tetap di sini' }).click();
    }
    await expect(page.getByRole('note')).toHaveText(/LATIHAN/);
    await stepOf(page, 'Toko').click();
    await expect(page.getByLabel('Alamat', { exact: true })).toHaveValue('Jalan Contoh 1');
    await button('Simpan dan lanjut').click();
    await stepOf(page, 'Mulai jualan asli').click();
    await button('Uji, lalu mulai jualan asli').click();
    await expect(page.getByText('Ada 1 produk di katalog.')).toBeVisible();

    await button('Tambah produk').click();
    await page.getByText('Tempel daftar', { exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill('TSEL5\t5500\t7000\nTSEL20\t20500\t22000\nXL10\t10500\t12000');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Mulai/ })
      .click();
    await expect(page.getByText('Daftar selesai: 3 masuk, 0 gagal')).toBeVisible();
    await expect(page.getByText('Ada 4 produk di katalog.')).toBeVisible();

    // Four products of which one lacks a price are no shop: the step stays open, and leads to the one.
    await expect(stepOf(page, 'Produk')).not.toContainText('selesai');
    await expect(page.getByText(/^1 di antaranya belum ada harga jualnya\./)).toBeVisible();
    await button('Isi harganya').click();
    await expect(page.getByRole('textbox', { name: /^Harga jual / })).toHaveCount(1);
    await expect(page.getByRole('textbox', { name: 'Harga jual TSEL10', exact: true })).toBeVisible();
  }, page);
});

import { expect, test } from '../../support/counter-page.ts';

test('the settings have a page for each subject, all found by their words, and the PIN page says which PIN is for what', async ({
  page,
  counter,
}) => {
  await page.goto(counter.url);
  await page.keyboard.press('F9');
  const main = page.getByRole('main');
  const search = page.getByRole('searchbox', { name: 'Cari pengaturan' });

  await test.step('what the sales ledger was, by its words', async () => {
    for (const [words, tab, subject] of [
      ['wajib shift', 'Shift kasir', 'Berjualan tanpa shift'],
      ['segel', 'Pemeriksaan buku', 'Segel buku'],
      ['hapus data', 'Data pelanggan', 'Umur data pelanggan'],
      ['halaman bukti', 'Bukti struk', 'Alamat pemeriksa bukti'],
    ] as const) {
      await search.fill(words);
      await expect(page.getByRole('tab')).toHaveText([tab]);
      await search.press('Enter');
      await expect(main.getByRole('heading', { level: 3 })).toHaveText(tab);
      await expect(main.getByText(subject, { exact: true }).first()).toBeVisible();
      // The page has said its name.
      await expect(main.getByRole('heading', { level: 4, name: /^Shift/ })).toHaveCount(0);
    }
    await search.fill('buku penjualan');
    await expect(page.getByRole('tab')).toHaveText([
      'Shift kasir',
      'Pemeriksaan buku',
      'Data pelanggan',
      'Bukti struk',
    ]);
  });

  await test.step('which PIN is for what, before anybody is set up', async () => {
    await search.fill('pin orang kedua');
    await search.press('Enter');
    await expect(main.getByRole('term')).toHaveText(['Pemilik', 'PIN pengawas', 'PIN orang kedua']);
  });

  await test.step('why a change was refused stands below the PIN, and covers none of it', async () => {
    await page.setViewportSize({ width: 1024, height: 600 });
    await page.evaluate(() => window.konter.settings.save({ supervisorPin: { next: '4321' } }));
    await page.reload();
    await page.keyboard.press('F9');
    await search.fill('hapus data');
    await search.press('Enter');
    await main.getByText('Sekian hari', { exact: true }).click();
    const pin = main.getByLabel('PIN pengawas untuk mengubah ini');
    await pin.fill('9999');
    await pin.press('Enter');
    const alert = main.getByRole('alert').filter({ hasText: 'PIN salah.' });
    await expect(alert).not.toContainText('pin,');
    await expect(pin).toBeInViewport({ ratio: 1 });
    const below = async () => ((await alert.boundingBox())?.y ?? 0) - ((await pin.boundingBox())?.y ?? 0);
    await expect.poll(below).toBeGreaterThan(44);
    await page.setViewportSize({ width: 1366, height: 768 });
    await main.getByText('Selamanya').click();
  });

  await test.step('set-up says what a relay is, and where each secret is found', async () => {
    await search.fill('');
    await page.getByRole('tab', { name: 'Mode' }).click();
    await main.getByRole('button', { name: 'Siapkan toko saya' }).click();
    await page.getByRole('button', { name: /^Sambungan/ }).click();
    await main.getByText('Belum punya penerima hasil?').click();
    await expect(main.getByText('Programnya gratis dan ikut Konter.')).toBeVisible();
    await page.getByRole('button', { name: /^PIN pemilik/ }).click();
    await expect(main).toContainText('Tanpa PIN, semua orang bisa.');
  });
});

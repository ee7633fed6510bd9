import type { Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, jobsOf, printingTest as test } from '../../support/counter-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const tsel10 = { number: '081234567890', code: 'TSEL10', price: '12000', cash: '20000' };

async function reportsPrinted(page: Page): Promise<number> {
  const jobs = await jobsOf(page);
  return jobs.filter(({ kind, state }) => kind === 'shift' && state === 'confirmed').length;
}

test('a shift by keyboard: opened by notes, a sale, a pay-out, an X, a blind close that is short, a Z; the books show the sale', async ({
  printingPage: page,
}) => {
  const cashier = new Cashier(page);
  const { faults, look } = looksAt(page);

  await test.step('open', async () => {
    await cashier.press('F4');
    await expect(page.getByText('Tidak ada penjualan di hari-hari ini.')).toBeVisible();
    // Days without a sale take two lines each.
    const earlier = page.getByRole('region', { name: 'Dibandingkan hari sebelumnya' }).getByRole('listitem');
    for (const each of await earlier.all()) expect((await each.boundingBox())?.height).toBeLessThan(45);
    await look('books without sales');
    await cashier.press('F4');
    await expect(page.getByLabel('Lembar Rp100.000')).toBeFocused();
    await look('opening');
    await cashier.type('2');
    for (let field = 0; field < 7; field += 1) await cashier.press('Enter');
    await expect(page.getByLabel('Semua koin, dalam rupiah')).toBeFocused();
    await expect(page.getByText('Rp200.000').last()).toBeVisible();
    await cashier.press('Enter');
    await expect(page.getByRole('heading', { name: 'Shift 1 terbuka' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('sell, one of them without a certain outcome', async () => {
    await cashier.sell(tsel10);
    await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
    await cashier.next();
    await cashier.sell({ ...tsel10, number: '0800000000205' });
    await expect(page.getByText('Belum pasti. Uang jangan dikembalikan dulu.', { exact: true })).toBeVisible();
    await cashier.next();
  });

  await test.step('pay out', async () => {
    await cashier.press('F4');
    await page.getByRole('button', { name: 'Uang keluar' }).click();
    await expect(page.getByRole('dialog').getByLabel('Jumlah')).toBeFocused();
    await cashier.press('Enter');
    await expect(page.getByText('Isi jumlahnya')).toBeVisible();
    await look('paying out');
    await cashier.type('5000');
    await cashier.press('Tab');
    await cashier.type('beli kertas struk');
    await cashier.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('beli kertas struk')).toBeVisible();
  });

  await test.step('X: what is sold and open is said, what should be in the drawer is not', async () => {
    await expect(page.getByRole('region', { name: 'Penjualan yang belum selesai' })).toContainText('0800 0000 0020 5');
    await look('an open shift');
    await cashier.press('F8');
    await expect.poll(() => reportsPrinted(page)).toBe(1);
    await expect(page.getByRole('main')).not.toContainText('219.000');
    await cashier.press('F4');
    await expect(page.getByText('Laci dihitung dulu')).toBeVisible();
    await look('books while a shift is open');
    await cashier.press('F4');
  });

  await test.step('count, close, and only then see the difference', async () => {
    // From the sale itself, by one key.
    await cashier.press('F1');
    await cashier.press('Alt+9');
    await page.getByText('Jumlah saja').click();
    await page.getByLabel('Uang di laci').fill('217000');
    await look('counting at the end');
    await expect(page.getByRole('main')).not.toContainText('219.000');
    await page.getByLabel('Uang di laci').press('Enter');
    await expect(page.getByRole('button', { name: 'Hitung lagi' })).toBeFocused();
    await look('asked whether to close');
    await page.getByRole('button', { name: 'Ya, tutup shift' }).click();
    const difference = page.getByRole('region', { name: 'Selisih laci' });
    await expect(difference).toContainText('Kurang Rp2.000');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(difference).toContainText('Rp219.000');
    await expect(page.getByRole('region', { name: 'Diserahkan ke shift berikutnya' })).toContainText(
      '0800 0000 0020 5',
    );
    await expect.poll(() => reportsPrinted(page)).toBe(2);
    await expect(page.getByRole('navigation', { name: 'Daftar shift' })).toContainText('Kurang Rp2.000');
    await look('a closed shift');
  });

  await test.step('a difference is explained beside the report', async () => {
    await page.getByRole('button', { name: 'Tulis catatan' }).click();
    await expect(page.getByLabel('Kenapa berbeda')).toBeFocused();
    await cashier.type('salah kembalian');
    await cashier.press('Enter');
    await expect(page.getByRole('region', { name: 'Catatan selisih' })).toContainText('salah kembalian');
    await look('a difference with a note');
  });

  await test.step('books', async () => {
    await cashier.press('F4');
    await page.getByText('7 hari', { exact: true }).click();
    await page.getByLabel('Menurut', { exact: true }).selectOption('day');
    await expect(page.getByRole('figure', { name: /^Grafik Omzet menurut Hari, .* Rp12\.000/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Uang yang belum milik toko' })).toContainText(
      /Belum selesai \(1\)\s*Rp12\.000/,
    );
    await look('books as a chart');
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect(page.getByRole('figure', { name: /^Grafik/ })).toBeVisible();
    await expect(page.getByRole('table')).toBeVisible();
    await look('the chart beside its table');
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.getByLabel('Menurut', { exact: true }).selectOption('product');
    // One product is no chart.
    await expect(page.getByRole('figure')).toHaveCount(0);
    await expect(page.getByRole('row', { name: /^Telkomsel 10\.000 .* 12\.000/ })).toBeVisible();
    await look('books as a table');
    await page.getByLabel('Menurut', { exact: true }).selectOption('shift');
    await expect(page.getByRole('rowheader', { name: 'Shift 1' })).toBeVisible();
    await page.getByText('Kemarin').click();
    await expect(page.getByText('Tidak ada penjualan di hari-hari ini.')).toBeVisible();
    await page.getByText('Bulan ini').click();
    await expect(page.getByRole('rowheader', { name: 'Shift 1' })).toBeVisible();
  });
  expect(faults).toEqual({});
});

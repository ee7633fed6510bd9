import type { Locator } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, saveSettings, test } from '../../support/counter-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

/** Both colours that stand for a thing, as the browser draws them. */
const drawn = (thing: Locator): Promise<string> =>
  thing.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return `${color} on ${backgroundColor}`;
  });

test('every screen can be read in dark and in high contrast, and in colours that the machine brings', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const { faults, look: lookIn } = looksAt(page);
  const look = (name: string): Promise<void> => lookIn(name, ['dark', 'contrast']);
  const tsel10 = { code: 'TSEL10', price: '12000', cash: '20000' };

  await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
  await cashier.type('12');
  await cashier.press('Enter');
  await look('sell, a number that is none');
  await cashier.press('Escape');
  await cashier.putTogether({ number: '081234567890', ...tsel10 });
  await expect(cashier.button('Kirim')).toBeEnabled();
  await look('read back');
  await cashier.send();
  await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
  await expect(cashier.button('Berikutnya')).toBeEnabled();
  await look('success');
  await cashier.next();
  await cashier.sell({ number: '081234567890', ...tsel10 });
  await expect(page.getByRole('button', { name: 'Tidak jadi' })).toBeFocused();
  await look('asked about a repeat');
  for (let step = 0; step < 3; step += 1) await cashier.press('Escape');
  await cashier.sell({ number: '0800000000205', ...tsel10 });
  await expect(page.getByText('Belum pasti. Uang jangan dikembalikan dulu.', { exact: true })).toBeVisible();
  await look('unknown');
  await cashier.next();
  await cashier.sell({ number: '0800000000106', ...tsel10 });
  await expect(page.getByText(/^Gagal\. Kembalikan Rp[\d.]+ kepada pelanggan\.$/)).toBeVisible();
  await look('failed, cash owed');
  await cashier.lookUpBill('PLNPOST', '99000000503');
  await expect(page.getByLabel('Uang diterima')).toBeFocused();
  const amount = page.getByTestId('total');
  await expect(amount).toHaveText(/^Rp\d{1,2}(\.\d{3}){2}$/);
  expect(await amount.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await look('a bill of 36 periods');

  await cashier.press('F3');
  await page.getByRole('option', { name: /0800 0000 0020 5/ }).click();
  for (const tab of ['Struk', 'Riwayat', 'Ringkasan']) {
    await page.getByRole('tab', { name: tab }).click();
    await look(`receipt, ${tab}`);
  }
  await page.getByRole('button', { name: 'Catat hasil' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('recording an outcome');
  await cashier.press('Escape');
  await page.getByRole('searchbox').fill('tidak ada');
  await expect(page.getByText('Tidak ada yang cocok.')).toBeVisible();
  await look('nothing found');
  for (const [key, name] of [
    ['F4', 'Buku'],
    ['F5', 'Katalog'],
    ['F11', 'Utang'],
    ['F9', 'Pengaturan'],
  ] as const) {
    await cashier.press(key);
    await expect(page.getByRole('main')).toHaveAccessibleName(new RegExp(name, 'i'));
    await page.getByRole('main').locator('input, button').first().waitFor();
    await look(name);
  }
  expect(faults).toEqual({});

  await test.step('where the machine brings its own colours, what is chosen and what Enter presses are not drawn like the rest', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await cashier.press('F1');
    const place = (name: string): Locator => page.getByRole('navigation').getByRole('button', { name });
    await expect(place('Jual')).toHaveAttribute('aria-current', /./);
    expect(await drawn(place('Jual'))).not.toBe(await drawn(place('Tagihan')));
    await cashier.press('F9');
    const tab = (name: string): Locator => page.getByRole('tab', { name, exact: true });
    await tab('Tampilan').click();
    expect(await drawn(tab('Tampilan'))).not.toBe(await drawn(tab('Toko')));
    const choice = (name: string): Locator => page.locator('label', { hasText: name });
    expect(await drawn(choice('Ikut sistem'))).not.toBe(await drawn(choice('Gelap')));
    // Words and marks have the system's colour on its ground, whatever the theme is.
    await saveSettings(page, { theme: 'contrast' });
    const strip = page.getByRole('region', { name: 'Uang yang belum jelas' }).getByRole('button').first();
    const colourOf = (of: Locator): Promise<string> => of.evaluate((each) => getComputedStyle(each).color);
    const words = await colourOf(page.getByRole('banner').getByRole('heading', { level: 1 }));
    expect(await colourOf(strip.locator('svg'))).toBe(words);
    const other = { productCode: 'SUCCESSNOW10', customerNo: '081234567899', sellingPrice: 12_000 };
    expect((await page.evaluate((other) => window.konter.order(other), other)).ok).toBe(true);
    await cashier.press('F4');
    await page.getByLabel('Menurut', { exact: true }).selectOption('product');
    const figure = page
      .getByRole('figure', { name: /^Grafik/ })
      .locator('.bg-accent > span')
      .first();
    await expect(figure).toBeVisible();
    expect(await colourOf(figure)).toBe(words);
    await cashier.press('F9');
    await tab('Mode').click();
    const begin = page.getByRole('button', { name: 'Siapkan toko saya' });
    expect(await drawn(begin)).not.toBe(await drawn(page.getByRole('button', { name: 'Mulai jualan asli' })));
  });
});

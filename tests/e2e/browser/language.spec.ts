import type { Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

const indonesian =
  /\b(jual|tagihan|struk|pengaturan|nomor|pelanggan|uang|kembali|tunai|harga|belum|tidak|berhasil|menunggu|latihan|cari|cetak|semua|toko|terbilang|waktu|produk|kirim|simpan|bahasa|lihat)\b/gi;

/** Indonesian words on the screen; names of the provider's products and its own words are not ours. */
async function leftOver(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  const labels = await page.evaluate(() =>
    [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((each) => [
      each.getAttribute('aria-label') ?? '',
      each.getAttribute('placeholder') ?? '',
      each.getAttribute('title') ?? '',
    ]),
  );
  const words = [text, ...labels].join('\n').replaceAll('Bahasa Indonesia', '');
  return [...new Set(words.match(indonesian) ?? [])];
}

test('in English no Indonesian word is left, and times are those of the shop', async ({ counterPage: page }) => {
  const cashier = new Cashier(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  await cashier.press('F9');
  await page.getByRole('tab', { name: 'Tampilan' }).click();
  await page.getByText('English').click();
  await expect(
    page.getByRole('tab', { name: 'Screen' }).or(page.getByRole('heading', { name: 'Settings' })),
  ).not.toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.evaluate(() => window.konter.settings.save({ timeZone: 'Asia/Jayapura' }));
  await page.reload();
  await expect(page.getByLabel('Customer number')).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');

  const words: Record<string, string[]> = {};
  const look = async (name: string): Promise<void> => {
    words[name] = await leftOver(page);
  };
  await look('sell');
  await cashier.type('081234567890');
  await cashier.press('Enter');
  await cashier.type('TSEL10');
  await cashier.press('Enter');
  await expect(
    page.getByLabel('Cash received').or(page.locator('[data-field="tendered"] input')).first(),
  ).toBeFocused();
  await cashier.press('Enter');
  await expect(page.getByTestId('read-back-number')).toBeVisible();
  await look('read back');
  await expect(cashier.button('Send')).toBeEnabled();
  await cashier.press('Enter');
  await expect(page.getByTestId('sale-sn')).toBeVisible();
  await look('success');
  const [sale] = await cashier.booked('081234567890');
  const inJayapura = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Jayapura',
    hour: '2-digit',
    minute: '2-digit',
  });
  const time = inJayapura.format(new Date(sale?.sentAt ?? 0));
  await expect(page.getByRole('article')).toContainText(time);
  await cashier.press('F2');
  await expect(page.getByLabel('Biller')).toBeFocused();
  await look('bills');
  await cashier.press('F3');
  const row = page.getByRole('listbox').getByRole('option');
  await expect(row).toContainText(time);
  await row.click();
  await look('receipts');
  await cashier.press('?');
  await page.getByRole('dialog').waitFor();
  await look('keys');
  await cashier.press('Escape');
  await cashier.press('F9');
  const sections = page.getByRole('tablist').first().getByRole('tab');
  await expect(sections.first()).toBeVisible();
  for (const section of await sections.all()) {
    await section.click();
    await look(`settings, ${await section.innerText()}`);
  }
  expect(Object.fromEntries(Object.entries(words).filter(([, words]) => words.length > 0))).toEqual({});
});

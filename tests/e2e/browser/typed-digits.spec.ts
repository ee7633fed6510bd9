import { expect, type Locator } from '@playwright/test';
import * as fc from 'fast-check';
import { Cashier } from '../../support/cashier.ts';
import { test } from '../../support/counter-page.ts';
import { digits } from '../../support/fake-system.ts';

test.use({ viewport: { width: 1024, height: 768 } });

/** Types random digits key by key, from the empty field each time. A field shows them in groups and holds them in their order. */
async function keepsDigits(field: Locator): Promise<void> {
  const page = field.page();
  for (const typed of [...fc.sample(digits(1, 20), 5), ...fc.sample(digits(9, 20), 3)]) {
    await field.fill('');
    await page.keyboard.type(typed);
    const label = await field.evaluate((input) => input.getAttribute('aria-label') ?? input.id);
    expect((await field.inputValue()).replace(/[ .]/g, ''), `${label}, ${typed}`).toBe(typed);
  }
  await field.fill('');
}

test('digits typed key by key come out of every field that groups them as they went in', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const field = (label: string | RegExp): Locator => page.getByLabel(label, { exact: true });

  const entry = page.locator('input[name="entry"]');

  await test.step('a sale: number, product, price, cash', async () => {
    await keepsDigits(entry);
    await cashier.type('081234567890');
    await cashier.press('Enter');
    await expect(field('Kode produk atau namanya')).toBeFocused();
    await keepsDigits(entry);
    await cashier.type('TSEL10');
    await cashier.press('Enter');
    await expect(field('Uang diterima')).toBeFocused();
    await keepsDigits(entry);
    await cashier.press('F6');
    await expect(field('Harga jual')).toBeFocused();
    await keepsDigits(entry);
    await cashier.startOver();
  });

  await test.step('a bill: product and number', async () => {
    await cashier.press('F2');
    await expect(page.getByLabel('Kode produk')).toBeFocused();
    await keepsDigits(entry);
    await cashier.type('PLNPOST');
    await cashier.press('Enter');
    await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
    await keepsDigits(entry);
  });

  await test.step('a list: the price of a product without one', async () => {
    await cashier.press('F1');
    await cashier.press(',');
    await page.getByRole('textbox').first().fill('SUCCESSNOW10.081234567890');
    await cashier.press('Control+Enter');
    await keepsDigits(field('Harga jual Latihan SUCCESSNOW10'));
    await cashier.press('Escape');
  });

  await test.step('prices and costs in the catalogue', async () => {
    await cashier.press('F5');
    await page.getByRole('searchbox', { name: 'Cari produk' }).fill('TSEL100');
    for (const label of ['Modal TSEL100', 'Harga jual TSEL100']) {
      const cell = page.getByRole('textbox', { name: label });
      await keepsDigits(cell);
      await cell.press('Escape');
    }
  });

  await test.step('a drawer: notes, coins, the whole sum, cash paid out', async () => {
    await cashier.press('F4');
    await page.getByRole('tab', { name: 'Shift' }).click();
    await keepsDigits(field('Lembar Rp100.000'));
    await keepsDigits(field('Lembar Rp1.000'));
    await keepsDigits(field('Semua koin, dalam rupiah'));
    await page.getByText('Jumlah saja').click();
    await keepsDigits(field('Uang di laci'));
    await field('Uang di laci').fill('0');
    await cashier.press('Enter');
    await page.getByRole('button', { name: 'Uang keluar' }).click();
    await keepsDigits(page.getByRole('dialog').getByLabel('Jumlah'));
    await cashier.press('Escape');
  });

  await test.step('the deposit', async () => {
    await cashier.press('F9');
    await page.getByRole('tab', { name: 'Deposit' }).click();
    await keepsDigits(field('Jumlah setor'));
  });
});

import type { Locator } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

async function paste(field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.focus();
  await field.page().keyboard.insertText(text);
}

test('what cannot be sold is said in the field’s own words, and nothing is sent', async ({ counterPage: page }) => {
  test.slow();
  const cashier = new Cashier(page);
  const number = page.getByLabel('Nomor pelanggan');
  const field = page.getByRole('combobox');
  const price = page.getByLabel('Harga jual');
  const cash = page.getByLabel('Uang diterima');
  const review = page.getByTestId('read-back-number');
  await expect(number).toBeFocused();

  await test.step('a number that is none', async () => {
    for (const nonsense of ['12', '0812'.repeat(250)]) {
      await paste(number, nonsense);
      await page.keyboard.press('Enter');
      await expect(page.getByText('Nomor belum lengkap')).toBeVisible();
      await expect(number).toBeFocused();
      expect((await number.inputValue()).length).toBeLessThan(45);
    }
  });

  await test.step('what is neither a number nor a product that anybody knows', async () => {
    for (const nonsense of ['😀😀😀', '<b>x</b>']) {
      await paste(field, nonsense);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(field).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
  });

  await test.step('a number as people write it', async () => {
    for (const [written, grouped] of [
      ['+62 812-3456-7890', '0812 3456 7890'],
      ['(0812) 3456.7890\n', '0812 3456 7890'],
      ['0812😀34567890', '0812 3456 7890'],
    ] as const) {
      await paste(number, written);
      await expect(page.getByText('Nomor belum lengkap')).toHaveCount(0);
      await expect(page.getByRole('article')).toContainText(grouped.replaceAll(' ', '-'));
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Nomor/ })).toHaveText(/0812 3456 7890$/);
  });

  await test.step('a product that is none, one that is no code at all, and a bill, which leads to where bills are paid', async () => {
    const code = page.getByLabel('Kode produk');
    for (const nonsense of ['TIDAKADA99', 'x'.repeat(1000)]) {
      await paste(code, nonsense);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(code).toBeFocused();
    }
    await paste(code, 'PLNPOST');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Ini nomor HP Telkomsel' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Perbaiki nomor' })).toBeFocused();
    await page.keyboard.press('F9');
    await expect(page.getByRole('heading', { name: 'Bayar tagihan' })).toBeAttached();
    await expect(page.getByRole('region', { name: 'Rincian tagihan' })).toBeVisible();
    await page.keyboard.press('F1');
    await paste(number, '081234567890');
    await page.keyboard.press('Enter');
    await paste(code, 'TSEL10');
    await page.keyboard.press('Enter');
    await expect(cash).toBeFocused();
    await page.keyboard.press('F6');
  });

  await test.step('a price of nothing, below nothing, and with cents', async () => {
    await paste(price, '0');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Isi dulu harganya')).toBeVisible();
    await paste(price, '9'.repeat(1000));
    await page.keyboard.press('Enter');
    await expect(review).toHaveCount(0);
    await paste(price, '12000');
    await page.keyboard.press('Enter');
    await expect(cash).toBeFocused();
  });

  await test.step('less cash than the price', async () => {
    await paste(cash, '11999');
    await expect(page.getByLabel('Kurang')).toHaveText('Rp1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(review).toHaveCount(0);
    await expect(cash).toBeFocused();
    await paste(cash, '12000');
    await page.keyboard.press('Enter');
    await expect(review).toHaveText('0812 3456 7890');
  });

  // The bill that was asked for, and nothing that was sold.
  expect(await cashier.booked('0')).toMatchObject([{ state: 'inquired', productCode: 'PLNPOST' }]);
  const all = await page.evaluate(() => window.konter.transactions.search({}));
  expect(all).toMatchObject({ ok: true, value: { items: [{ state: 'inquired' }] } });

  await cashier.startOver();
  await test.step('a number that does not fit the product is a step of its own, which no Enter passes', async () => {
    const number = page.getByLabel(/^Nomor pelanggan/);
    const correct = page.getByRole('button', { name: 'Perbaiki nomor' });
    const put = async (customerNo: string, code: string): Promise<void> => {
      await cashier.press('F1');
      await cashier.press('Escape');
      await cashier.type(customerNo);
      await cashier.press('Enter');
      await cashier.type(code);
      await cashier.press('Enter');
    };
    await page.evaluate(() =>
      Promise.all(['TSEL10', 'XL10', 'PLN20'].map((productCode) => window.konter.product({ productCode }))),
    );

    for (const [customerNo, code, says] of [
      ['081234567890', 'XL10', 'Nomor Telkomsel, produk XL'],
      ['tsel100812', 'TSEL10', 'Ada huruf di nomor ini'],
    ] as const) {
      await test.step(`${code} for ${customerNo}: Enter only leads back to the number`, async () => {
        await put(customerNo, code);
        await expect(page.getByRole('dialog', { name: says })).toBeVisible();
        await expect(correct).toBeFocused();
        await cashier.press('Enter');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(number).toBeFocused();
        await expect(page.getByTestId('read-back-number')).toHaveCount(0);
      });
    }

    await test.step('the number is corrected, and the sale goes on', async () => {
      await put('081712345678', 'TSEL10');
      await expect(correct).toBeFocused();
      await cashier.press('Enter');
      await cashier.type('081212345678');
      await cashier.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByLabel(/^Harga jual|^Uang diterima/).and(page.locator(':focus'))).toBeVisible();
    });

    await test.step('F9 says that it is right: it stands in the reading back, and is kept with the sale', async () => {
      await put('081712345678', 'TSEL10');
      await expect(correct).toBeFocused();
      await cashier.press('F9');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await cashier.givePrice('12000');
      await cashier.press('Enter');
      await expect(page.getByText('Nomor XL, produk Telkomsel')).toBeVisible();
      await cashier.send();
      await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
      expect(await cashier.booked('081712345678')).toMatchObject([{ state: 'success', flags: ['mismatch_allowed'] }]);
    });

    await test.step('a letter is never sent for credit, from any screen', async () => {
      const answer = await page.evaluate(() =>
        window.konter.order({ productCode: 'TSEL10', customerNo: 'tsel100812', allowMismatch: true }),
      );
      expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input', reason: 'digits_only' } });
    });
  });
});

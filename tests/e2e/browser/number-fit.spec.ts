import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

test('a number that does not fit the product is a step of its own, which no Enter passes', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
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
    ['14012345678', 'TSEL10', 'Ini bukan nomor HP'],
    ['081234567890', 'PLN20', 'Ini nomor HP Telkomsel, bukan nomor meter atau pelanggan'],
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
    if (await page.getByLabel('Harga jual').isVisible()) {
      await cashier.type('12000');
      await cashier.press('Enter');
    }
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await cashier.press('Enter');
    await expect(page.getByText('Nomor XL, produk Telkomsel')).toBeVisible();
    await cashier.send();
    await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
    expect(await cashier.booked('081712345678')).toMatchObject([{ state: 'success', flags: ['mismatch_allowed'] }]);
  });

  await test.step('a letter is never sent for credit, whoever asks', async () => {
    const answer = await page.evaluate(() =>
      window.konter.order({ productCode: 'TSEL10', customerNo: 'tsel100812', allowMismatch: true }),
    );
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input', reason: 'digits_only' } });
  });
});

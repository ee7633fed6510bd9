import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

test('the shop records its deposit; the counter estimates what is left and warns', async ({ counterPage: page }) => {
  const cashier = new Cashier(page);
  const strip = page.getByRole('region', { name: 'Uang yang belum jelas' });
  const estimate = page.getByTestId('deposit-estimate');

  await test.step('nothing is shown until something is recorded', async () => {
    await expect(strip).not.toContainText('eposit');
    await cashier.press('F9');
    await page.getByRole('tab', { name: 'Deposit' }).click();
    await expect(page.getByText('Belum ada yang dicatat.')).toBeVisible();
  });

  await test.step('what was paid in is the estimate', async () => {
    await page.getByLabel('Jumlah setor').fill('150000');
    await page.getByRole('button', { name: 'Catat', exact: true }).click();
    await expect(estimate).toHaveText('Rp150.000');
    await expect(page.getByText('Belum pernah dikoreksi')).toBeVisible();
    await expect(strip).toContainText('Perkiraan deposit Rp150.000');
  });

  await test.step('a balance read at the provider takes its place, and the time is said', async () => {
    await page.getByText('Koreksi saldo', { exact: true }).first().click();
    await page.getByLabel('Saldo di provider sekarang').fill('105000');
    await page.getByRole('button', { name: 'Catat', exact: true }).click();
    await expect(estimate).toHaveText('Rp105.000');
    await expect(page.getByText(/^Terakhir dikoreksi \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Catatan terakhir' }).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('the provider is asked for its balance at a press, and what it says changes no estimate', async () => {
    const provider = page.getByRole('region', { name: 'Di provider' });
    await expect(provider.getByTestId('deposit-reported')).toHaveCount(0);
    await provider.getByRole('button', { name: 'Tanya provider' }).click();
    await expect(provider.getByTestId('deposit-reported')).toHaveText('Rp5.000.000');
    await expect(provider).toContainText(/Per \d\d\/\d\d\/\d{4} \d\d:\d\d/);
    await expect(provider).toContainText('Rp4.895.000 lebih banyak dari perkiraan');
    await expect(estimate).toHaveText('Rp105.000');
  });

  await test.step('a sale takes its cost off, and below the mark the counter warns', async () => {
    await cashier.sell({ number: '081234567890', code: 'TSEL10', price: '12000' });
    await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
    await expect(strip).toContainText(/Deposit menipis, perkiraan Rp9\d\.\d{3}/);
  });
});

import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

test('a bill is looked up, read back and paid by keyboard alone, with the shop’s fee', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  await page.evaluate(() => window.konter.settings.save({ billFee: 2500 }));
  await cashier.press('F2');
  await expect(page.getByLabel('Kode produk')).toBeFocused();
  await cashier.type('plnpost');
  await cashier.press('Enter');
  await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
  await cashier.type('530000000001');
  await cashier.press('Enter');
  const cash = page.getByLabel('Uang diterima');
  await expect(cash).toBeFocused();
  const [bill] = await cashier.booked('530000000001');
  expect(bill).toMatchObject({ state: 'inquired', productCode: 'PLNPOST', fee: 2500 });
  const details = page.getByRole('region', { name: 'Rincian tagihan' });
  await expect(details.getByRole('row')).toHaveCount(1 + (bill?.bill?.details.length ?? 0));
  await expect(details).toContainText('Biaya layananRp2.500');
  await expect(details).toContainText(/Berlaku 1[45]:\d\d lagi/);

  const total = bill?.total ?? 0;
  await cashier.type(String(total + 5000));
  await expect(page.getByLabel('Kembali')).toHaveText('Rp5.000');
  await cashier.press('Enter');
  await expect(page.getByTestId('read-back-number')).toHaveText('5300 0000 0001');
  await cashier.send('Bayar');
  await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
  const sn = await page.getByTestId('sale-sn').innerText();
  await expect(page.getByText('Rp5.000').first()).toBeVisible();
  await expect(page.getByRole('article')).toContainText(sn);
  await expect(page.getByRole('article')).toContainText(/TOTAL\s*Rp/);
  const [paid] = await cashier.booked('530000000001');
  expect(paid).toMatchObject({ state: 'success', sn, total, change: 5000, tendered: total + 5000 });
  await cashier.next();
  await expect(page.getByLabel('Kode produk')).toBeFocused();
  await expect(page.getByRole('combobox')).toHaveValue('');
});

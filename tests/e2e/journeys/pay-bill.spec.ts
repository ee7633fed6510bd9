import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

test('a bill is looked up, read back and paid by keyboard alone, with the shop’s fee', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  await page.evaluate(() => window.konter.settings.save({ billFee: 2500 }));
  await cashier.lookUpBill('plnpost', '530000000001');
  const cash = page.getByLabel('Uang diterima');
  await expect(cash).toBeFocused();
  const [bill] = await cashier.booked('530000000001');
  expect(bill).toMatchObject({ state: 'inquired', productCode: 'PLNPOST', fee: 2500 });
  const details = page.getByRole('region', { name: 'Rincian tagihan' });
  await expect(details.getByRole('row')).toHaveCount(1 + (bill?.bill?.details.length ?? 0));
  await expect(details).toContainText('biaya layanan Rp2.500');
  await expect(details).toContainText(/Berlaku 1[45] menit lagi/);

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

  await test.step('what a bill comes to is the largest, its fee apart, and no period is hidden without a word', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await cashier.lookUpBill('PLNPOST', '530000000003');
    const total = page.getByTestId('bill-total');
    await expect(total).toBeVisible();
    const size = await total.evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
    expect(size).toBeGreaterThanOrEqual(44);
    await expect(page.getByText(/^Tagihan Rp[\d.]+ \+ biaya layanan Rp2\.500$/)).toBeVisible();
    const last = page.getByRole('row').last();
    const below = page.getByText(/^\d periode lagi di bawah$/);
    await page.setViewportSize({ width: 1024, height: 620 });
    await expect(below).toBeVisible();
    await last.scrollIntoViewIfNeeded();
    await expect(below).toHaveCount(0);
    await expect(last).toBeInViewport({ ratio: 0.9 });
  });

  await test.step('a sum of eleven million is as large as the change beside it', async () => {
    await page.getByRole('button', { name: /^Batal/ }).click();
    await cashier.lookUpBill('PLNPOST', '99000000503');
    await expect(page.getByTestId('bill-total')).toHaveText(/^Rp\d{2}(\.\d{3}){2}$/);
    await cashier.press('Enter');
    const sizeOf = (id: string) => page.getByTestId(id).evaluate((node) => getComputedStyle(node).fontSize);
    await expect(page.getByTestId('sale-total')).toBeVisible();
    expect(await sizeOf('sale-total')).toBe(await sizeOf('sale-change'));
  });
});

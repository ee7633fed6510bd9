import { expect, printedOn, test } from '../../support/counter-page.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('while a shift is open only the supervisor sees the cash, in the books and in the X, and a wrong PIN shows nothing; without a printer the X opens the print dialog', async ({
  counterPage: page,
}) => {
  await test.step('the owner may want a shift for every sale; otherwise nobody is asked for one', async () => {
    await page.keyboard.press('F9');
    await page.getByRole('tab', { name: 'Shift kasir' }).click();
    const group = page.getByRole('group', { name: 'Berjualan tanpa shift' });
    await expect(group.getByLabel('Boleh', { exact: true })).toBeChecked();
    await group.getByText('Tidak boleh').click();
    await page.getByRole('tabpanel', { name: 'Shift kasir' }).getByRole('button', { name: 'Simpan' }).first().click();
    await expect
      .poll(() => page.evaluate(() => window.konter.settings.get()))
      .toMatchObject({ value: { settings: { shiftsRequired: true } } });
  });

  const pin = '4826';
  const saved = await page.evaluate((next) => window.konter.settings.save({ supervisorPin: { next } }), pin);
  expect(saved.ok).toBe(true);
  await page.evaluate(() => window.konter.shifts.open({ counted: 300_000 }));
  await page.keyboard.press('F4');
  await expect(page.getByRole('tab', { name: 'Buku' })).toBeVisible();
  await page.keyboard.press('F4');
  await page.getByRole('button', { name: 'Lihat dengan PIN' }).click();
  await expect(page.getByLabel('PIN pengawas')).toBeFocused();
  await page.keyboard.type('1111');
  await page.keyboard.press('Enter');
  await expect(page.getByText('PIN salah.')).toBeVisible();
  await expect(page.getByText('Harus ada, saat dilihat pengawas')).toHaveCount(0);
  await page.getByLabel('PIN pengawas').fill(pin);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Harus ada, saat dilihat pengawas')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Uang di laci' })).toContainText('Rp300.000');
  await page.keyboard.press('F4');
  await page.getByRole('button', { name: 'Lihat dengan PIN' }).click();
  await expect(page.getByLabel('PIN pengawas')).toBeFocused();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
  await expect(page.getByText('saat dilihat pengawas')).toBeVisible();

  await test.step('where no printer is set up, a report opens the print dialog', async () => {
    await page.keyboard.press('F4');
    await page.getByRole('tab', { name: 'Shift' }).click();
    await page.getByRole('button', { name: 'Cetak laporan sementara' }).click();
    await expect.poll(async () => (await printedOn(page)).at(0)?.text).toContain('LAPORAN SEMENTARA (X)');
  });
});

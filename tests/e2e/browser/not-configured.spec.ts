import { expect, test } from '../../support/counter-page.ts';

// A live setting is there: the counter must not fall back to training, where cash would be taken against a fake receipt.
test.use({ counterEnv: { KONTER_PROVIDER_URL: 'http://127.0.0.1:9/v1' } });

test('with live settings missing nothing is sold, and receipts and settings are still there', async ({
  counter,
  counterPage: page,
}) => {
  expect(counter.mode).toBe('live');
  for (const key of ['F1', 'F2']) {
    await page.keyboard.press(key);
    await expect(page.getByText('Konter belum disetel. Jangan terima uang dulu.')).toBeVisible();
    await expect(page.getByText('Kunci rahasia webhook')).toBeVisible();
    await expect(page.getByText('Alamat provider')).toHaveCount(0);
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
  await expect(page.getByRole('note')).toHaveCount(0);
  const ordered = await page.evaluate(() =>
    window.konter.order({ productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000 }),
  );
  expect(ordered).toMatchObject({ ok: false, error: { code: 'not_configured' } });
  await page.keyboard.press('F3');
  await expect(page.getByText('Belum ada penjualan.')).toBeVisible();
  await page.keyboard.press('F1');
  await page.getByRole('button', { name: 'Buka Pengaturan' }).click();
  await expect(page.getByRole('tab', { name: 'Sambungan' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Alamat provider')).toHaveValue('http://127.0.0.1:9/v1');
});

import { startBuiltCounter } from '../../support/browser-counter.ts';
import { Cashier } from '../../support/cashier.ts';
import { expect, printedOn, test } from '../../support/counter-page.ts';

// As slow as in life: what waits is seen for a second at least.
test.use({ practicePace: 1 });

const number = '081234567890';

test('a newcomer sells by keyboard alone, sees pending turn to success, prints it, and finds it after a new start', async ({
  page,
  counter,
  dataDir,
}) => {
  await page.goto(counter.url);
  const cashier = new Cashier(page);
  await expect(page.getByRole('note')).toHaveText(/LATIHAN.*bukan uang asli/);

  await cashier.putTogether({ number, code: 'TSEL10', price: '12000', cash: '20000' });
  await expect(page.getByTestId('read-back-number')).toHaveText('0812 3456 7890');
  await expect(page.getByText('Rp8.000').first()).toBeVisible();
  expect(await cashier.booked(number)).toEqual([]);
  await cashier.send();
  // F1, and Enter after the number, the code and the cash, and to send: the price is known.
  expect(cashier.strokes).toBe('081234567890TSEL1020000'.length + 5);

  await Promise.all([
    expect(page.getByText('Diterima. Menunggu hasil.', { exact: true })).toBeVisible(),
    expect(page.getByRole('region', { name: 'Uang yang belum jelas' })).toContainText('1Menunggu'),
  ]);
  const shownSn = page.getByTestId('sale-sn');
  await expect(shownSn).toBeVisible();
  const sn = await shownSn.innerText();
  expect(sn).toMatch(/^\d{16}$/);
  await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Uang yang belum jelas' })).toContainText(
    'Tidak ada transaksi gantung',
  );
  await expect(page.getByRole('article')).toContainText(sn);

  await cashier.press('F8');
  await expect.poll(async () => (await printedOn(page)).length).toBe(1);
  const [slip] = await printedOn(page);
  expect(slip?.text).toContain(sn);
  expect(slip?.text).toMatch(/LATIHAN.*TIDAK SAH/);
  expect(slip?.text).not.toMatch(/salinan/i);
  // No blank roll below it.
  const heightMm = Number(/size: 58mm (\d+)mm/.exec(slip?.rule ?? '')?.[1]);
  expect(heightMm).toBeGreaterThan(slip?.usedMm ?? 0);
  expect(heightMm - (slip?.usedMm ?? 0)).toBeLessThan(4);
  await expect(page.getByText('Jendela cetak dibuka untuk struk ini.', { exact: true })).toBeVisible();
  await page.goto('about:blank');
  expect(await counter.end()).toBe(0);

  const again = await startBuiltCounter({ dataDir });
  try {
    await page.goto(again.url);
    await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Cari struk' });
    const rows = page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option');
    for (const words of [sn, '0812-3456-7890', '4567890', 'Telkomsel 10']) {
      await expect(search).toBeFocused();
      await search.fill(words);
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText('0812 3456 7890');
    }
    await search.fill('089999999999');
    await expect(page.getByText('Tidak ada yang cocok.')).toBeVisible();
    await search.fill(sn);
    await rows.click();
    await expect(page.getByLabel('Rincian penjualan')).toContainText(sn);
    await page.keyboard.press('F8');
    await expect.poll(async () => (await printedOn(page)).length).toBe(1);
    const [copy] = await printedOn(page);
    for (const words of [sn, /salinan/i, /LATIHAN.*TIDAK SAH/]) expect(copy?.text).toMatch(words);
  } finally {
    await again.stop();
  }
});

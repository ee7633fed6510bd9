import { expect, test } from '../../support/counter-page.ts';

test('what is unsettled is named in the strip where there is room for words, and is whole where there is none', async ({
  counterPage: page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.evaluate(async () => {
    for (const [productCode, customerNo, sellingPrice] of [
      ['TSEL20', '0800000000205', 22_000],
      ['TSEL10', '0800000000106', 12_000],
      ['TSEL25', '0800000000414', 27_000],
    ] as const) {
      await window.konter.order({ productCode, customerNo, sellingPrice, tendered: sellingPrice });
    }
  });
  const strip = page.getByRole('region', { name: 'Uang yang belum jelas' });
  const words = strip.getByText('Harus dikembalikan', { exact: true });
  const widthOf = (): Promise<number> => words.evaluate((each) => each.getBoundingClientRect().width);
  const overhang = (): Promise<number> => strip.evaluate((each) => each.scrollWidth - each.clientWidth);

  await expect(strip.getByRole('button', { name: /Belum pasti/ })).toBeVisible();
  await expect(strip.getByRole('button', { name: /Menunggu/ })).toBeVisible();
  expect(await widthOf()).toBeGreaterThan(80);
  expect(await overhang()).toBe(0);

  await page.setViewportSize({ width: 800, height: 768 });
  await expect.poll(widthOf).toBe(1);
  expect(await overhang()).toBe(0);
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect.poll(widthOf).toBeGreaterThan(80);
});

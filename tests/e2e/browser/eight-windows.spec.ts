import type { Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, listenTo, test } from '../../support/counter-page.ts';

test('a parked sale stands in each of eight windows, and any one of them brings it back, once', async ({
  counter,
  counterPage: page,
  complaints,
}) => {
  test.slow();
  const windows = [page];
  while (windows.length < 8) {
    const next = await page.context().newPage();
    listenTo(next, complaints);
    await next.goto(counter.origin);
    await expect(next.getByLabel('Nomor pelanggan')).toBeFocused();
    windows.push(next);
  }
  const chips = (window: Page) => window.getByRole('region', { name: 'Penjualan yang diparkir' }).getByRole('button');
  for (const taker of [0, 7, 4]) {
    const parker = windows[(taker + 3) % 8];
    const bringer = windows[taker];
    if (!parker || !bringer) throw new Error('there are eight windows');
    await parker.bringToFront();
    await new Cashier(parker).type(`08120000000${taker}`);
    await new Cashier(parker).press(';');
    for (const window of windows) await expect(chips(window)).toHaveCount(1);
    await bringer.bringToFront();
    await chips(bringer).click();
    await expect(bringer.getByRole('combobox')).toHaveValue(`0812 0000 000${taker}`);
    for (const window of windows) await expect(chips(window)).toHaveCount(0);
    await bringer.getByRole('combobox').fill('');
  }
});

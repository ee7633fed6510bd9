import type { Locator, Page } from '@playwright/test';
import { ok } from '../../../src/shared/contract/errors.ts';
import { admit, expect, fakeTest as test } from '../../support/fake-page.ts';
import { fakeSale } from '../../support/fake-sales.ts';

const tiles = (page: Page): Locator =>
  page.getByRole('group', { name: 'Produk yang pernah dijual' }).getByRole('option');

test('a product keeps its place, unless the shop wants what is sold most first', async ({
  fakeHost: host,
  openPage,
}) => {
  admit(host.app);
  const { handlers, served } = host.app;
  const search = handlers['transactions.search'];
  const sold = ['PLN50', 'PLN50', 'PLN50', 'TSEL10'].map((productCode, at) =>
    fakeSale({ id: `0195f0aa-0000-7000-8000-00000000d00${at}`, productCode }),
  );
  let counted = 0;
  handlers['transactions.search'] = async (query) => {
    if (query?.limit !== 200) return search(query);
    counted += 1;
    return ok({ items: sold, next: null });
  };
  const page = await openPage();
  const isFirst = (one: string, other: string) => async (): Promise<boolean> => {
    const names = await tiles(page).allTextContents();
    const at = (name: string): number => names.findIndex((each) => each.includes(name));
    return at(one) >= 0 && at(one) < at(other);
  };
  await expect.poll(isFirst('Indosat 25.000', 'Token PLN 50.000')).toBe(true);
  await expect(page.getByRole('group', { name: 'Jenis produk' }).getByRole('button')).toHaveText([
    'Semua',
    'Pulsa',
    'Data',
    'Token',
    'Tagihan',
  ]);
  expect(counted).toBe(0);
  await page.keyboard.press('F9');
  await page.getByRole('tab', { name: 'Tampilan' }).click();
  const order = page.getByRole('group', { name: 'Urutan produk di layar jual' });
  await expect(order.getByRole('radio', { name: 'Tetap di tempatnya' })).toBeChecked();
  await order.getByRole('radio', { name: 'Paling laku dulu' }).check();
  await expect.poll(() => served.get('settings.save') ?? 0).toBe(1);
  await page.keyboard.press('F1');
  await expect.poll(isFirst('Token PLN 50.000', 'Indosat 25.000')).toBe(true);
  // A favourite stays in front of what is sold most.
  await expect(tiles(page).first()).toContainText('Telkomsel 10.000');
  expect(counted).toBe(1);
});

test('a product’s mark has its operator’s colour on the smallest screen too', async ({ fakeHost: host, openPage }) => {
  admit(host.app);
  const page = await openPage();
  for (const [width, height] of [
    [1024, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const marks = tiles(page).locator('[aria-hidden="true"]', { hasText: /^(TSEL|XL|ISAT|PLN)$/ });
    await expect(marks.first()).toBeInViewport({ ratio: 1 });
    const mark = tiles(page).filter({ hasText: 'Telkomsel 10.000' }).locator('[aria-hidden="true"]').first();
    await expect(mark).toHaveCSS('background-color', 'rgb(164, 16, 26)');
    await expect(mark).toHaveCSS('color', 'rgb(255, 255, 255)');
  }
});

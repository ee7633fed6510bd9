import type { Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

/** Opens the page, and holds back its code while `pressKeys` runs: nothing is mounted then. */
async function openSlowly(page: Page, open: () => Promise<unknown>, pressKeys: () => Promise<void>): Promise<void> {
  const release = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  await page.route(
    /\/assets\/main-[^/]*\.js$/,
    async (route) => {
      requested.resolve();
      await release.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await open();
  await requested.promise;
  await pressKeys();
  await expect(page.locator('#root > *')).toHaveCount(0);
  release.resolve();
}

const numberField = (page: Page) => page.getByLabel('Nomor pelanggan, kode produk, atau pindai');

const openAgain = (page: Page) => () => page.reload({ waitUntil: 'commit' });

test('keys that are pressed before the page is ready: a search is typed on, an Enter confirms nothing, and no PIN is taken', async ({
  page,
  counter,
}) => {
  const cashier = new Cashier(page);

  await test.step('F3 and digits search the receipts', async () => {
    await openSlowly(
      page,
      () => page.goto(counter.url, { waitUntil: 'commit' }),
      async () => {
        await page.keyboard.press('F3');
        await page.keyboard.type('08122');
        await page.keyboard.press('Backspace');
      },
    );
    const search = page.getByRole('searchbox');
    await expect(search).toHaveValue('0812');
    await expect(search).toBeFocused();
    await page.keyboard.type('34');
    await expect(search).toHaveValue('081234');
  });

  await test.step('an early Enter: the number stays in the field, and the next Enter takes it', async () => {
    await openSlowly(page, openAgain(page), async () => {
      await page.keyboard.type('081234567890');
      for (const typed of ['TSEL10', '20000', '']) {
        await page.keyboard.press('Enter');
        await page.keyboard.type(typed);
      }
      await page.keyboard.press('Enter');
    });
    await expect(numberField(page)).toHaveValue('0812 3456 7890');
    await cashier.press('Enter');
    await expect(page.getByLabel('Kode produk atau namanya')).toBeFocused();
    expect(await cashier.booked('081234567890')).toEqual([]);
  });

  await test.step('none reaches the sign-in screen', async () => {
    const owner = await page.evaluate(() => window.konter.people.setUp({ name: 'Bu Rina', pin: '482615' }));
    expect(owner.ok).toBe(true);
    await page.evaluate(() => window.konter.people.lock());
    const pin = page.getByLabel('PIN Bu Rina');
    // A page that is reloaded while its parts are still being fetched complains.
    await expect(pin).toBeFocused();
    await openSlowly(page, openAgain(page), () => page.keyboard.type('482615'));
    await expect(pin).toBeFocused();
    await expect(pin).toHaveValue('');
    await page.keyboard.type('482615');
    await page.keyboard.press('Enter');
    await expect(numberField(page)).toBeFocused();
  });
});

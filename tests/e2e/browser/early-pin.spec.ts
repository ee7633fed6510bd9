import type { Page } from '@playwright/test';
import { expect, test } from '../../support/counter-page.ts';

const ownerPin = '482615';
const cashierPin = '5038';

/** Holds back the next part of the page whose file is so named; answers what lets it through, once it was asked for. */
async function holdBack(page: Page, file: RegExp): Promise<{ requested: Promise<void>; release: () => void }> {
  const release = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  await page.route(
    file,
    async (route) => {
      requested.resolve();
      await release.promise;
      await route.continue();
    },
    { times: 1 },
  );
  return { requested: requested.promise, release: release.resolve };
}

test('a PIN that is typed before its field is there goes into that field, and into nothing else', async ({
  page,
  counter,
}) => {
  const entry = page.locator('input[name=entry]');
  const here = page.getByTitle('Ganti kasir atau kunci');
  const typedAhead = page.getByTestId('typed-ahead');
  const pinOfBudi = page.getByLabel('PIN Budi');
  await page.goto(counter.url);
  await expect(entry).toBeFocused();
  const owner = await page.evaluate(
    async ([ownerPin, cashierPin]) => [
      await window.konter.people.setUp({ name: 'Bu Rina', pin: ownerPin }),
      await window.konter.people.add({ name: 'Budi', role: 'cashier', pin: cashierPin }),
    ],
    [ownerPin, cashierPin] as const,
  );
  expect(owner.map(({ ok }) => ok)).toEqual([true, true]);

  await test.step('F12 and the PIN before the page’s own code is there', async () => {
    const code = await holdBack(page, /\/assets\/main-[^/]*\.js$/);
    await page.reload({ waitUntil: 'commit' });
    await code.requested;
    await page.keyboard.press('F12');
    await page.keyboard.type(cashierPin);
    code.release();
    await expect(pinOfBudi).toHaveValue(cashierPin);
    await expect(entry).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(entry).toHaveValue('');
  });

  await test.step('F12, the PIN and Enter before the dialog’s code is there: the person has taken over', async () => {
    const dialog = await holdBack(page, /\/assets\/SignIn-[^/]*\.js$/);
    await page.reload();
    await expect(entry).toBeFocused();
    await page.keyboard.press('F12');
    await dialog.requested;
    await page.keyboard.type(`${cashierPin}7`);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.keyboard.type('99');
    await expect(entry).toHaveValue('');
    dialog.release();
    await expect(here).toContainText('Budi');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(entry).toHaveValue('');
    await expect(typedAhead).toHaveCount(0);
  });

  await test.step('F12, digits and Escape before the dialog’s code is there: nothing is asked, and nothing is kept', async () => {
    const dialog = await holdBack(page, /\/assets\/SignIn-[^/]*\.js$/);
    await page.reload();
    await expect(entry).toBeFocused();
    await page.keyboard.press('F12');
    await dialog.requested;
    await page.keyboard.type('48');
    await expect(entry).toHaveValue('');
    await page.keyboard.press('Escape');
    await page.keyboard.type('0812');
    await expect(entry).toHaveValue('0812');
    dialog.release();
    await expect(entry).toHaveValue('0812');
    await page.keyboard.press('Escape');
  });

  await test.step('F12 twice before the dialog’s code is there locks the counter', async () => {
    const dialog = await holdBack(page, /\/assets\/SignIn-[^/]*\.js$/);
    await page.reload();
    await expect(entry).toBeFocused();
    await page.keyboard.press('F12');
    await dialog.requested;
    await page.keyboard.press('F12');
    dialog.release();
    await expect(pinOfBudi).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Siapa di konter?' })).toBeVisible();
    await page.keyboard.type(cashierPin);
    await page.keyboard.press('Enter');
    await expect(here).toContainText('Budi');
  });

  await test.step('a PIN and Enter in the entry field, just before the counter is locked: it is no customer’s number', async () => {
    await expect(entry).toBeFocused();
    await page.keyboard.type(cashierPin);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Kode produk atau namanya')).toBeFocused();
    await page.evaluate(() => window.konter.people.lock());
    await expect(pinOfBudi).toBeFocused();
    await page.keyboard.type(cashierPin);
    await page.keyboard.press('Enter');
    await expect(here).toContainText('Budi');
    await expect(entry).toBeFocused();
    await expect(page.getByText(cashierPin)).toHaveCount(0);
    await expect(page.getByLabel('Nomor pelanggan, kode produk')).toHaveValue('');
  });
});

import { expect, test } from '../../support/counter-page.ts';

test('the guide opens at the place on screen, is searched, and asks no network', async ({ page, counter }) => {
  await page.goto(counter.url);
  const guide = page.getByRole('dialog', { name: 'Panduan' });

  await test.step('? and ? on Sell: what the guide says of selling', async () => {
    await expect(page.locator('[data-takes=digits]').first()).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('button', { name: /^Panduan layar ini/ })).toBeVisible();
    // The dialog takes keys once it has been in sight.
    await expect(page.getByText('Panduan layar ini')).toHaveCount(2);
    await page.keyboard.press('?');
    await expect(guide.getByRole('heading', { level: 3, name: 'Berjualan' })).toBeVisible();
  });

  await test.step('a search brings the rows that have the words; a section is chosen', async () => {
    await expect(guide.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('kasus sulit');
    await expect(guide.getByRole('heading', { level: 3, name: 'Latihan dulu' })).toBeVisible();
    await guide.getByRole('button', { name: 'Cadangan' }).click();
    await expect(guide.getByRole('heading', { level: 3 })).toHaveText('Cadangan');
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-takes=digits]').first()).toBeFocused();
  });

  await test.step('in the settings it opens at the open section', async () => {
    await page.keyboard.press('F9');
    await page.getByRole('tab', { name: 'Printer' }).click();
    await page.keyboard.press('?');
    await page.getByRole('button', { name: /^Panduan layar ini/ }).click();
    await expect(guide.getByRole('heading', { level: 3 })).toHaveText('Printer');
  });
});

test('a guide that cannot be loaded is said so, and comes by itself', async ({ page, counter }) => {
  let isGone = true;
  await page.route(/\/assets\/panduan-pemilik-[^/]*\.js$/, (route) =>
    isGone ? route.abort('connectionreset') : route.continue(),
  );
  await page.goto(counter.url);
  await expect(page.locator('[data-takes=digits]').first()).toBeFocused();
  await page.keyboard.press('?');
  await page.getByRole('button', { name: /^Panduan layar ini/ }).click();
  const guide = page.getByRole('dialog', { name: 'Panduan' });
  await expect(page.getByText('Konter berhenti menjawab.')).toBeVisible();
  isGone = false;
  await expect(guide.getByRole('heading', { level: 3, name: 'Berjualan' })).toBeVisible();
  await expect(page.getByText('Konter berhenti menjawab.')).toHaveCount(0);
});

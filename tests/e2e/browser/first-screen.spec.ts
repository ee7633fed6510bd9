import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

test('the first screen sells before the rest is loaded, which then moves nothing and has missed no key', async ({
  page,
  counter,
}) => {
  const rest = Promise.withResolvers<void>();
  await page.setViewportSize({ width: 1536, height: 864 });
  await page.route(/\/assets\/(?:later|later-messages|registry|DialogFrame)-[^/]*\.js$/, async (route) => {
    await rest.promise;
    await route.continue();
  });
  await page.goto(counter.url, { waitUntil: 'commit' });
  const field = page.locator('[data-takes=digits]').first();

  await test.step('a number is typed and taken, and the field does not move when the slip comes', async () => {
    await expect(field).toBeFocused();
    await page.keyboard.type('081234567890');
    await page.keyboard.press('Enter');
    await expect(page.getByText('0812 3456 7890').first()).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Struk pelanggan' })).toHaveCount(0);
  });

  await test.step('a dialog that is opened meanwhile withholds the keys, and stands as soon as it can', async () => {
    const place = await field.boundingBox();
    await page.keyboard.press('?');
    await page.keyboard.press('F3');
    rest.resolve();
    await expect(page.getByRole('dialog', { name: 'Semua tombol' })).toContainText('Pengaturan');
    await page.keyboard.press('Escape');
    await expect(field).toBeFocused();
    await expect(page.getByRole('complementary', { name: 'Struk pelanggan' })).toBeVisible();
    expect(await field.boundingBox()).toEqual(place);
  });
});

test('a dialog and a screen that cannot be loaded are said so, withhold no key without words, and come by themselves', async ({
  page,
  counter,
}) => {
  let isGone = true;
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.route(/\/assets\/(?:later|later-messages|DialogFrame|ReceiptsScreen)-[^/]*\.js$/, (route) =>
    isGone ? route.abort('connectionreset') : route.continue(),
  );
  await page.goto(counter.url, { waitUntil: 'commit' });
  const field = page.locator('[data-takes=digits]').first();
  const alert = page.getByRole('alert').filter({ hasText: 'Konter berhenti menjawab.' });

  await test.step('the dialog', async () => {
    await expect(field).toBeFocused();
    await page.keyboard.press('?');
    await expect(alert).toBeVisible();
    isGone = false;
    await expect(page.getByRole('dialog', { name: 'Semua tombol' })).toBeVisible();
    await expect(alert).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(field).toBeFocused();
  });

  await test.step('the screen: the page stays', async () => {
    isGone = true;
    await page.keyboard.press('F3');
    await expect(alert).toBeVisible();
    await expect(page.getByRole('navigation')).toBeVisible();
    isGone = false;
    await expect(page.getByPlaceholder(/Nomor, nama/)).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
});

test('a result that cannot be drawn after a reload gives way to no next sale, and is there as soon as it can', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  // The number is that of src/simulator/README.md: it fails, and its cash goes back.
  await cashier.sell({ number: '0800000000106', code: 'TSEL10', price: '12000' });
  const result = page.getByText('Gagal. Kembalikan Rp12.000 kepada pelanggan.', { exact: true });
  await expect(result).toBeVisible();

  let isGone = true;
  await page.route(/\/assets\/later-[^/]*\.js$/, (route) =>
    isGone ? route.abort('connectionreset') : route.continue(),
  );
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'Konter berhenti menjawab.' })).toBeVisible();
  await expect(page.locator('[data-takes=digits]')).toHaveCount(0);
  // At a person's pace: a result that is in sight would have settled by then.
  await page.keyboard.type('08120000', { delay: 200 });
  await expect(page.getByTestId('typed-ahead')).toHaveText('0812 0000');
  isGone = false;
  await expect(result).toBeVisible();
});

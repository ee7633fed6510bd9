import type { Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const sold = '081234567890';
const unsure = '0800000000205';
const looked = '530000000001';

test('a receipt is found, opened and acted on by a few keys, on the smallest screen', async ({ counterPage: page }) => {
  test.slow();
  const cashier = new Cashier(page);
  const { faults, look } = looksAt(page);
  const rows = page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option');
  const detail = page.getByRole('complementary', { name: 'Rincian penjualan' });
  const search = page.getByRole('searchbox', { name: 'Cari struk' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    async ([sold, unsure, looked]) => {
      await window.konter.inquiry({ productCode: 'PLNPOST', customerNo: looked });
      await window.konter.order({ productCode: 'TSEL10', customerNo: sold, sellingPrice: 12_000 });
      await window.konter.order({ productCode: 'TSEL10', customerNo: unsure, sellingPrice: 12_000 });
    },
    [sold, unsure, looked] as const,
  );
  const strip = page.getByRole('region', { name: 'Uang yang belum jelas' });
  await expect.poll(async () => (await cashier.booked(sold))[0]?.sn ?? '').not.toBe('');
  const sn = (await cashier.booked(sold))[0]?.sn ?? '';

  await test.step('a filter of the strip is gone with the next search, whose only match opens by itself', async () => {
    await strip.getByRole('button', { name: /Belum pasti/ }).click();
    await expect(rows).toHaveCount(1);
    await expect(page.getByLabel('Tampilkan')).toHaveValue('unknown');
    await cashier.press('F1');
    await cashier.press('/');
    await expect(search).toBeFocused();
    await cashier.type('7890');
    await expect(rows).toHaveCount(1);
    await expect(detail).toContainText('0812 3456 7890');
    await expect(search).toBeFocused();
  });

  await test.step('a view that hides what is searched for is left by Enter; the key of a search begins a new one', async () => {
    await page.getByLabel('Tampilkan').selectOption('unknown');
    await expect(page.getByText('Tidak ada yang cocok dengan tampilan ini.')).toBeVisible();
    await search.focus();
    await cashier.press('Enter');
    await expect(rows).toHaveCount(1);
    await expect(detail).toContainText('0812 3456 7890');
    await page.getByLabel('Tampilkan').selectOption('unknown');
    await page.getByRole('listbox').or(page.getByRole('main')).first().focus();
    await page.getByRole('button', { name: 'Struk', exact: true }).focus();
    await cashier.press('/');
    await expect(search).toBeFocused();
    await expect(page.getByLabel('Tampilkan')).toHaveValue('all');
    await cashier.press('/');
    await expect(search).toHaveValue('7890');
    await cashier.press('Backspace');
  });

  await test.step('a row shows the SN; bills that were only looked up are there when asked for', async () => {
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: '0812 3456 7890' })).toContainText(`SN ${sn}`);
    await page.getByLabel('Tampilkan').selectOption('inquired');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('5300 0000 0001');
    await page.getByLabel('Tampilkan').selectOption('all');
    await expect(rows).toHaveCount(2);
  });

  await test.step('Enter opens the first, and Enter again goes to it', async () => {
    await search.focus();
    await cashier.type('08');
    await expect(rows).toHaveCount(2);
    await cashier.press('Enter');
    await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('listbox')).toBeFocused();
    await cashier.press('Enter');
    await expect(detail).toBeFocused();
  });

  await test.step('what to do is in sight, and the actions are in one row that ends with it', async () => {
    await rows.filter({ hasText: '0800 0000 0020 5' }).click();
    for (const text of ['Yang dilakukan', 'Salin']) {
      await expect(detail.getByText(text).first()).toBeInViewport({ ratio: 1 });
    }
    const [main, pane] = [await page.getByRole('main').boundingBox(), await detail.boundingBox()];
    expect(pane?.width ?? 0).toBeGreaterThanOrEqual((main?.width ?? 0) / 2);
    const buttons = detail.getByTestId('actions').getByRole('button');
    const tops = new Set<number>();
    for (const button of await buttons.all()) tops.add(Math.round((await button.boundingBox())?.y ?? 0));
    expect(tops.size).toBe(1);
    await expect(buttons.last()).toHaveText('Catat hasil');
    await expect(buttons.last()).toHaveAttribute('data-look', 'primary');
    await look('an uncertain receipt');
  });

  await test.step('the complaint to the provider is copied from where the outcome is recorded', async () => {
    await detail.getByRole('button', { name: 'Catat hasil' }).click();
    const dialog = page.getByRole('dialog', { name: 'Catat hasil transaksi' });
    await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
    await dialog.getByRole('button', { name: /Salin/ }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(unsure);
    await look('recording an outcome');
    await cashier.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the slip can be read', async () => {
    await rows.filter({ hasText: '0812 3456 7890' }).click();
    await detail.getByRole('tab', { name: 'Struk' }).click();
    const slip = await detail.getByRole('tabpanel').boundingBox();
    expect(slip?.height ?? 0).toBeGreaterThan(300);
    await look('a slip');
  });

  await test.step('a finger types into the search', async () => {
    await search.fill('');
    await page.getByRole('button', { name: 'Angka' }).click();
    const pad = page.getByRole('group', { name: 'Tombol angka' });
    for (const digit of ['8', '9', '0']) await pad.getByRole('button', { name: digit, exact: true }).click();
    await expect(search).toHaveValue('890');
    await look('with digits for a finger');
    await pad.getByRole('button', { name: 'Enter' }).click();
    await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('rows stand under their day; a receipt says how it was paid, and goes to the chat by a key', async () => {
    await search.fill('');
    await expect(rows.first()).toContainText(/^Hari ini, \p{L}+ \d\d\/\d\d\/\d{4}/u);
    await expect(rows.nth(1)).not.toContainText('Hari ini');
    await rows.filter({ hasText: '0812 3456 7890' }).click();
    await detail.getByRole('tab', { name: 'Ringkasan' }).click();
    await expect(detail).toContainText('Dibayar denganTunai Rp12.000');
    await page.evaluate(() => {
      window.open = (url) => {
        document.title = String(url);
        return null;
      };
    });
    await cashier.press('F6');
    await expect(page).toHaveTitle(/^https:\/\/wa\.me\/6281234567890\?text=/);
  });

  await test.step('sales that were paid together are listed with each of them, in their order', async () => {
    const numbers = ['081234567801', '081234567802', '081234567803'] as const;
    await payTogether(page, numbers);
    const batch = rows.filter({ hasText: 'Dibayar bersama, 3 penjualan' });
    await expect(batch).toContainText('Rp36.000');
    await expect(batch).toContainText('Berhasil', { timeout: 20_000 });
    await expect(rows.filter({ hasText: numbersText(numbers) })).toHaveCount(0);
    await look('a batch, folded');
    // From the keys: it unfolds, its lines are gone through, it folds.
    await batch.click();
    const mine = rows.filter({ hasText: numbersText(numbers) });
    await expect(mine).toHaveCount(3);
    for (const [at, last] of ['7801', '7802', '7803'].entries()) await expect(mine.nth(at)).toContainText(last);
    await cashier.press('ArrowLeft');
    await expect(mine).toHaveCount(0);
    await expect(batch).toHaveAttribute('aria-selected', 'true');
    await cashier.press('ArrowRight');
    await expect(mine.first()).toHaveAttribute('aria-selected', 'true');
    await cashier.press('ArrowLeft');
    await cashier.press('Enter');
    await cashier.press('ArrowDown');
    await expect(mine.nth(1)).toHaveAttribute('aria-selected', 'true');
    // Nothing is above the batch: its first line stays open.
    await cashier.press('ArrowUp');
    await cashier.press('ArrowUp');
    await expect(mine.first()).toHaveAttribute('aria-selected', 'true');
    await search.fill('7802');
    await expect(mine).toHaveCount(1);
    await expect(mine).toContainText('sekaligus');
    await search.fill('');
    await expect(mine).toHaveCount(3);
    await mine.nth(1).click();
    const lines = detail.getByRole('list', { name: /Dibayar bersama, 3 penjualan/ }).getByRole('button');
    for (const [at, last] of ['7801', '7802', '7803'].entries()) await expect(lines.nth(at)).toContainText(last);
    await look('sales that were paid together');
    await lines.nth(2).click();
    await expect(detail.locator('header')).toContainText('7803');
  });

  await test.step('a number is whole beside what is to be returned', async () => {
    await page.evaluate(() =>
      window.konter.order({ productCode: 'TSEL10', customerNo: '0800000000106', sellingPrice: 12_000 }),
    );
    await search.fill('');
    const row = rows.filter({ hasText: '0800 0000 0010 6' });
    await expect(row).toContainText('Gagal');
    const number = row.getByText('0800 0000 0010 6').locator('xpath=ancestor-or-self::p');
    expect(await number.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    // Nor does its slip hang out of the paper.
    await row.click();
    await detail.getByRole('tab', { name: 'Struk' }).click();
    const slip = detail.getByRole('article');
    await expect(slip).toContainText('BELUM DIKEMBALIKAN');
    for (const width of [1366, 1024]) {
      await page.setViewportSize({ width, height: 768 });
      expect(await slip.evaluate((paper) => paper.scrollWidth - paper.clientWidth), `${width} px`).toBe(0);
    }
  });
  expect(faults).toEqual({});
});

test('a batch says in one line how many of it failed and are uncertain, on the smallest screen', async ({
  counterPage: page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const numbers = ['081234567801', '0800000000106', '0800000000205'] as const;
  await payTogether(page, numbers);
  await page.keyboard.press('F3');
  const batch = page.getByRole('option').filter({ hasText: 'Dibayar bersama, 3 penjualan' });
  await expect(batch).toContainText('1 gagal', { timeout: 20_000 });
  await expect(batch).toContainText('1 belum pasti', { timeout: 20_000 });
  expect(
    await batch.evaluate((row) => [row.scrollHeight - row.clientHeight, row.scrollWidth - row.clientWidth]),
  ).toEqual([0, 0]);
  // Below the heading of its day it has air on both sides.
  const air = await batch.evaluate((row) => {
    const [heading, ...lines] = [...row.children].map((child) => child.getBoundingClientRect());
    return [
      (lines[0]?.top ?? 0) - (heading?.bottom ?? 0),
      row.getBoundingClientRect().bottom - (lines.at(-1)?.bottom ?? 0),
    ];
  });
  expect(Math.min(...air)).toBeGreaterThanOrEqual(4);
});

/** Sells credit to each of three numbers, which are paid together. */
const payTogether = (page: Page, numbers: readonly [string, string, string]): Promise<unknown> =>
  page.evaluate(
    (numbers) =>
      window.konter.batches.create({
        lines: numbers.map((customerNo) => ({ productCode: 'TSEL10', customerNo, sellingPrice: 12_000 })),
        tendered: 36_000,
      }),
    numbers,
  );

/** Any of these numbers, as rows group them. */
const numbersText = (numbers: readonly string[]): RegExp =>
  new RegExp(numbers.map((number) => number.replace(/(.{4})(?=.)/g, '$1 ')).join('|'));

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeVariedReceipts } from '../../../bench/varied-receipts.ts';
import { startBuiltCounter } from '../../support/browser-counter.ts';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { runAxe } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

/** Enough for the index and its threads. */
const receipts = 20_000;

test('finds in a book of thousands while it is typed, says what it understood, and marks what was met', async ({
  page,
  dataDir,
}) => {
  await mkdir(join(dataDir, 'training'), { recursive: true });
  writeVariedReceipts(join(dataDir, 'training/journal.db'), receipts, 'training');
  const counter = await startBuiltCounter({ dataDir });
  const cashier = new Cashier(page);
  const rows = page.getByRole('listbox').getByRole('option');
  const chips = page.getByRole('list', { name: 'Dicari sebagai' }).getByRole('listitem');
  try {
    await page.goto(counter.url);
    await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
    await cashier.press('F3');
    await expect(rows.first()).toBeVisible();

    await test.step('part of a name, letter by letter', async () => {
      await cashier.type('santo');
      await expect(rows.first()).toContainText('SANTOSO');
      await expect(rows.first().locator('mark')).toHaveText('SANTO');
    });

    await test.step('an index is made beside it, and the notice goes', async () => {
      await expect
        .poll(
          () =>
            page.evaluate(async () => {
              const result = await window.konter.transactions.search({ text: 'santo' });
              return result.ok ? result.value.search?.index : null;
            }),
          { timeout: 30_000 },
        )
        .toBe('ready');
      await page.getByRole('searchbox').fill('santos');
      await expect(rows.first().locator('mark')).toHaveText('SANTOS');
      await expect(page.getByText('Indeks pencarian')).toHaveCount(0);
    });

    await test.step('states, products and amounts are understood, and can be taken out again', async () => {
      await page.getByRole('searchbox').fill('gagal token 20rb');
      await expect(chips).toHaveCount(3);
      await expect(chips.nth(0)).toContainText('Gagal / Tidak terkirim');
      await expect(chips.nth(2)).toContainText('Rp20.000');
      await chips.nth(0).getByRole('button').click();
      await expect(chips).toHaveCount(2);
      await expect(page.getByRole('searchbox')).toHaveValue('token 20rb');
      await expect(page.getByRole('searchbox')).toBeFocused();
    });

    await test.step('part of a serial number is shown where it was met', async () => {
      const result = await page.evaluate(() => window.konter.transactions.search({ text: 'token', limit: 1 }));
      const sn = result.ok ? (result.value.items[0]?.sn ?? '') : '';
      await page.getByRole('searchbox').fill(sn.slice(2, 12).replaceAll('-', ''));
      await expect(rows).toHaveCount(1);
      await expect(rows.first().locator('mark')).toHaveText(sn.slice(2, 12));
    });

    await test.step('keys go by pages and to the ends, and older pages come by themselves', async () => {
      await page.getByRole('searchbox').fill('');
      await expect(rows.first()).toBeVisible();
      await page.getByRole('listbox').focus();
      await cashier.press('PageDown');
      await cashier.press('End');
      await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toBeVisible();
      await expect
        .poll(() => page.getByRole('listbox').evaluate((list) => list.scrollHeight), { timeout: 30_000 })
        .toBeGreaterThan(200 * 60);
      await cashier.press('Home');
      await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
      // The rows that are drawn are a few of all: a screen reader says so.
      await expect(rows.first()).toHaveAttribute('aria-setsize', /^\d{3,}$/);
    });

    await page.getByRole('searchbox').fill('gagal 0812');
    await expect(chips).toHaveCount(1);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), theme);
      expect((await runAxe(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'] })).violations, theme).toEqual([]);
    }
  } finally {
    await counter.stop();
  }
});

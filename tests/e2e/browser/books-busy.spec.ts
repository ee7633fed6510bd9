import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createLedgerRebuild } from '../../../bench/make-books.ts';
import { writeVariedReceipts } from '../../../bench/varied-receipts.ts';
import { connect } from '../../../src/main/db/open-database.ts';
import { recapPage } from '../../../src/main/files/books/write-books.ts';
import { startBuiltCounter } from '../../support/browser-counter.ts';
import { expect, printingTest as test } from '../../support/counter-page.ts';
import { fakeLine } from '../../support/fake-features.ts';
import { looksAt, screenSizes } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('amounts of a busy month are whole at every width, beside earlier days, and leave as a file', async ({
  page,
  dataDir,
}) => {
  await mkdir(join(dataDir, 'training'), { recursive: true });
  const database = join(dataDir, 'training/journal.db');
  writeVariedReceipts(database, 3000, 'training');
  const db = connect(database, false);
  // A fee is among the figures that come under the cards.
  db.exec(`UPDATE transactions SET fee = 1500 WHERE kind = 'postpaid'`);
  createLedgerRebuild(db);
  db.close();
  const counter = await startBuiltCounter({ dataDir });
  const { faults, look } = looksAt(page);
  try {
    await page.goto(counter.url);
    await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
    await page.keyboard.press('F4');
    await page.getByText('Pilih tanggal', { exact: true }).click();
    await page.getByLabel('dari', { exact: true }).fill('2026-11-01');
    await page.getByLabel('sampai', { exact: true }).fill('2026-11-20');
    await expect(page.getByText('Modal', { exact: true }).first()).toBeVisible();
    await expect.poll(() => page.locator('dl > div dd').first().textContent()).toMatch(/^Rp\d+\.\d{3}\.\d{3}$/);
    await expect(page.getByLabel('Menurut', { exact: true })).toHaveValue('day');
    for (const { width, height } of screenSizes) {
      await page.setViewportSize({ width, height });
      // Cards and amounts: none hangs out of its own, and the last card ends where the row does.
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('dl > div, dl dd')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map(({ textContent }) => textContent),
      );
      expect(cut, `${width} px`).toEqual([]);
      // Also under the training band the chart has half of the screen, and is whole.
      const chart = await page.getByRole('figure', { name: /^Grafik/ }).boundingBox();
      expect(chart?.height ?? 0, `${width} px`).toBeGreaterThanOrEqual(height / 2);
      expect((chart?.y ?? 0) + (chart?.height ?? 0), `${width} px`).toBeLessThan(height - 44);
      const free = await page.evaluate(() => {
        const row = document.querySelector('dl');
        const edge = Math.max(...[...(row?.children ?? [])].map((card) => card.getBoundingClientRect().right));
        return (row?.getBoundingClientRect().right ?? 0) - edge;
      });
      expect(free, `${width} px`).toBeLessThan(2);
      // Beside the chart, which gives room first, no column of the table is out of sight.
      const table = page.getByRole('region', { name: 'Angka dalam tabel' });
      const hidden = (await table.count()) === 0 ? 0 : await table.evaluate((of) => of.scrollWidth - of.clientWidth);
      expect(hidden, `${width} px`).toBe(0);
      await look(`books at ${width}`, ['light', 'dark', 'contrast']);
    }
    await page.getByLabel('dari', { exact: true }).fill('2026-10-28');
    await page.setViewportSize({ width: 1024, height: 768 });
    const figure = page.getByRole('figure', { name: /^Grafik/ });
    await expect(figure).toBeVisible();
    // The first of these days had no sale: pointing at it says so, and its words are whole.
    const box = await figure.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 90, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await expect(figure.getByText('Tidak ada penjualan')).toBeInViewport({ ratio: 1 });
    await page.getByLabel('dari', { exact: true }).fill('2026-11-20');
    await expect(page.getByLabel('Menurut', { exact: true })).toHaveValue('hour');
    const compared = page.getByRole('region', { name: 'Dibandingkan hari sebelumnya' });
    await expect(compared).toContainText('Sehari sebelumnya, Kam 19/11');
    await expect(compared).toContainText('Seminggu sebelumnya, Jum 13/11');
    await look('books of a day');
    await page.getByRole('button', { name: 'Ekspor', exact: true }).click();
    await look('exporting the books');
    const [from, month] = [page.getByLabel('Dari hari'), page.getByRole('button', { name: 'Bulan ini' })];
    expect((await month.boundingBox())?.y).toBe((await from.boundingBox())?.y);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Buat file' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^konter-.*-books-20261120-20261120-.*\.xlsx$/);
    await expect(page.getByText(/^File jadi: \d+ struk$/)).toBeVisible();
    expect(faults).toEqual({});
  } finally {
    await counter.stop();
  }
});

test('the recap of a long month is one page of A4', async ({ page }) => {
  const day = Array.from({ length: 31 }, (_, n) => ({
    key: `2026-12-${String(n + 1).padStart(2, '0')}`,
    name: null,
    line: fakeLine(1000),
  }));
  const lines = { day, month: [], product: [], brand: [], cashier: [], counter: [] };
  const content = {
    shop: 'Toko Makmur',
    from: '2026-12-01',
    to: '2026-12-31',
    total: fakeLine(31_000),
    lines,
    shifts: [],
    services: [],
    blindFrom: null,
  };
  await page.setContent(recapPage(content, { language: 'id', costs: true, printedAt: '01/01/2027 08:00' }));
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  // Each sum once, and in which money it is.
  await expect(page.getByRole('cell', { name: 'Tunai', exact: true })).toHaveCount(1);
  await expect(page.getByText('Toko Makmur · 01/12/2026 – 31/12/2026 · dalam rupiah')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

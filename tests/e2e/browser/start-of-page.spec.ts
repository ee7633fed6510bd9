import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { startBuiltCounter } from '../../support/browser-counter.ts';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { screenSizes } from '../../support/page-checks.ts';

declare global {
  interface Window {
    /** what has moved further than it may, and by how much */
    takeMoves: () => string[];
  }
}

/** Of the first paint and of what comes after it, in pixels. */
const maxMove = 4;

/** From the next load on. */
const watchMoves = (page: Page): Promise<unknown> =>
  page.addInitScript((maxMove) => {
    interface Shift extends PerformanceEntry {
      sources?: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const moves: string[] = [];
    const note = (entries: readonly Shift[]): void => {
      for (const { node, previousRect: from, currentRect: to } of entries.flatMap(({ sources = [] }) => sources)) {
        const [x, y] = [Math.round(to.x - from.x), Math.round(to.y - from.y)];
        if (Math.max(Math.abs(x), Math.abs(y)) > maxMove)
          moves.push(`${node?.nodeName} ${node?.textContent?.trim().slice(0, 40)}: ${x}, ${y}`);
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    window.takeMoves = () => {
      note(observer.takeRecords());
      return moves.splice(0);
    };
  }, maxMove);

const lateParts =
  /\/api\/(?:status|parking\.list|batches\.open|prints\.list|catalogue\.list|transactions\.search|people\.state)|\/assets\/(?:later|SafetyNotices|PrintTray)-|\.woff2/;

/** What the page can be painted without comes after the paint, where it is not waited for. */
async function holdBack(page: Page): Promise<void> {
  await page.route(lateParts, async (route) => {
    const painted = page.waitForSelector('#root > *', { state: 'attached', timeout: 700 });
    await painted.catch(() => null);
    await route.continue();
  });
}

/** Two frames on, and with its letters. */
const isDrawn = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

const strip = '[aria-label="Uang yang belum jelas"]';

test('nothing moves at the start of the page, with a restore, unsettled money, money to hand back and parked sales', async ({
  page,
  counter,
  dataDir,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(counter.url);
  const cashier = new Cashier(page);
  for (const [code, number, cash] of [
    ['LOSTQUIET10', '081200000021', ''],
    ['FAILEDNOW10', '081200000023', '50000'],
  ] as const) {
    await cashier.sell({ number, code, price: '12000', cash });
    await cashier.next();
  }
  for (const number of ['081200000031', '081200000032']) {
    await expect(page.getByLabel('Nomor pelanggan, kode produk')).toBeFocused();
    await cashier.type(number);
    await cashier.press(';');
  }
  const stored = () => page.evaluate(() => window.konter.parking.list());
  await expect.poll(stored).toMatchObject({ value: { parked: { length: 2 } } });
  await page.goto('about:blank');
  await counter.stop();
  const db = new Database(join(dataDir, 'training', 'journal.db'));
  const at = new Date().toISOString();
  db.prepare('UPDATE metadata SET restored = ?').run(JSON.stringify({ at, reason: 'copy', upTo: at, behind: null }));
  db.close();

  const restored = await startBuiltCounter({ dataDir });
  await watchMoves(page);
  await holdBack(page);
  try {
    for (const { width, height } of screenSizes) {
      await page.setViewportSize({ width, height });
      await page.goto(restored.url);
      await expect(page.getByText('Buku ini dipulihkan dari cadangan')).toBeVisible();
      await expect(page.locator(strip)).toContainText('Rp50.000');
      await expect(page.getByRole('region', { name: 'Penjualan yang diparkir' }).getByRole('button')).toHaveCount(2);
      await expect(page.getByRole('option', { name: /Token PLN 20.000/ })).toBeVisible();
      await expect(page.getByRole('button', { name: /0812 0000 0023/ })).toBeVisible();
      await isDrawn(page);
      expect(await page.evaluate(() => window.takeMoves()), `${width} px`).toEqual([]);
      await page.goto('about:blank');
    }
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await restored.stop();
  }
});

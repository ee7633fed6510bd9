import { startBuiltCounter } from '../../support/browser-counter.ts';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { openLiveWorld } from '../../support/live-world.ts';

declare global {
  interface Window {
    /** set on one load of the page, and gone with it */
    loadedBefore?: true;
  }
}

test('a page that missed the event reloads when it sees the other mode: nothing typed for real is sold in training', async ({
  page,
  context,
  dataDir,
}) => {
  test.slow();
  const world = await openLiveWorld();
  const counter = await startBuiltCounter({ dataDir, env: world.env });
  const cashier = new Cashier(page);
  const field = page.getByLabel('Nomor pelanggan, kode produk');
  try {
    expect(counter.mode).toBe('live');
    await page.clock.install();
    // Cut off from the start: it learns only what it asks for by itself.
    await page.route(/\/events\?/, () => {});
    await page.goto(counter.url);
    await expect(field).toBeFocused();
    await expect(page.getByRole('note')).toHaveCount(0);
    await cashier.type('081234567890');
    await page.evaluate(() => {
      window.loadedBefore = true;
    });

    const other = await context.newPage();
    await other.goto(counter.origin);
    await expect(other.getByRole('combobox')).toBeFocused();
    // It learns of the change itself, and is loaded again before it has its answer.
    await other.evaluate(() => void window.konter.mode.switch({ mode: 'training' }));
    await expect(other.getByRole('note')).toHaveText(/LATIHAN/);
    await other.close();

    await page.clock.runFor(20_000);
    await expect(page.getByRole('note')).toHaveText(/LATIHAN/);
    // Waits across the navigation.
    await page.waitForFunction(() => window.loadedBefore === undefined);
    await expect(field).toHaveValue('');
  } finally {
    await counter.stop();
    await world.close();
  }
});

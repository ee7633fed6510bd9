/** Decides that typing never waits: choices follow deferred, product events merge once a frame, and threads search (ADR 23). */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, expect } from '@playwright/test';
import { z } from 'zod';
import { browserLaunch } from '../../scripts/find-browser.ts';
import { connect } from '../../src/main/db/open-database.ts';
import { startBrowserCounter } from '../../tests/support/browser-counter.ts';
import { Cashier } from '../../tests/support/cashier.ts';
import { fillCatalogue } from '../../tests/support/large-databases.ts';
import { frameInterval, openCounterPage } from '../counter-page.ts';
import { type Figure, figure, quantile } from '../figures.ts';
import { openOutside } from '../live-world.ts';
import { createLedgerRebuild } from '../make-books.ts';
import type { Size } from '../size.ts';
import { writeVariedReceipts } from '../varied-receipts.ts';

/** Two frames at 60 Hz, which a person does not notice. */
const maxPaintMs = 32;
/** The browser reports events from 16 ms on and rounds to 8: what it does not report was quicker, and counts as this. */
const untoldMs = 8;

interface Run {
  warmUp: number;
  sales: number;
  /** usually more than any shop sells of */
  products: number;
}

/**
 * Whole sales by keyboard on the live counter in a real Chromium: from each key to the next paint (Event Timing), and tasks of
 * the page that took longer than 50 ms meanwhile. With that many receipts, whose index is being made at the same time, against a
 * counter with none, and against the interval between two frames of the same page. Both have as many products.
 */
export async function benchInput(size: Size): Promise<Figure[]> {
  const rows = size.rows(1_000_000, 300);
  const run: Run = { warmUp: size.of(3, 1), sales: size.of(25, 1), products: size.of(5000, 50) };
  const { sales, products } = run;
  const browser = await chromium.launch(browserLaunch());
  try {
    const none = await sellOn(browser, 0, run);
    const full = await sellOn(browser, rows, run);
    const about = { bench: 'input', unit: 'ms', against: 'with no receipt' };
    const keyed = (share: number): { ours: number; baseline: number } => ({
      ours: quantile(full.paints, share),
      baseline: quantile(none.paints, share),
    });
    return [
      figure({ ...about, metric: `key to paint p50, ${rows} receipts`, ...keyed(0.5) }),
      figure(
        { ...about, metric: 'key to paint p95', ours: keyed(0.95).ours, baseline: full.frameMs, against: 'a frame' },
        { maxRatio: 2 },
      ),
      figure(
        {
          ...about,
          metric: `key to paint p95, ${products} products`,
          ours: keyed(0.95).ours,
          baseline: maxPaintMs,
          against: 'two frames at 60 Hz',
        },
        { maxRatio: 1 },
      ),
      figure({ ...about, metric: 'key to paint p99', ...keyed(0.99) }),
      figure(
        // One of each is added, so that none has a ratio too.
        {
          ...about,
          unit: 'tasks + 1',
          metric: `over 50 ms in ${sales} sales`,
          ours: full.long + 1,
          baseline: none.long + 1,
        },
        { maxRatio: 1 },
      ),
    ];
  } finally {
    await browser.close();
  }
}

interface Seen {
  /** ms from a key to the paint that follows, one for each key */
  paints: number[];
  /** how many tasks took longer than 50 ms */
  long: number;
  /** ms between two frames of the page */
  frameMs: number;
}

async function sellOn(browser: Browser, rows: number, { warmUp, sales, products }: Run): Promise<Seen> {
  await using outside = await openOutside();
  const dataDir = join(outside.folder, 'counter');
  if (rows > 0) {
    await mkdir(join(dataDir, 'live'), { recursive: true });
    const path = join(dataDir, 'live/journal.db');
    // No log: the page asks nothing of it, and a million sales' takes six minutes to write.
    writeVariedReceipts(path, rows);
    const db = connect(path, false);
    createLedgerRebuild(db);
    db.close();
  }
  await fillCatalogue(dataDir, products, 'live');
  const counter = await startBrowserCounter({ dataDir, env: outside.env });
  const page = await browser.newPage({ locale: 'id-ID', viewport: { width: 1024, height: 768 } });
  try {
    await openCounterPage(page, counter.url);
    const frameMs = await frameInterval(page);
    const cashier = new Cashier(page);
    for (let count = 0; count < warmUp; count++) await oneSale(cashier, count);
    await page.evaluate(watch);
    cashier.strokes = 0;
    for (let count = 0; count < sales; count++) await oneSale(cashier, warmUp + count);
    const { events, long } = Seen.parse(await page.evaluate('window.seen'));
    const untold = Math.max(0, cashier.strokes - events.length);
    return { paints: [...events, ...Array.from({ length: untold }, () => untoldMs)], long, frameMs };
  } finally {
    await page.close();
    await counter.stop();
  }
}

const Seen = z.object({ events: z.array(z.number()), long: z.number() });

async function oneSale(cashier: Cashier, count: number): Promise<void> {
  await cashier.sell({ number: `0813${String(90_000_000 + count)}`, code: 'TSEL10', price: '12000', cash: '20000' });
  // A result that has just changed takes no Enter, so the last one is waited for.
  await expect(cashier.page.getByText('Berhasil.', { exact: true })).toBeVisible({ timeout: 30_000 });
  await cashier.next();
}

// What follows runs in the page.

/** Keeps in window.seen what the browser reports of keys and of long tasks from now on. */
function watch(): void {
  const seen = { events: new Array<number>(), long: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') seen.events.push(duration);
    // The types of the browser do not know the threshold yet.
  }).observe(Object.assign({ type: 'event' }, { durationThreshold: 16 }));
  new PerformanceObserver((list) => {
    seen.long += list.getEntries().length;
  }).observe({ type: 'longtask' });
}

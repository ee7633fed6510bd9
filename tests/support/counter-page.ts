import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { type BrowserCounter, startBrowserCounter } from './browser-counter.ts';

interface Fixtures {
  /** environment of the counter: test.use({ counterEnv: { KONTER_PROVIDER_URL: … } }) */
  counterEnv: Record<string, string>;
  /** a fresh folder, gone after the test */
  dataDir: string;
  /** a counter of its own for the test, on that folder */
  counter: BrowserCounter;
  /** that counter, open in the browser and signed in */
  counterPage: Page;
}

/** Playwright's `test` with a real counter behind the page. */
export const test = base.extend<Fixtures>({
  counterEnv: [{}, { option: true }],
  dataDir: async ({ browserName: _unused }, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'konter-e2e-'));
    await use(dir);
    await rm(dir, { recursive: true, force: true });
  },
  counter: async ({ dataDir, counterEnv }, use) => {
    const counter = await startBrowserCounter({ dataDir, env: counterEnv });
    await use(counter);
    await counter.stop();
  },
  counterPage: async ({ page, counter }, use) => {
    await page.goto(counter.url);
    await page.waitForFunction(() => 'konter' in window);
    await use(page);
  },
});

export { expect } from '@playwright/test';

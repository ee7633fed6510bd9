import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { type BrowserCounter, quickPractice, startBuiltCounter } from './browser-counter.ts';
import { desktopHindrance, launchDesktop } from './desktop-counter.ts';

export interface HostOption {
  /** which host opens the counter: a Playwright project each (playwright.config.ts) */
  host: 'browser' | 'electron';
}

export interface Fixtures {
  /** skips, and says why, where the host cannot run */
  hostIsHere: null;
  /** environment of the counter: test.use({ counterEnv: { KONTER_PROVIDER_URL: … } }) */
  counterEnv: Record<string, string>;
  /** of the practice provider: below 1 it is quicker than in life. On the desktop it is always 1. */
  practicePace: number;
  /** a fresh folder, gone after the test */
  dataDir: string;
  /** the browser host, started on that folder; null on the desktop */
  served: BrowserCounter | null;
  /** the same for a test of the browser host alone: on the desktop it is skipped */
  counter: BrowserCounter;
  /** the counter on its host, open and signed in: all that a test needs that is of both hosts */
  counterPage: Page;
}

/** Playwright's `test` with a real counter behind the page. */
export const test = base.extend<Fixtures & HostOption>({
  host: ['browser', { option: true }],
  hostIsHere: [
    async ({ host }, use) => {
      const why = host === 'electron' ? desktopHindrance() : null;
      base.skip(why !== null, why ?? '');
      await use(null);
    },
    { auto: true },
  ],
  counterEnv: [{}, { option: true }],
  practicePace: [quickPractice, { option: true }],
  dataDir: async ({ browserName: _unused }, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'konter-e2e-'));
    await use(dir);
    await rm(dir, { recursive: true, force: true });
  },
  page: async ({ page }, use) => {
    // As on a machine without a sound card: a page that was used once renders its silence all the time.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'AudioContext'));
    await use(page);
  },
  served: async ({ host, dataDir, counterEnv, practicePace }, use) => {
    const counter = host === 'browser' ? await startBuiltCounter({ dataDir, env: counterEnv, practicePace }) : null;
    await use(counter);
    await counter?.stop();
  },
  counter: async ({ served }, use) => {
    base.skip(served === null, 'of the browser host alone');
    if (served) await use(served);
  },
  counterPage: async ({ page, served, dataDir, counterEnv }, use) => {
    if (served) {
      await page.goto(served.url);
      await page.waitForFunction(isDrawn);
      await use(page);
      return;
    }
    const desktop = await launchDesktop(dataDir, counterEnv);
    const window = await desktop.firstWindow();
    await window.waitForFunction(isDrawn);
    await use(window);
    await desktop.close();
  },
});

/** Runs in the page. Until then it records keys and takes no Enter. */
function isDrawn(): boolean {
  return 'konter' in window && document.querySelector('#root:not([aria-busy]) > *') !== null;
}

export { expect } from '@playwright/test';

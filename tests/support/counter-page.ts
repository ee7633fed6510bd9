import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import { buildIfNeeded } from '../../scripts/build.ts';
import { electronRuntime } from '../../scripts/electron-runtime.ts';
import { projectDir } from '../../scripts/project.ts';
import { hasScreen } from '../../scripts/screen.ts';
import type { SettingsChange } from '../../src/shared/contract/settings.ts';
import type { PrintJob } from '../../src/shared/domain/print-job.ts';
import { type BuiltCounter, quickPractice, startBuiltCounter } from './browser-counter.ts';
import { startTcpPrinter, type TcpPrinter } from './tcp-printer.ts';

export { expect } from '@playwright/test';

/** Why the desktop program cannot run here, or null. Never fetches anything. */
export function desktopHindrance(): string | null {
  if (electronRuntime() === null) return 'Electron’s runtime is not installed (node node_modules/electron/install.js)';
  return hasScreen() ? null : 'there is no screen (on Linux: xvfb-run)';
}

/** The real desktop program on a folder. Settings of the shell it runs in stay out; only `env` is given. */
export async function launchDesktop(folder: string, env: Record<string, string> = {}): Promise<ElectronApplication> {
  await buildIfNeeded('pages');
  await buildIfNeeded('electron');
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^(KONTER|RELAY|SIMULATOR)_/.test(entry[0]),
  );
  return _electron.launch({
    executablePath: electronRuntime() ?? '',
    args: [projectDir, `--user-data-dir=${folder}`],
    env: { ...Object.fromEntries(inherited), ...env },
    // Without this Playwright takes Chromium's sandbox away on Linux.
    chromiumSandbox: true,
  });
}

interface DesktopFixtures {
  /** the desktop program, running on a fresh folder in training mode */
  desktop: ElectronApplication;
  /** its window */
  counterWindow: Page;
}

/** Playwright's `test` with the real desktop program; skips, and says why, where it cannot run. */
export const desktopTest = base.extend<DesktopFixtures>({
  desktop: async ({ browserName: _unused }, use) => {
    const why = desktopHindrance();
    base.skip(why !== null, why ?? '');
    const folder = await mkdtemp(join(tmpdir(), 'konter-desktop-'));
    const desktop = await launchDesktop(folder);
    await use(desktop);
    await desktop.close();
    await rm(folder, { recursive: true, force: true });
  },
  counterWindow: async ({ desktop }, use) => {
    const window = await desktop.firstWindow();
    await window.waitForFunction(() => 'konter' in globalThis);
    await use(window);
  },
});

export interface HostOption {
  /** which host opens the counter: a Playwright project each (playwright.config.ts) */
  host: 'browser' | 'electron';
}

export interface CounterFixtures {
  /** skips, and says why, where the host cannot run */
  hostIsHere: null;
  /** environment of the counter: test.use({ counterEnv: { KONTER_PROVIDER_URL: … } }) */
  counterEnv: Record<string, string>;
  /** of the practice provider: below 1 it is quicker than in life. On the desktop it is always 1. */
  practicePace: number;
  /** a fresh folder, gone after the test */
  dataDir: string;
  /** the browser host, started on that folder; null on the desktop */
  served: BuiltCounter | null;
  /** the same for a test of the browser host alone: on the desktop it is skipped */
  counter: BuiltCounter;
  /** the counter on its host, open and signed in: all that a test needs that is of both hosts */
  counterPage: Page;
}

/** Playwright's `test` with a real counter behind the page. */
export const plainTest = base.extend<CounterFixtures & HostOption>({
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

export interface QuietFixtures {
  /** what pages said that they must not: errors on the console, exceptions, breaches of the page's policy */
  heard: string[];
}

/** Tests end counters, and a page that is still open calls for its own: that one ended unasked is told when it is stopped. */
const counterGone = /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/;

/** The same for a part of the page that is still being fetched then, or at a reload. One that is not there is a 404 on the console. */
const partGone = /^Failed to fetch dynamically imported module/;

/** Notes what a page complains about, from now on. */
export function listenTo(page: Page, heard: string[]): void {
  page.on('pageerror', ({ message }) => {
    if (!partGone.test(message)) heard.push(`exception: ${message}`);
  });
  page.on('console', (message) => {
    const text = message.text();
    if (counterGone.test(text)) return;
    if (message.type() === 'error' || /content security policy|violat/i.test(text)) heard.push(`console: ${text}`);
  });
}

/** The counter's `test`, failing when a page complained about anything. */
export const test = plainTest.extend<QuietFixtures>({
  heard: [
    async ({ page }, use) => {
      const heard: string[] = [];
      listenTo(page, heard);
      await use(heard);
      if (heard.length > 0) throw new Error(`the page complained:\n${heard.join('\n')}`);
    },
    { auto: true },
  ],
  counterPage: async ({ counterPage, page, heard }, use) => {
    // The desktop's window is a page of its own.
    if (counterPage !== page) listenTo(counterPage, heard);
    await use(counterPage);
  },
});

interface PrintingFixtures {
  /** a receipt printer on the network */
  printer: TcpPrinter;
  /** the counter's page, with that printer as the usual one */
  printingPage: Page;
}

/** The counter's `test` with a printer that brings paper, or does not. */
export const printingTest = test.extend<PrintingFixtures>({
  printer: async ({ browserName: _unused }, use) => {
    const printer = await startTcpPrinter();
    await use(printer);
    await printer.off();
  },
  printingPage: async ({ counterPage, printer }, use) => {
    await saveSettings(counterPage, {
      printers: [
        {
          id: 'till',
          name: 'Kasir depan',
          transport: { kind: 'tcp', host: '127.0.0.1', port: printer.port },
          language: 'escpos',
          columns: 32,
          codePage: 'cp437',
          cut: 'partial',
          feed: 3,
          drawer: 'by_hand',
          logo: null,
          qr: 'command',
          tested: false,
        },
      ],
      defaultPrinter: 'till',
    });
    await openAnew(counterPage);
    await use(counterPage);
  },
});

/** Loads the page again, and waits until it takes keys. */
export async function openAnew(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
}

export async function saveSettings(page: Page, change: SettingsChange): Promise<void> {
  const saved = await page.evaluate((change) => window.konter.settings.save(change), change);
  if (!saved.ok) throw new Error(saved.error.message);
}

/** Print jobs as main has them, oldest first. */
export async function jobsOf(page: Page): Promise<PrintJob[]> {
  const told = await page.evaluate(() => window.konter.prints.list());
  if (!told.ok) throw new Error(told.error.message);
  return told.value.jobs.toReversed();
}

/** What stands on the papers so far, as far as plain letters go. */
export const papersOf = (printer: TcpPrinter): string[] => printer.jobs.map(({ bytes }) => bytes.toString('latin1'));

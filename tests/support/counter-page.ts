import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  _electron,
  type Browser,
  test as base,
  type ConsoleMessage,
  type ElectronApplication,
  expect,
  type Page,
  type Request,
  type TestInfo,
} from '@playwright/test';
import { buildIfNeeded } from '../../scripts/build.ts';
import { electronRuntime } from '../../scripts/electron-runtime.ts';
import { projectDir } from '../../scripts/project.ts';
import { hasScreen } from '../../src/main/hosts/browser/open-address.ts';
import type { SettingsChange } from '../../src/shared/contract/settings.ts';
import type { PrintJob } from '../../src/shared/domain/print-job.ts';
import { type BuiltCounter, quickPractice, startBuiltCounter } from './browser-counter.ts';
import { startTcpPrinter, type TcpPrinter } from './tcp-printer.ts';

export { expect } from '@playwright/test';

declare global {
  interface Window {
    /** slips whose print dialog would have opened since the page was loaded */
    printed?: { text: string; rule: string; usedMm: number }[];
  }
}

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
  /** which host opens the counter: the projects of playwright.config.ts */
  host: 'browser' | 'electron';
}

/**
 * The page of a worker's counters, one after another at the same address: a page that comes from elsewhere takes a process of its own,
 * which reads and compiles the counter's scripts in twice the time. It is left at an address of the counter that runs nothing.
 */
class KeptPage {
  #page: Page | null = null;

  /** @param heed is called with the page before it is loaded */
  async open(
    { url }: Pick<BuiltCounter, 'url'>,
    browser: Browser,
    size: { width: number; height: number } | null,
    heed: (page: Page) => void = () => {},
  ): Promise<Page> {
    const page = this.#page ?? (await (await browser.newContext()).newPage());
    if (this.#page === null) await equip(page);
    this.#page = page;
    if (size !== null) await page.setViewportSize(size);
    heed(page);
    await drawn(page, url);
    return page;
  }

  /** Nothing of this counter is left to the next test. */
  async leave({ origin }: Pick<BuiltCounter, 'origin'>, { errors }: TestInfo): Promise<void> {
    const page = this.#page;
    // How it looks when a test has failed is kept; the next one has another worker.
    if (page === null || errors.length > 0) return;
    const [, ...others] = page.context().pages();
    await Promise.all(others.map((other) => other.close()));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    try {
      await page.goto(`${origin}signed-out`);
    } catch {
      // A test has ended this counter.
      return this.close();
    }
    await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
    await page.context().clearCookies();
    await page.context().clearPermissions();
    await page.emulateMedia({ forcedColors: null, colorScheme: null, media: null });
  }

  /** For a test that gave the page functions, scripts or another clock, which stay with it. */
  async close(): Promise<void> {
    await this.#page?.context().close();
    this.#page = null;
  }
}

/** A machine without a sound card and a printer's driver, in every frame of the page. */
const equip = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    // A page that was used once renders its silence all the time.
    Reflect.deleteProperty(window, 'AudioContext');
    // While a browser prints it swallows keys.
    window.print = () => {
      const [sheet] = document.styleSheets;
      const { height = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {};
      const slip = {
        text: document.body.innerText,
        rule: Array.from(sheet?.cssRules ?? [], ({ cssText }) => cssText).at(-1) ?? '',
        usedMm: height / (96 / 25.4),
      };
      const all: Window = window.top ?? window;
      all.printed = [...(all.printed ?? []), slip];
    };
  });

export interface WorkerFixtures extends HostOption {
  keptPage: KeptPage;
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
  /** whether it is the worker's page; false where a test gives it functions, scripts, another clock or a finger */
  keepsPage: boolean;
}

/** Playwright's `test` with a real counter behind the page. */
export const plainTest = base.extend<CounterFixtures, WorkerFixtures>({
  host: ['browser', { option: true, scope: 'worker' }],
  keptPage: [
    async ({ browserName: _unused }, use) => {
      const page = new KeptPage();
      await use(page);
      await page.close();
    },
    { scope: 'worker' },
  ],
  keepsPage: [true, { option: true }],
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
    await equip(page);
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
  counterPage: async ({ served, dataDir, counterEnv, keptPage, keepsPage, browser, viewport }, use, info) => {
    if (served) {
      if (!keepsPage) await keptPage.close();
      await use(await keptPage.open(served, browser, viewport));
      await (keepsPage ? keptPage.leave(served, info) : keptPage.close());
      return;
    }
    const desktop = await launchDesktop(dataDir, counterEnv);
    const window = await desktop.firstWindow();
    await window.waitForFunction(isDrawn);
    await use(window);
    await desktop.close();
  },
});

/** Loads the counter's page. One that is never drawn says what it was missing: its own picture is empty. */
async function drawn(page: Page, url: string): Promise<void> {
  const missing: string[] = [];
  const onFailed = (request: Request): number => missing.push(`${request.url()} ${request.failure()?.errorText}`);
  const onError = (error: Error): number => missing.push(error.message);
  page.on('requestfailed', onFailed).on('pageerror', onError);
  try {
    await page.goto(url);
    await page.waitForFunction(isDrawn);
  } catch (cause) {
    const without = missing.map((each) => each.replace(/#.*/, '')).join('; ');
    throw new Error(`the page was not drawn; failed meanwhile: ${without || 'nothing'}`, { cause });
  } finally {
    page.off('requestfailed', onFailed).off('pageerror', onError);
  }
}

/** Runs in the page. Until then it records keys and takes no Enter. */
function isDrawn(): boolean {
  return 'konter' in window && document.querySelector('#root:not([aria-busy]) > *') !== null;
}

export interface QuietFixtures {
  /** what pages said that they must not: errors on the console, exceptions, breaches of the page's policy */
  complaints: string[];
}

/** Tests end counters, and a page that is still open calls for its own: that one ended unasked is reported when it is stopped. */
const counterGone =
  /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)/;

/** The same for a part of the page that is still being fetched then, or at a reload. One that is not there is a 404 on the console. */
const partGone = /^Failed to fetch dynamically imported module/;

/** Notes what a page complains about, from now on. Returns what ends it. */
export function listenTo(page: Page, complaints: string[]): () => void {
  const onError = ({ message }: Error): void => {
    if (!partGone.test(message)) complaints.push(`exception: ${message}`);
  };
  const onConsole = (message: ConsoleMessage): void => {
    const text = message.text();
    if (counterGone.test(text)) return;
    if (message.type() === 'error' || /content security policy|violat/i.test(text)) complaints.push(`console: ${text}`);
  };
  page.on('pageerror', onError).on('console', onConsole);
  return () => void page.off('pageerror', onError).off('console', onConsole);
}

/** The counter's `test`, failing when a page complained about anything. */
export const test = plainTest.extend<QuietFixtures>({
  complaints: [
    async ({ browserName: _unused }, use) => {
      const complaints: string[] = [];
      await use(complaints);
      if (complaints.length > 0) throw new Error(`the page complained:\n${complaints.join('\n')}`);
    },
    { auto: true },
  ],
  page: async ({ page, complaints }, use) => {
    listenTo(page, complaints);
    await use(page);
  },
  counterPage: async ({ counterPage, complaints }, use) => {
    const stop = listenTo(counterPage, complaints);
    await use(counterPage);
    stop();
  },
});

interface PrintingFixtures {
  /** a receipt printer on the network */
  printer: TcpPrinter;
  /** the counter's page, with that printer as the usual one */
  printingPage: Page;
}

/** The settings of a counter with that printer as the usual one. */
export const printerSettings = ({ port }: TcpPrinter, columns: 32 | 42) =>
  ({
    printers: [
      {
        id: 'till',
        name: 'Kasir depan',
        transport: { kind: 'tcp', host: '127.0.0.1', port },
        language: 'escpos',
        columns,
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
  }) satisfies SettingsChange;

/** The counter's `test` with a printer that brings paper, or does not. */
export const printingTest = test.extend<PrintingFixtures>({
  printer: async ({ browserName: _unused }, use) => {
    const printer = await startTcpPrinter();
    await use(printer);
    await printer.off();
  },
  printingPage: async ({ counterPage, printer }, use) => {
    await saveSettings(counterPage, printerSettings(printer, 32));
    // The page learns of it by itself.
    await expect(counterPage.getByRole('button', { name: /^Printer\s*tidak ada antrean/ })).toBeVisible();
    await use(counterPage);
  },
});

/** The page that is loaded next begins without the sale that this one has. */
export const forgetSale = (page: Page): Promise<void> => page.evaluate(() => sessionStorage.clear());

/** Loads the page again without its sale, and waits until it takes keys. */
export async function openAnew(page: Page): Promise<void> {
  await forgetSale(page);
  await page.reload();
  await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
}

export async function saveSettings(page: Page, change: SettingsChange): Promise<void> {
  const saved = await page.evaluate((change) => window.konter.settings.save(change), change);
  if (!saved.ok) throw new Error(saved.error.message);
}

/** Slips whose print dialog would have opened since the page was loaded, in order. */
export const printedOn = (page: Page): Promise<NonNullable<Window['printed']>> =>
  page.evaluate(() => window.printed ?? []);

/** Print jobs as main has them, oldest first. */
export async function jobsOf(page: Page): Promise<PrintJob[]> {
  const result = await page.evaluate(() => window.konter.prints.list());
  if (!result.ok) throw new Error(result.error.message);
  return result.value.jobs.toReversed();
}

/** What stands on the papers so far, as far as plain letters go. */
export const papersOf = (printer: TcpPrinter): string[] => printer.jobs.map(({ bytes }) => bytes.toString('latin1'));

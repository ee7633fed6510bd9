import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type BuiltCounter, startBuiltCounter } from './browser-counter.ts';
import { Cashier } from './cashier.ts';
import { NoPostgres } from './postgres/server.ts';
import { openShopWorld } from './shop-world.ts';

/** The supervisor's, of every machine. */
export const pin = '471100';

export interface Machine {
  dataDir: string;
  counter: BuiltCounter;
  page: Page;
  cashier: Cashier;
}

/** A shop's world and its programs, which end with it. Skips the test where this machine has no PostgreSQL. */
export async function openShop(browser: Browser) {
  const world = await openShopWorld().catch((error: unknown) => {
    if (error instanceof NoPostgres) test.skip(true, error.message);
    throw error;
  });
  const machines: Machine[] = [];
  return {
    world,
    async start(...machine: [role: 'counter' | 'office', dataDir?: string]): Promise<Machine> {
      const started = await startMachine(browser, ...machine);
      machines.push(started);
      return started;
    },
    /** Ends one of them before the others; its folder stays. */
    async end(machine: Machine): Promise<void> {
      await endMachine(machine);
      machines.splice(machines.indexOf(machine), 1);
    },
    async close(): Promise<void> {
      for (const machine of machines) await removeMachine(machine);
      await world.close();
    },
  };
}

/** A program on a fresh folder, or on that one, with a page of its own. */
async function startMachine(browser: Browser, role: 'counter' | 'office', dataDir?: string): Promise<Machine> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'konter-shop-')));
  const counter = await startBuiltCounter({ dataDir: folder, port: 0, role });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'id-ID',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(counter.url);
  return { dataDir: folder, counter, page, cashier: new Cashier(page) };
}

async function endMachine({ counter, page }: Machine): Promise<void> {
  await page.context().close();
  await counter.stop().catch(() => undefined);
}

async function removeMachine(machine: Machine): Promise<void> {
  await endMachine(machine);
  await rm(machine.dataDir, { recursive: true, force: true });
}

/** Connects a counter by its code and goes live, as its set-up does. */
export async function connect({ page }: Machine, connectionCode: string): Promise<void> {
  const saved = await page.evaluate(
    ({ connectionCode, pin }) => window.konter.settings.save({ connectionCode, supervisorPin: { next: pin } }),
    { connectionCode, pin },
  );
  expect(saved).toMatchObject({ ok: true });
  // The page reloads by itself once the mode has changed; maybe before the answer.
  await page.evaluate(() => void window.konter.mode.switch({ mode: 'live' }));
  await expect(page.getByText(/^Penerima hasil\s*aktif$/)).toBeVisible();
  await expect.poll(() => shopOf(page)).toMatchObject({ isKeyMissing: false });
}

/** Null while the page reloads. */
export const shopOf = (page: Page) =>
  page
    .evaluate(async () => {
      const status = await window.konter.status();
      return status.ok ? status.value.shop : null;
    })
    .catch(() => null);

/** The shop's key is added at a counter to the code that the operator gave. */
export async function extendedCode({ page }: Machine, connectionCode: string): Promise<string> {
  const answer = await page.evaluate(
    ({ connectionCode, pin }) => window.konter.shop.addCounter({ connectionCode, pin }),
    { connectionCode, pin },
  );
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.connectionCode;
}

/** An office joins by a code that a counter extended. */
export async function joinOffice({ page }: Machine, code: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Buka Sambungan' }).click();
  await page.getByRole('textbox', { name: 'Kode sambungan' }).fill(code);
  await page.getByRole('button', { name: 'Pakai kode' }).click();
  await expect.poll(() => shopOf(page)).toMatchObject({ isKeyMissing: false });
}

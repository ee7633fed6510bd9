import { expect, type Page } from '@playwright/test';
import type { SettingsChange } from '../../src/shared/contract/settings.ts';
import type { PrintJob } from '../../src/shared/domain/print-job.ts';
import { test as base } from './quiet-page.ts';
import { startTcpPrinter, type TcpPrinter } from './tcp-printer.ts';

interface Fixtures {
  /** a receipt printer on the network */
  printer: TcpPrinter;
  /** the counter's page, with that printer as the usual one */
  printingPage: Page;
}

/** The counter's `test` with a printer that brings paper, or does not. */
export const test = base.extend<Fixtures>({
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

export { expect } from '@playwright/test';

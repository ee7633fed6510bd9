import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { startBrowserCounter } from '../tests/support/browser-counter.ts';
import { browserLaunch } from './find-browser.ts';
import { projectDir, say } from './project.ts';

const picture = join(projectDir, 'docs/images/counter.png');

/** Takes the README's picture again: a counter in training on a folder of its own, just after a sale. */
async function takePicture(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'konter-picture-'));
  const counter = await startBrowserCounter({ dataDir });
  const browser = await chromium.launch(browserLaunch());
  try {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      locale: 'id-ID',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    await page.goto(counter.url);
    await page.getByLabel('Nomor pelanggan').waitFor();
    await page.evaluate(() =>
      window.konter.settings.save({
        shop: { name: 'Toko Makmur', address: 'Jl. Melati 12, Bandung', phone: '022-123456', footer: 'Terima kasih' },
      }),
    );
    // One that stays unsettled, for the strip of money.
    await page.evaluate(() =>
      window.konter.order({
        productCode: 'TSEL20',
        customerNo: '0800000000205',
        sellingPrice: 22_000,
        tendered: 22_000,
      }),
    );
    await page.reload();
    await sell(page, ['081234567890', 'TSEL10', '20000']);
    await page.getByTestId('sale-sn').waitFor();
    await page.getByRole('button', { name: 'Berikutnya', disabled: false }).waitFor();
    await page.screenshot({ path: picture });
    say(picture);
  } finally {
    await browser.close();
    await counter.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Number, product and cash, each with Enter, then sent. */
async function sell(page: Page, typed: readonly string[]): Promise<void> {
  const fields = ['Nomor pelanggan', 'Kode produk', 'Uang diterima'];
  for (const [at, text] of typed.entries()) {
    await page
      .locator(':focus')
      .and(page.getByLabel(fields[at] ?? ''))
      .waitFor();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Kirim', disabled: false }).click();
}

await takePicture();

import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { Konter } from '../../../src/shared/contract/bridge.ts';
import { vector } from '../../support/contract-samples.ts';
import { expect, test as quiet } from '../../support/counter-page.ts';
import { realRandom } from '../../support/database-files.ts';
import { looksAt } from '../../support/page-checks.ts';
import { liveUnanswered } from '../../support/provider-answers.ts';
import { order, sold } from '../../support/stored-sales.ts';

declare global {
  interface Window {
    konter: Konter;
  }
}

/** A live counter that has sold once; its provider and relay answer nobody. */
const test = quiet.extend({
  dataDir: async ({ dataDir }, use) => {
    await mkdir(join(dataDir, 'live'));
    const db = await openShopDatabase({
      path: join(dataDir, 'live/journal.db'),
      random: realRandom,
      kind: 'live',
    });
    await sold(db, order(1, { customerNo: '081234567890', prints: 0 }), { sn: '0312345678901234' });
    await db.close();
    await use(dataDir);
  },
});

const { id } = order(1);

test.use({
  counterEnv: liveUnanswered,
  viewport: { width: 1024, height: 768 },
});

const dialog = (page: Page) => page.getByRole('dialog');

async function openVerify(page: Page): Promise<void> {
  await page.keyboard.press('F3');
  await page.getByRole('button', { name: 'Alat struk' }).click();
  await page.getByRole('menuitem', { name: 'Periksa bukti' }).click();
  await expect(dialog(page).getByLabel('Teks bukti')).toBeFocused();
}

/** As a scanner does it: everything at once, and Enter. */
async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

const qrOf = (page: Page, id: string): Promise<string> =>
  page.evaluate(async (id) => {
    const preview = await window.konter.receipts.preview({ id });
    const block = preview.ok ? preview.value.doc.blocks.find((one) => one.type === 'qr') : undefined;
    return block?.type === 'qr' ? block.text : '';
  }, id);

test('a scanned proof is marked by shape, word and colour, in place of the one before; slips leave as picture and text', async ({
  counterPage: page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { faults, look } = looksAt(page);
  const own = await qrOf(page, id);
  expect(own).toMatch(/^KTR1\.[0-9A-Z]{8}\./);
  await openVerify(page);
  await scan(page, own);
  await expect(dialog(page).getByRole('status')).toContainText('Asli, dan penjualannya berhasil');
  await scan(page, vector('practice'));
  await expect(dialog(page).getByRole('status')).toContainText('Latihan - tidak sah');
  await look('practice');
  await scan(page, vector('proof'));
  await expect(dialog(page).getByRole('status')).toContainText('Terminal tidak dikenal');
  await expect(dialog(page).getByRole('status')).toContainText('Rp52.000');
  await page.evaluate(
    (key) => window.konter.proof.addTerminal({ key, name: 'Konter pasar' }),
    vector('public key (text)'),
  );
  await scan(page, vector('proof').toLowerCase());
  await expect(dialog(page).getByRole('status')).toContainText('Asli');
  await expect(dialog(page).getByRole('status')).toContainText('Konter pasar');
  await look('genuine');
  await scan(page, vector('altered'));
  await expect(dialog(page).getByRole('status')).toContainText('Diubah');
  await look('altered');
  await scan(page, vector('proof').slice(0, 99));
  await expect(dialog(page).getByRole('status')).toContainText('Tidak utuh');
  await scan(page, '<script>alert(1)</script>');
  await expect(dialog(page).getByRole('status')).toContainText('Bukan bukti Konter');
  await look('no proof');
  await scan(page, own);
  await page.getByRole('button', { name: 'Buka struknya' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Rincian penjualan' })).toContainText('0812 3456 7890');
  expect(faults).toEqual({});

  await test.step('a slip is saved as a picture and copied as text, and each is counted as a copy', async () => {
    await page.keyboard.press('F3');
    await page.getByRole('option', { name: /0812 3456 7890/ }).click();
    const share = page.getByRole('button', { name: 'Tindakan lain' });
    await share.click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Simpan gambar' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^struk-[0-9A-Z]{4}-000001\.png$/);
    const png = await readFile(await download.path());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const inked = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const pen = canvas.getContext('2d');
      pen?.drawImage(image, 0, 0);
      const { data } = pen?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
      let dark = 0;
      for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100) dark += 1;
      return { width: image.width, height: image.height, dark: dark / (image.width * image.height) };
    }, png.toString('base64'));
    // A roll of 58 mm in three times its size, with words and a QR code on it.
    expect(inked.width).toBeGreaterThan(500);
    expect(inked.height).toBeGreaterThan(900);
    expect(inked.dark).toBeGreaterThan(0.03);
    await share.click();
    await page.getByRole('menuitem', { name: 'Salin teks' }).click();
    await expect(page.getByText('Teks struk sudah disalin.', { exact: true })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('SALINAN KE-2');
    const stored = await page.evaluate((id) => window.konter.transactions.get({ id }), id);
    expect(stored).toMatchObject({ value: { prints: 2 } });
  });
});

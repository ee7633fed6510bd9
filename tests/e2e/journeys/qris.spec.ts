import type { Page } from '@playwright/test';
import { encodeQR } from 'qr';
import { qrisWithAmount, readQris } from '../../../src/shared/domain/qris.ts';
import { startBuiltCounter } from '../../support/browser-counter.ts';
import { Cashier } from '../../support/cashier.ts';
import { expect, saveSettings, test } from '../../support/counter-page.ts';
import { openLiveWorld } from '../../support/live-world.ts';
import { runAxe } from '../../support/page-checks.ts';
import { qrisPayload } from '../../support/qris.ts';
import { readQrOn } from '../../support/read-qr.ts';

const axe = async (page: Page) =>
  (await runAxe(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })).violations;

const payload = qrisPayload();
function withAmount(due: number): string {
  const reading = readQris(payload);
  if (!reading.ok) throw new Error(reading.fault);
  return qrisWithAmount(reading.qris, due);
}

/** A photo of a QR code on grey, as a shop has it. */
async function photoOf(page: Page, text: string, mirrored = false): Promise<Buffer> {
  const svg = encodeQR(text, 'svg', { ecc: 'medium', border: 4 });
  const turn = mirrored ? 'transform: scaleX(-1)' : '';
  await page.setContent(
    `<body style="background:#999"><div id="q" style="width:420px;padding:40px;${turn}">${svg}</div>`,
  );
  const picture = page.locator('body');
  return picture.screenshot(mirrored ? { type: 'jpeg', quality: 90 } : {});
}

/** The same JPEG, from a camera that says to mirror it. */
function sayMirrored(jpeg: Buffer): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010002000000000000', 'hex');
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

test('the shop’s QRIS code: picked, tried, and shown with the amount to the customer who pays by it', async ({
  page,
  context,
  dataDir,
}) => {
  test.slow();
  const world = await openLiveWorld();
  const counter = await startBuiltCounter({ dataDir, env: world.env });
  const cashier = new Cashier(page);
  const section = async (name: string): Promise<void> => {
    await cashier.press('F9');
    await page.getByRole('tab', { name, exact: true }).click();
  };
  const studio = await context.newPage();
  const pick = async (buffer: Buffer, name = 'qris.png', mimeType = 'image/png'): Promise<void> => {
    await page.bringToFront();
    await page.getByLabel(/^(Pilih|Ganti) gambar QRIS$/).setInputFiles({ name, mimeType, buffer });
  };
  /** Up to the cash. Nothing was sold yet, so no price is known. */
  const put = async (): Promise<void> => {
    await cashier.press('F1');
    await cashier.type('TSEL10.081234567890');
    await cashier.press('Enter');
    await expect(page.getByLabel('Harga jual')).toBeFocused();
    await cashier.type('12000');
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
  };
  try {
    await page.goto(counter.url);
    await expect(page.getByText(/^Penerima hasil\s*aktif$/)).toBeVisible();
    await saveSettings(page, {
      supervisorPin: { next: '4711' },
      display: { on: true, screen: 'auto', clearSeconds: 60 },
    });
    await page.reload();

    await test.step('pictures that are no code of a shop are refused, and it is said why', async () => {
      await section('QRIS toko');
      await expect(page.getByText('Belum ada kode QRIS.')).toBeVisible();
      const alert = page.getByRole('alert');
      await pick(Buffer.from('no picture'));
      await expect(alert).toContainText('Ini bukan gambar PNG atau JPEG.');
      await studio.setContent('<p>Toko Makmur</p>');
      await pick(await studio.screenshot());
      await expect(alert).toContainText('Tidak ada kode QR yang terbaca.');
      await pick(await photoOf(studio, payload.replace('MAKMUR', 'MAKMUS')));
      await expect(alert).toContainText('Isi kode ini salah atau sudah diubah.');
      expect(await axe(page)).toEqual([]);
    });

    await test.step('a photo shows whom it pays, and the PIN takes it', async () => {
      await pick(sayMirrored(await photoOf(studio, payload, true)), 'foto.jpg', 'image/jpeg');
      const dialog = page.getByRole('dialog', { name: 'Uang pelanggan akan masuk ke sini' });
      await expect(dialog).toContainText('TOKO MAKMUR CONTOH');
      await expect(dialog).toContainText('ID1020000000001');
      expect(await axe(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Pakai kode ini', disabled: false }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await dialog.getByLabel(/^PIN/).fill('4711');
      await dialog.getByRole('button', { name: 'Pakai kode ini', disabled: false }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText('pelanggan mengetik sendiri jumlahnya')).toBeVisible();
    });

    await section('Layar pelanggan');
    await page.getByRole('button', { name: 'Buat alamat' }).click();
    const popup = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Buka layar pelanggan' }).click();
    const display = await popup;
    const qrCode = display.getByTestId('display-qris');
    await page.bringToFront();

    await test.step('before a trial the code is shown as it is', async () => {
      await put();
      await expect(qrCode).toHaveCount(0);
      await cashier.press('Alt+1');
      await cashier.press('Enter');
      await expect(qrCode).toContainText('TOKO MAKMUR CONTOH');
      await expect(qrCode).toContainText('Rp12.000');
      await expect(qrCode).toContainText('Ketik jumlah ini di aplikasi');
      expect(await readQrOn(qrCode)).toBe(payload);
      expect(await axe(display)).toEqual([]);
      await page.bringToFront();
      await cashier.press('Escape');
      await expect(qrCode).toHaveCount(0);
      await cashier.press('Escape');
      await cashier.press('Escape');
    });

    await test.step('one payment is tried, with its amount in the code', async () => {
      await section('QRIS toko');
      await page.getByRole('button', { name: 'Coba bayar Rp1.000' }).click();
      const dialog = page.getByRole('dialog', { name: 'Coba bayar Rp1.000' });
      expect(await readQrOn(dialog.getByTestId('qris'))).toBe(withAmount(1000));
      expect(await axe(page)).toEqual([]);
      await dialog.getByLabel(/^PIN/).fill('4711');
      await dialog.getByRole('button', { name: 'Rp1.000 sudah masuk', disabled: false }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText('pelanggan tidak mengetik apa-apa')).toBeVisible();
    });

    await test.step('from then on the customer scans the part that is paid by QRIS, here or there', async () => {
      await put();
      await cashier.type('5000');
      await cashier.press('Alt+1');
      await cashier.press('Enter');
      await expect(qrCode).toContainText('Rp7.000');
      await expect(qrCode).not.toContainText('Ketik jumlah ini');
      expect(await readQrOn(qrCode)).toBe(withAmount(7000));
      await page.bringToFront();
      expect(await readQrOn(page.getByTestId('qris'))).toBe(withAmount(7000));
      await cashier.press('F6');
      const large = page.getByRole('dialog', { name: 'Pindai untuk membayar' });
      expect(await readQrOn(large.getByTestId('qris'))).toBe(withAmount(7000));
      expect(await axe(page)).toEqual([]);
      await cashier.press('Escape');
      await expect(large).toHaveCount(0);
    });

    await test.step('it goes when the sale is sent', async () => {
      await cashier.send();
      await expect(page.getByRole('button', { name: 'Belum masuk' })).toBeFocused();
      await expect(qrCode).toBeVisible();
      await cashier.press('F9');
      await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
      await expect(qrCode).toHaveCount(0);
      await expect(display.getByTestId('display-result')).toHaveText('Berhasil');
    });
  } finally {
    await page.goto('about:blank');
    await counter.stop();
    await world.close();
  }
});

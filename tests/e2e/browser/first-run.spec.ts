import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { openLiveWorld } from '../../support/live-world.ts';
import { faultsOf } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('an owner comes from nothing to the first real sale, and leaves what is not at hand for later', async ({
  counterPage: page,
}) => {
  test.slow();
  const relayDir = await mkdtemp(join(tmpdir(), 'konter-relay-'));
  const world = await openLiveWorld(relayDir);
  const cashier = new Cashier(page);
  const step = (name: string) => page.getByRole('navigation', { name: 'Siapkan toko' }).getByRole('button', { name });
  const next = (word: 'Lanjut' | 'Nanti saja, lanjut') => page.getByRole('button', { name: word, exact: true }).click();
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Simpan' }).click();
    await expect(page.getByRole('button', { name: 'Simpan' })).toBeDisabled();
    await expect(page.getByText('Ada perubahan yang belum disimpan')).toHaveCount(0);
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  try {
    await test.step('one press leads from practice to set-up', async () => {
      await cashier.press('F9');
      await page.getByRole('tab', { name: 'Mode' }).click();
      await page.getByRole('button', { name: 'Siapkan toko saya' }).click();
      await expect(page.getByRole('heading', { name: 'Bahasa dan warna layar' })).toBeVisible();
      await next('Lanjut');
    });

    await test.step('the shop’s name', async () => {
      await page.getByRole('textbox', { name: 'Nama toko' }).fill('Toko Contoh');
      await save();
      await next('Lanjut');
    });

    await test.step('the connection, with a wrong secret first', async () => {
      await page.getByLabel('Alamat provider').fill(world.env['KONTER_PROVIDER_URL'] ?? '');
      await page.getByLabel('Kunci rahasia webhook', { exact: true }).fill('another secret');
      await page.getByLabel('Alamat relay').fill(world.env['KONTER_RELAY_URL'] ?? '');
      await page.getByLabel('Kotak surat').fill(world.env['KONTER_RELAY_MAILBOX'] ?? '');
      await page.getByLabel('Token relay').fill(world.env['KONTER_RELAY_TOKEN'] ?? '');
      await save();
      await page.getByRole('button', { name: 'Uji sambungan' }).click();
      await expect(page.getByText('Provider menjawab.')).toBeVisible();
      await step('Uji relay').click();
      await page.getByRole('button', { name: 'Kirim kabar uji' }).click();
      await expect(page.getByText('Relay tidak mengenal tanda tangan atau kotak surat ini.')).toBeVisible();
      expect(await faultsOf(page, 'light')).toEqual([]);
      await step('Provider').click();
      await page.getByLabel('Kunci rahasia webhook', { exact: true }).fill(world.env['KONTER_SECRET_KEY'] ?? '');
      await save();
      await step('Uji relay').click();
      await page.getByRole('button', { name: 'Kirim kabar uji' }).click();
      await expect(page.getByText(/^Kabar uji terdengar dalam/)).toBeVisible();
      await next('Lanjut');
    });

    await test.step('from practice to live: set-up goes on by itself', async () => {
      await page.getByRole('button', { name: 'Pindah ke mode asli' }).click();
      await expect(page.getByRole('note')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Produk pertama' })).toBeVisible();
    });

    await test.step('the first product, no PIN and no printer yet', async () => {
      await page.getByRole('button', { name: 'Tambah produk' }).click();
      await page.getByLabel('Kode produk').fill('TSEL10');
      await page.getByRole('button', { name: 'Cari dan tambah' }).click();
      await expect(page.getByText(/ ada di katalog$/)).toBeVisible();
      await cashier.press('Escape');
      await expect(page.getByText('Ada 1 produk di katalog.')).toBeVisible();
      await next('Lanjut');
      await next('Nanti saja, lanjut');
      await next('Nanti saja, lanjut');
      await expect(page.getByText('Toko siap.')).toBeVisible();
      await page.getByRole('button', { name: 'Mulai berjualan' }).click();
    });

    await test.step('the first real sale', async () => {
      await expect(page.getByText(/^Relay\s*mendengar$/)).toBeVisible();
      await cashier.sell({ number: '081234567890', code: 'TSEL10', price: '12000', cash: '15000' });
      await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
      await expect(page.getByRole('article')).toContainText('Toko Contoh');
      expect(world.provider.simulator.ledger()).toMatchObject([{ acted: 1, status: 'success' }]);
    });
  } finally {
    await page.goto('about:blank');
    await world.close();
    await rm(relayDir, { recursive: true, force: true });
  }
});

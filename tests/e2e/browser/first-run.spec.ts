import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { writeConnectionCode } from '../../../src/shared/wire/connection-code.ts';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { type LiveWorld, openLiveWorld } from '../../support/live-world.ts';
import { faultsOf } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

interface OwnerWorld extends LiveWorld {
  code(of?: { token?: string; secretKey?: string }): string;
}

async function withWorld(work: (world: OwnerWorld) => Promise<void>, page: Page): Promise<void> {
  const relayDir = await mkdtemp(join(tmpdir(), 'konter-relay-'));
  const world = await openLiveWorld(relayDir);
  const env = (name: string): string => world.env[`KONTER_${name}`] ?? '';
  const code: OwnerWorld['code'] = (of = {}) =>
    writeConnectionCode({
      relayUrl: env('RELAY_URL'),
      mailbox: env('RELAY_MAILBOX'),
      token: env('RELAY_TOKEN'),
      secretKey: env('SECRET_KEY'),
      provider: { url: env('PROVIDER_URL'), headers: null },
      ...of,
    }) ?? '';
  await page.emulateMedia({ reducedMotion: 'reduce' });
  try {
    await work({ ...world, code });
  } finally {
    await page.goto('about:blank');
    await world.close();
    await rm(relayDir, { recursive: true, force: true });
  }
}

/** An owner whose clicks and typed fields are counted; a pasted code and the provider's key count apart. */
class Owner extends Cashier {
  clicks = 0;
  fields = 0;
  async click(what: Locator): Promise<void> {
    await what.click();
    this.clicks += 1;
  }
  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
    this.fields += 1;
  }
}

const openSetup = async (owner: Owner): Promise<void> => {
  await owner.press('F9');
  await owner.click(owner.page.getByRole('tab', { name: /^Mode/ }));
  await owner.click(owner.page.getByRole('button', { name: 'Siapkan toko saya' }));
};
const stepOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Siapkan toko' }).getByRole('button', { name });
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Kode sambungan', exact: true });

test('from nothing to the first real sale: at most 8 clicks, 4 fields, one pasted code and the provider’s key', async ({
  counterPage: page,
}) => {
  test.slow();
  const owner = new Owner(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await withWorld(async (world) => {
    await openSetup(owner);
    await owner.fill('Nama toko', 'Toko Contoh');
    await owner.click(button('Simpan dan lanjut'));

    await codeField(page).fill(world.code());
    const code = page.getByRole('form', { name: 'Kode sambungan' });
    await expect(code).toContainText(world.env['KONTER_RELAY_URL'] ?? '?');
    await expect(code).toContainText(world.env['KONTER_PROVIDER_URL'] ?? '?');
    await page.getByLabel('Kunci dari provider', { exact: true }).fill('Authorization: Bearer abc');
    expect(await faultsOf(page, 'light')).toEqual([]);
    await owner.click(button('Simpan dan lanjut'));

    // What passed is ticked, and only the product is still to be tested.
    await expect(page.getByRole('heading', { name: 'Dari latihan ke uang sungguhan' })).toBeVisible();
    await expect(stepOf(page, 'Sambungan')).toContainText('selesai');
    const parts = page.getByRole('list', { name: 'Uji sambungan' }).getByRole('listitem').filter({ visible: true });
    await expect(parts).toHaveText([/lulus$/, /lulus$/, /belum diuji$/]);
    await owner.fill('Kode satu produk yang Anda jual', 'TSEL10');
    await owner.click(button('Uji, lalu mulai sungguhan'));

    await expect(page.getByRole('note')).toHaveCount(0);
    await expect(page.getByText('Ada 1 produk di katalog.')).toBeVisible();
    await owner.click(button('Mulai berjualan'));

    owner.fields += 2; // the customer's number and the price, in the cashier's own field
    await owner.sell({ number: '081234567890', code: 'TSEL10', price: '12000' });
    await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
    await expect(page.getByRole('article')).toContainText('Toko Contoh');
    expect(world.provider.simulator.ledger()).toMatchObject([{ acted: 1, status: 'success' }]);
    expect(owner.clicks).toBeLessThanOrEqual(8);
    expect(owner.fields).toBeLessThanOrEqual(4);
  }, page);
});

test('each failure is told in words, its step is not ticked, and nothing typed is lost by going elsewhere', async ({
  counterPage: page,
}) => {
  test.slow();
  const owner = new Owner(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await withWorld(async (world) => {
    await openSetup(owner);
    await page.getByLabel('Nama toko', { exact: true }).fill('Toko Contoh');
    await stepOf(page, 'Printer').click();
    await expect(page.getByRole('heading', { name: 'Printer struk' })).toBeVisible();
    await stepOf(page, 'Toko').click();
    await expect(page.getByLabel('Nama toko', { exact: true })).toHaveValue('Toko Contoh');
    await button('Simpan dan lanjut').click();

    await codeField(page).fill(world.code().slice(0, -4));
    await expect(page.getByText('Kode sambungan terpotong')).toBeVisible();
    await codeField(page).fill('https://relay.example.com');
    await expect(page.getByText('Yang ditempel bukan kode sambungan Konter.')).toBeVisible();

    await codeField(page).fill(world.code({ secretKey: 'another secret' }));
    await button('Simpan dan lanjut').click();
    await expect(page.getByText('Relay tidak mengenal mailbox atau tanda tangan ini.')).toBeVisible();
    await expect(stepOf(page, 'Sambungan')).toContainText('belum');
    expect(await faultsOf(page, 'light')).toEqual([]);

    // A code that a rotation has spent.
    await codeField(page).fill(world.code({ token: 'of-yesterday' }));
    await button('Simpan dan lanjut').click();
    await expect(page.getByText('Relay menolak token konter ini.')).toBeVisible();
    await stepOf(page, 'Mulai sungguhan').click();
    await expect(page.getByText('Sambungan belum lulus uji.')).toBeVisible();

    await stepOf(page, 'Sambungan').click();
    await codeField(page).fill(world.code());
    await button('Simpan dan lanjut').click();
    await expect(stepOf(page, 'Sambungan')).toContainText('selesai');
    await page.getByLabel('Kode satu produk yang Anda jual').fill('TIDAK-ADA');
    await button('Uji, lalu mulai sungguhan').click();
    await expect(page.getByText('Provider tidak mengenal kode TIDAK-ADA.')).toBeVisible();
    await expect(page.getByRole('note')).toHaveText(/LATIHAN/);
    await page.getByLabel('Kode satu produk yang Anda jual').fill('TSEL10');

    // Going live loads the page anew: what is not saved in another step is asked about, by the button and by Enter.
    await stepOf(page, 'Toko').click();
    await page.getByLabel('Alamat', { exact: true }).fill('Jalan Contoh 1');
    await stepOf(page, 'Mulai sungguhan').click();
    const leaving = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    for (const go of [
      () => button('Uji, lalu mulai sungguhan').click(),
      () => page.getByLabel('Kode satu produk yang Anda jual').press('Enter'),
    ]) {
      await go();
      await expect(leaving).toContainText('Perubahan belum disimpan');
      await leaving.getByRole('button', { name: 'Tetap di sini' }).click();
    }
    await expect(page.getByRole('note')).toHaveText(/LATIHAN/);
    await stepOf(page, 'Toko').click();
    await expect(page.getByLabel('Alamat', { exact: true })).toHaveValue('Jalan Contoh 1');
    await button('Simpan dan lanjut').click();
    await stepOf(page, 'Mulai sungguhan').click();
    await button('Uji, lalu mulai sungguhan').click();
    await expect(page.getByText('Ada 1 produk di katalog.')).toBeVisible();

    await button('Tambah produk').click();
    await page.getByText('Tempel daftar', { exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill('TSEL5\t5500\t7000\nTSEL20\t20500\t22000\nXL10\t10500\t12000');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Mulai/ })
      .click();
    await expect(page.getByText('Daftar selesai: 3 masuk, 0 gagal')).toBeVisible();
    await expect(page.getByText('Ada 4 produk di katalog.')).toBeVisible();
  }, page);
});

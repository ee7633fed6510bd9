import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BridgedWorld, openBridgedWorld } from '../../support/bridged-world.ts';
import { startBuiltCounter } from '../../support/browser-counter.ts';
import { Cashier } from '../../support/cashier.ts';
import { expect, test as quiet } from '../../support/counter-page.ts';

const test = quiet.extend<{ world: BridgedWorld }>({
  world: async ({ browserName: _unused }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'konter-bridged-'));
    const world = await openBridgedWorld(folder, { products: 2000, cost: 10_450 });
    await use(world);
    await world.close();
    await rm(folder, { recursive: true, force: true });
  },
});

test.use({ viewport: { width: 1024, height: 768 } });

test('a counter sells through relay, bridge and a stand-in for Digiflazz, each a process of its own', async ({
  page,
  dataDir,
  world,
}) => {
  test.slow();
  const { digiflazz, hooks } = world;
  const counter = await startBuiltCounter({ dataDir, env: world.env });
  const cashier = new Cashier(page);
  const done = page.getByText('Berhasil.', { exact: true });
  const stateOf = async (number: string) => (await cashier.booked(number)).map(({ state }) => state);
  try {
    expect(counter.mode).toBe('live');
    await page.goto(counter.url);
    await expect(page.getByText(/^Penerima hasil\s*aktif$/)).toBeVisible();

    await test.step('a sale', async () => {
      await cashier.sell({ number: '087800001230', code: 'xld10', price: '12000', cash: '15000' });
      await expect(done).toBeVisible();
      await expect(page.getByTestId('sale-sn')).toHaveText(/^1234 ?5678 ?9012 ?3456 ?7890$/);
      expect(await digiflazz({ purchasesOf: '087800001230' })).toBe(1);
      await cashier.next();
    });

    await test.step('the provider’s lost answer: the sale waits, and ends by itself with the result', async () => {
      await digiflazz({ fault: 'lost' });
      await cashier.sell({ number: '087800001220', code: 'xld10', price: '12000', cash: '12000' });
      await expect.poll(() => stateOf('087800001220')).toEqual(['pending']);
      expect(await digiflazz({ webhookOf: '087800001220', to: hooks() })).toBe(200);
      await expect(done).toBeVisible();
      expect(await digiflazz({ purchasesOf: '087800001220' })).toBe(1);
      await cashier.next();
    });

    await test.step('the bridge’s lost answer: the bridge is killed, and the sale ends by itself all the same', async () => {
      await digiflazz({ fault: 'hang' });
      await cashier.sell({ number: '087800001240', code: 'xld10', price: '12000', cash: '12000' });
      expect(await digiflazz({ purchasesOf: '087800001240' })).toBe(1);
      await world.restartBridge();
      await expect.poll(() => stateOf('087800001240')).toEqual(['unknown']);
      expect(await digiflazz({ webhookOf: '087800001240', to: hooks() })).toBe(200);
      await expect(done).toBeVisible();
      expect(await digiflazz({ purchasesOf: '087800001240' })).toBe(1);
      await cashier.next();
    });

    await test.step('the name behind a meter', async () => {
      await cashier.putTogether({ number: '12345678901', code: 'pln20', price: '22500' });
      await expect(page.getByTestId('meter-name')).toHaveText('Meteran milik BUDI SANTOSO · R1 / 1300');
      await cashier.press('Escape');
      await cashier.startOver();
    });

    await test.step('a bill', async () => {
      await cashier.lookUpBill('pln', '530000000001');
      await expect(page.getByLabel('Uang diterima')).toBeFocused();
      await expect(page.getByRole('region', { name: 'Rincian tagihan' })).toContainText('BUDI');
      await cashier.press('Enter');
      await expect(page.getByTestId('read-back-number')).toHaveText('5300 0000 0001');
      await cashier.send('Bayar');
      await expect(done).toBeVisible();
      expect(await cashier.booked('530000000001')).toMatchObject([
        { state: 'success', price: 100_000, sn: 'REF:1/BUDI' },
      ]);
      expect(await digiflazz({ purchasesOf: '530000000001' })).toBe(1);
      await cashier.next();
    });

    await test.step('the balance', async () => {
      await cashier.press('F9');
      await page.getByRole('tab', { name: 'Deposit' }).click();
      await page.getByRole('button', { name: 'Tanya provider' }).click();
      await expect(page.getByTestId('deposit-reported')).toHaveText('Rp1.250.000');
    });

    await test.step('a list of two thousand products fills the catalogue, and leads to the price that is below cost', async () => {
      await page.evaluate(() =>
        window.konter.catalogue.save({ changes: [{ productCode: 'xld10', cost: 10_000, sellingPrice: 10_200 }] }),
      );
      await cashier.press('F5');
      await page.getByRole('button', { name: 'Daftar provider' }).click();
      const dialog = page.getByRole('dialog', { name: 'Daftar produk dari provider' });
      await expect(dialog.getByText(/2\.001 produk\./)).toBeVisible();
      await expect(dialog.getByRole('radio', { name: /^Baru 1\.99\d$/ })).toBeVisible();
      expect(await dialog.getByRole('listitem').count()).toBeLessThan(40);
      await expect(dialog.getByRole('listitem').first()).toHaveText(
        /xld10 · Di bawah modalModal Rp10\.000 →Rp10\.450Harga jualRp10\.200/,
      );
      await dialog.getByRole('button', { name: 'Pakai daftar ini' }).click();
      await expect(page.getByText(/^Daftar provider dipakai: 1\.99\d produk baru, \d berubah\.$/)).toBeVisible();
      await page.getByRole('button', { name: '1 di bawah modal' }).click();
      await expect(page.getByRole('textbox', { name: 'Harga jual xld10' })).toHaveValue('10.200');
      await expect(page.getByRole('textbox', { name: 'Modal xld10' })).toHaveValue('10.450');
    });

    await test.step('what came of the list is sold: it stands behind what has a price, and asks for one', async () => {
      await cashier.press('F1');
      await expect(page.getByRole('option').first()).toContainText('xld10');
      await cashier.sell({ number: '087800001250', code: 'sku1500', price: '12500', cash: '12500' });
      await expect(done).toBeVisible();
      expect(await digiflazz({ purchasesOf: '087800001250' })).toBe(1);
    });
  } finally {
    await counter.stop();
  }
});

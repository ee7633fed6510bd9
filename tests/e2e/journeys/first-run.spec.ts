import { expect, test } from '../../support/counter-page.ts';
import { codeField, Owner, openSetup, stepOf, withOwnerWorld } from '../../support/owner.ts';
import { faultsOf } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('from nothing to the first real sale: at most 8 clicks, 4 fields, one pasted code and the provider’s key', async ({
  counterPage: page,
}) => {
  test.slow();
  const owner = new Owner(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await withOwnerWorld(async (world) => {
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
    await expect(page.getByRole('heading', { name: 'Dari latihan ke uang asli' })).toBeVisible();
    await expect(stepOf(page, 'Sambungan')).toContainText('selesai');
    const parts = page.getByRole('list', { name: 'Uji sambungan' }).getByRole('listitem').filter({ visible: true });
    await expect(parts).toHaveText([/lulus$/, /lulus$/, /belum diuji$/]);
    // In small letters, as people type: the live catalogue takes it in as the provider spells it.
    await owner.fill('Kode satu produk yang Anda jual', 'tsel10');
    await owner.click(button('Uji, lalu mulai jualan asli'));

    await expect(page.getByRole('note')).toHaveCount(0);
    await expect(page.getByText('Ada 1 produk di katalog.')).toBeVisible();
    await expect(page.getByText(/^1 di antaranya belum ada harga jualnya\./)).toBeVisible();
    await owner.click(button('Buka layar jual'));

    owner.fields += 2; // the customer's number and the price, in the cashier's own field
    await owner.sell({ number: '081234567890', code: 'TSEL10', price: '12000' });
    await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
    await expect(page.getByRole('article')).toContainText('Toko Contoh');
    expect(world.provider.simulator.ledger()).toMatchObject([{ acted: 1, status: 'success' }]);
    expect(owner.clicks).toBeLessThanOrEqual(8);
    expect(owner.fields).toBeLessThanOrEqual(4);
  }, page);
});

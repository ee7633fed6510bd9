import { startBuiltCounter } from '../../support/browser-counter.ts';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { endProcess, openLiveWorld } from '../../support/live-world.ts';

test('live: an order ends by webhook through a relay; without a provider nothing is sent, without a relay orders wait', async ({
  page,
  dataDir,
}) => {
  test.slow();
  const world = await openLiveWorld();
  const counter = await startBuiltCounter({ dataDir, env: world.env });
  const cashier = new Cashier(page);
  try {
    expect(counter.mode).toBe('live');
    await page.goto(counter.url);
    await expect(page.getByText('Belum ada produk di konter ini.')).toBeVisible();
    await expect(page.getByRole('note')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Coba contoh/ })).toHaveCount(0);
    await expect(page.getByText(/^Penerima hasil\s*aktif$/)).toBeVisible();

    await test.step('success by webhook', async () => {
      await cashier.sell({ number: '081234567890', code: 'TSEL10', price: '12000', cash: '15000' });
      await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
      const sn = await page.getByTestId('sale-sn').innerText();
      await expect(page.getByRole('article')).not.toContainText('LATIHAN');
      const transactions = world.provider.simulator.ledger();
      expect(transactions).toMatchObject([{ acted: 1, status: 'success', sn }]);
      expect(transactions[0]?.price).not.toBe(12_000);
      await cashier.next();
    });

    await page.goto('about:blank');
    expect(await counter.end()).toBe(0);
    await endProcess(world.relay);
    const deaf = await startBuiltCounter({ dataDir, env: world.env });
    try {
      await page.goto(deaf.url);
      await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();

      await test.step('no relay since the start: orders wait, receipts are there', async () => {
        await expect(page.getByText(/^Penerima hasil\s*putus$/)).toBeVisible();
        await expect(page.getByText(/^Penerima hasil putus\. Pulsa dihentikan/)).toBeVisible();
        await cashier.type('TSEL10.081234567892');
        await cashier.press('Enter');
        // Before the price and the cash; Enter asks again, and goes no further.
        await expect(page.getByText('Belum dikirim: penerima hasil putus.')).toBeVisible();
        await cashier.type('12000');
        await cashier.press('Enter');
        await cashier.press('Enter');
        await cashier.press('Enter');
        await expect(page.getByText('Belum bisa dijual. Sebabnya tertulis di bawah')).toBeVisible();
        await expect(page.getByTestId('read-back-number')).toHaveCount(0);
        expect(await cashier.booked('081234567892')).toEqual([]);
        await cashier.press('/');
        await page.getByRole('searchbox').fill('081234567890');
        const row = page.getByRole('listbox').getByRole('option');
        await expect(row).toHaveCount(1);
        await expect(row).toContainText('Berhasil');
      });

      await test.step('no provider: nothing was sent, and it is said before cash is taken', async () => {
        await world.provider.close();
        await cashier.press('F1');
        await cashier.press('Escape');
        await cashier.press('Escape');
        await expect(page.getByLabel('Nomor pelanggan')).toHaveValue('');
        await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
        await cashier.type('081234567892');
        await cashier.press('Enter');
        await cashier.type('TSEL5');
        await cashier.press('Enter');
        await expect(page.getByText('Provider tidak terhubung. Tidak ada yang terkirim.')).toBeVisible();
        await expect(page.getByText(/^Provider\s*terputus$/)).toBeVisible();
        expect(await cashier.booked('081234567892')).toEqual([]);
        expect(world.provider.simulator.ledger()).toHaveLength(1);
      });
    } finally {
      await deaf.stop();
    }
  } finally {
    await counter.stop();
    await world.close();
  }
});

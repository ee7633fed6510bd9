import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { faultsOf, tooSmall } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('the last three sales are at hand: what became of them, their slips, and the same again', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const last = page.getByRole('list', { name: 'Penjualan terakhir' });
  const field = page.getByLabel('Nomor pelanggan, kode produk');
  await expect(field).toBeFocused();
  await expect(last).toHaveCount(0);
  for (const [code, number] of [
    ['SUCCESSNOW10', '081200000041'],
    ['FAILEDNOW10', '081200000042'],
    ['SUCCESSNOW10', '081200000043'],
  ] as const) {
    await cashier.sell({ number, code, price: '12000' });
    await cashier.next();
  }
  await expect(field).toBeFocused();
  const chips = last.getByRole('listitem');
  await expect(chips).toHaveText([/0043.*Berhasil/s, /0042.*Gagal/s, /0041.*Berhasil/s]);
  expect(await faultsOf(page, 'light')).toEqual([]);
  expect(await tooSmall(page)).toEqual([]);

  await test.step('F8 prints the last slip, also while the next customer is typed, and nothing moves', async () => {
    const button = cashier.button('Lanjut');
    const before = await button.boundingBox();
    await cashier.type('0812');
    await expect(last).toHaveCount(0);
    expect(await button.boundingBox()).toEqual(before);
    await cashier.press('F8');
    await expect.poll(() => cashier.booked('081200000043')).toMatchObject([{ prints: 1 }]);
    await expect(field).toHaveValue('0812');
    await cashier.press('Escape');
  });

  await test.step('one that is settled is sold again, one with money to return is opened', async () => {
    await chips
      .nth(2)
      .getByRole('button', { name: /^Jual yang sama/ })
      .click();
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await expect(page.getByRole('button', { name: /^Nomor.*0041/ })).toBeVisible();
    await cashier.press('Escape');
    await chips
      .nth(1)
      .getByRole('button', { name: /^Buka di Struk/ })
      .click();
    await expect(page.getByRole('button', { name: /Uang sudah dikembalikan/ })).toBeVisible();
  });
});

test('a token is called one on the result, with the name, the tariff and the energy that the meter shows', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  await cashier.sell({ number: '14012345678', code: 'TOKENNOW20', price: '22000' });
  await expect(page.getByTestId('sale-sn')).toHaveText(/^\d{4}( \d{4}){4}$/);
  const result = page.getByRole('group', { name: 'Hasil penjualan' });
  await expect(result.getByText('Token', { exact: true })).toBeVisible();
  await expect(result.getByText('Nomor seri (SN)')).toHaveCount(0);
  await expect(result.getByText(/^\S.* · \w+\/\d+(VA)? · [\d.,]+ kWh$/i)).toBeVisible();
  // All of it in sight, with the scroll bar that a longer one would have.
  const action = result.getByRole('button', { name: /^Simpan pelanggan/ });
  await expect(action).toBeInViewport({ ratio: 1 });
  expect(await result.evaluate((panel) => panel.scrollHeight - panel.clientHeight)).toBe(0);
});

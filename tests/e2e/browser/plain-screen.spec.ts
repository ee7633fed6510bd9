import { Cashier } from '../../support/cashier.ts';
import { expect, forgetSale, openAnew, test } from '../../support/counter-page.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('nothing looks like what it is not: a missing price, a sum that nobody typed, a refund that was not handed over', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const done = page.getByText('Berhasil.', { exact: true });
  await page.evaluate(() => window.konter.product({ productCode: 'SUCCESSNOW10' }));
  await expect(page.getByRole('combobox')).toBeFocused();

  await test.step('a product without a price says so on its card', async () => {
    await cashier.type('successnow10');
    await expect(page.getByRole('option', { name: /SUCCESSNOW10.*harga\?/ })).toBeVisible();
    await cashier.startOver();
  });

  await test.step('the buttons of a result stay where they are once it is certain', async () => {
    await cashier.sell({ number: '081234567893', code: 'PENDINGSUCCESS10', price: '12000' });
    const place = () => page.getByRole('button', { name: /^Buka di Struk/ }).boundingBox();
    await expect(page.getByText('Diterima. Menunggu hasil.', { exact: true })).toBeVisible();
    const before = await place();
    await expect(done).toBeVisible();
    expect(await place()).toEqual(before);
    await cashier.next();
  });

  await test.step('a button that the words of an uncertain result name is there, and leads to the next one', async () => {
    await cashier.sell({ number: '0800000000205', code: 'TSEL10', price: '12000' });
    await expect(page.getByText('Belum pasti. Uang jangan dikembalikan dulu.', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Tunggu.* buka di Struk dan tekan Catat hasil/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Catat hasil' })).toHaveCount(0);
    await page.getByRole('button', { name: /^Buka di Struk/ }).click();
    await expect(page.getByRole('button', { name: 'Catat hasil' })).toBeVisible();
    await cashier.startOver();
  });

  await test.step('a refund is asked about before it counts as gone, and Esc leaves it to be handed over', async () => {
    await cashier.sell({ number: '0800000000106', code: 'TSEL10', price: '12000', cash: '20000' });
    await page.getByRole('button', { name: /^Uang sudah dikembalikan/ }).click();
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(question).toContainText('Uang Rp20.000 sudah diserahkan?');
    await expect(question.getByRole('button')).toHaveText(['Ya, sudah diserahkan', 'Belum']);
    await cashier.press('Escape');
    await expect(question).toHaveCount(0);
    expect(await cashier.booked('0800000000106')).toMatchObject([{ cashReturnedAt: null }]);
    // One sum, with the change: on the result, in the strip, in the list and beside it; in the strip also of a page that has not read the sale.
    const strip = page.getByRole('region', { name: 'Uang yang belum jelas' });
    await expect(strip).toContainText('Rp20.000');
    await cashier.press('F3');
    const row = page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option').first();
    await expect(row).toContainText('Kembalikan Rp20.000');
    await row.click();
    await expect(page.getByRole('complementary', { name: 'Rincian penjualan' })).toContainText('Kembalikan Rp20.000');
    await openAnew(page);
    await expect(strip).toContainText('Rp20.000');
    await cashier.startOver();
  });

  await test.step('a bill that the provider does not name speaks of no money, since none was taken', async () => {
    await cashier.lookUpBill('PLNPOST', '99000000501');
    await expect(page.getByText('Provider tidak memberi tagihan ini.')).toBeVisible();
    await expect(page.getByText(/^Belum ada yang dibayar/)).toBeVisible();
    await expect(page.getByRole('main').getByText(/Kembalikan|dikembalikan/)).toHaveCount(0);
    await cashier.startOver();
  });

  await test.step('what nobody typed is fainter than what somebody did, in each theme', async () => {
    await cashier.sell({ number: '081234567891', code: 'TSEL10', price: '12000' });
    await expect(done).toBeVisible();
    await cashier.next();
    await cashier.type('081234567892');
    await cashier.press(',');
    await page.getByLabel('Produk untuk semua nomor').fill('tsel10');
    await cashier.press('Enter');
    const cash = page.getByLabel('Uang diterima');
    await expect(cash).toHaveAttribute('placeholder', 'Uang pas');
    for (const theme of ['light', 'dark', 'contrast']) {
      const [typed, placeholder] = await cash.evaluate((field, theme) => {
        document.documentElement.dataset['theme'] = theme;
        const look = ({ color, fontWeight }: CSSStyleDeclaration): string => `${color} ${fontWeight}`;
        return [look(getComputedStyle(field)), look(getComputedStyle(field, '::placeholder'))];
      }, theme);
      expect(placeholder, theme).not.toBe(typed);
      expect(placeholder, theme).toMatch(/ 400$/);
    }
  });
});

test('F12 pressed twice locks the counter at any speed, and what is owed is summed once somebody is there', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  await cashier.sell({ number: '0800000000106', code: 'TSEL10', price: '12000', cash: '20000' });
  await expect(page.getByText('Gagal. Kembalikan Rp20.000 kepada pelanggan.', { exact: true })).toBeVisible();
  await cashier.startOver();
  await page.evaluate(() => window.konter.people.setUp({ name: 'Bu Rina', pin: '482615' }));
  await expect(page.getByTitle('Ganti kasir atau kunci')).toContainText('Bu Rina');
  for (const heldMs of [0, 80, 150, 300]) {
    await test.step(`each held for ${heldMs} ms`, async () => {
      await expect(page.getByRole('combobox')).toBeFocused();
      await page.keyboard.press('F12', { delay: heldMs });
      await page.keyboard.press('F12', { delay: heldMs });
      await expect(page.getByRole('heading', { name: 'Siapa di konter?' })).toBeVisible();
      await page.keyboard.type('482615');
      await page.keyboard.press('Enter');
      await expect(page.getByTitle('Ganti kasir atau kunci')).toContainText('Bu Rina');
    });
  }

  await test.step('a page that is opened while it is locked sums what is to be handed back once somebody is there', async () => {
    await page.keyboard.press('F12');
    await page.keyboard.press('F12');
    await expect(page.getByRole('heading', { name: 'Siapa di konter?' })).toBeVisible();
    await forgetSale(page);
    await page.reload();
    await expect(page.getByLabel('PIN Bu Rina')).toBeFocused();
    await page.keyboard.type('482615');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Uang yang belum jelas' })).toContainText('Rp20.000');
  });
});

import type { Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, listenTo, test } from '../../support/counter-page.ts';

test('two windows of one counter: what one sells the other shows, and two presses at once are one order', async ({
  counter,
  counterPage: page,
  complaints,
}) => {
  test.slow();
  const other = await page.context().newPage();
  listenTo(other, complaints);
  await other.goto(counter.origin);
  const left = new Cashier(page);
  const right = new Cashier(other);
  await expect(other.getByLabel('Nomor pelanggan')).toBeFocused();

  await test.step('a sale shows in the other window, and its end too', async () => {
    await right.press('F3');
    const rows = other.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option');
    await expect(other.getByText('Belum ada penjualan.')).toBeVisible();
    await left.sell({ number: '081234567890', code: 'TSEL10', price: '12000' });
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Berhasil');
    await left.next();
  });

  await test.step('both send the same at once: one order, and the other is notified', async () => {
    const sale = { number: '0800000000205', code: 'TSEL10', price: '12000' };
    await left.putTogether(sale);
    await right.putTogether(sale);
    for (const cashier of [left, right]) await expect(cashier.button('Kirim')).toBeEnabled();
    await Promise.all([left.press('Enter'), right.press('Enter')]);
    const title = 'Transaksi yang sama belum selesai';
    const dialogCount = (window: Page): Promise<number> => window.getByRole('dialog', { name: title }).count();
    await expect.poll(async () => (await dialogCount(page)) + (await dialogCount(other))).toBe(1);
    expect(await left.booked(sale.number)).toHaveLength(1);
  });

  await test.step('a person records what became of it, and both windows know', async () => {
    const owner = (await page.getByRole('dialog').count()) === 1 ? left : right;
    const answered = owner === left ? right : left;
    await expect(answered.page.getByText('Belum pasti. Uang jangan dikembalikan dulu.', { exact: true })).toBeVisible();
    await owner.page.getByRole('button', { name: 'Lihat transaksi itu' }).click();
    await owner.page.getByRole('button', { name: 'Catat hasil' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Catat hasil transaksi' });
    const save = dialog.getByRole('button', { name: 'Catat hasil' });
    await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(save).toBeEnabled();
    await save.click();
    await expect(dialog.getByText('Pilih hasil yang benar')).toBeVisible();
    await dialog.getByRole('radio', { name: 'Berhasil' }).check();
    await dialog.getByLabel(/^Nomor seri/).fill('1234567890123456');
    await save.click();
    await expect(dialog.getByText('Pilih di mana hasilnya dilihat')).toBeVisible();
    await expect(dialog.getByText('Tulis sedikitnya 3 huruf')).toBeVisible();
    await dialog.getByRole('radio', { name: 'Dasbor provider' }).check();
    await dialog.getByLabel('Alasan').fill('tertulis sukses, 14.05');
    await save.click();
    await expect(dialog).toHaveCount(0);
    await expect(answered.page.getByText('Berhasil.', { exact: true })).toBeVisible();
    await expect(answered.page.getByTestId('sale-sn')).toHaveText('1234567890123456');
    expect(await left.booked('0800000000205')).toMatchObject([
      { state: 'success', sn: '1234567890123456', flags: expect.arrayContaining(['resolved_by_hand']) },
    ]);
  });
  await other.close();
});

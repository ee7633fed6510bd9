import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

// The numbers and codes are those of src/simulator/README.md.
const turnsAround = '0800000000108';
const fails = '0800000000106';
const neverAnswered = '0800000000205';

// Outcomes change while the cashier goes on: at the pace of life, no key meets a screen that changes under it.
test.use({ practicePace: 1 });

test('orders and bills that go wrong say what becomes of the money, stay in sight, and block what must not be sent again', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const strip = page.getByRole('region', { name: 'Uang yang belum jelas' });
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  const tsel10 = { code: 'TSEL10', price: '12000' };

  await test.step('success, then the provider says failed: disputed, while the next customer is served', async () => {
    await cashier.sell({ number: turnsAround, ...tsel10 });
    await cashier.next();
  });

  await test.step('failed: the cash goes back, and is owed until somebody says it went', async () => {
    await cashier.sell({ number: fails, ...tsel10, cash: '20000' });
    await expect(page.getByText('Gagal. Kembalikan Rp20.000 kepada pelanggan.', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Kembalian Rp8\.000 sudah diberikan\?/)).toBeVisible();
    await expect(strip).toContainText('1Harus dikembalikanRp20.000');
    await expect(page.getByRole('button', { name: 'Uang sudah dikembalikan' })).toBeEnabled();
    await cashier.press('-');
    await expect(dialog).toContainText('Serahkan Rp20.000');
    await expect(dialog).toContainText('Kembalian Rp8.000 + uang dikembalikan Rp12.000');
    await page.getByRole('button', { name: 'Ya, sudah diserahkan' }).click();
    await expect(page.getByText(/Uang sudah dikembalikan pada \d\d:\d\d/)).toBeVisible();
    await expect(strip).not.toContainText('Harus dikembalikan');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
    expect(await cashier.booked(fails)).toMatchObject([{ state: 'failed', cashReturnedAt: expect.any(String) }]);
    await cashier.next();
  });

  await test.step('an answer that was lost is unknown, stays in the strip, and locks the number for the product', async () => {
    await cashier.sell({ number: neverAnswered, ...tsel10 });
    await expect(page.getByText('Belum pasti. Uang jangan dikembalikan dulu.', { exact: true })).toBeVisible();
    await expect(strip).toContainText('1Belum pastiRp12.000');
    await cashier.next();
    // Before any cash: the product is chosen, and Enter goes no further.
    await cashier.type(`${tsel10.code}.${neverAnswered}`);
    await cashier.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Jangan terima uang lagi.' })).toContainText(
      'Transaksi yang sama belum selesai.',
    );
    await cashier.press('Enter');
    await expect(page.getByText('Belum bisa dijual. Sebabnya tertulis di bawah')).toBeVisible();
    await page.getByRole('button', { name: 'Lihat transaksi itu' }).click();
    await expect(page.getByLabel('Rincian penjualan')).toContainText('Belum pasti');
    await expect(page.getByRole('button', { name: 'Catat hasil' })).toBeVisible();
    expect(await cashier.booked(neverAnswered)).toMatchObject([{ state: 'unknown' }]);
    await cashier.press('F1');
    await cashier.press('Escape');
  });

  await test.step('a repeat on the same day is asked about, then allowed', async () => {
    const number = '081234567890';
    await cashier.sell({ number, ...tsel10 });
    await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
    await cashier.next();
    await cashier.sell({ number, ...tsel10 });
    await expect(dialog).toContainText(/Sudah dijual \d\d\/\d\d\/\d{4} \d\d:\d\d/);
    await expect(page.getByRole('button', { name: 'Tidak jadi' })).toBeFocused();
    await page.getByRole('button', { name: 'Ya, jual sekali lagi' }).click();
    await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
    const [second, first] = await cashier.booked(number);
    expect(second).toMatchObject({ state: 'success', flags: ['repeat_allowed'] });
    expect(first).toMatchObject({ state: 'success', flags: [] });
    expect(second?.sn).not.toBe(first?.sn);
  });

  await test.step('the one that turned around waits for a person', async () => {
    await expect(strip).toContainText('1BertentanganRp12.000');
    await strip.getByRole('button', { name: /Bertentangan/ }).click();
    const row = page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option');
    await expect(row).toHaveCount(1);
    await row.click();
    await expect(
      page.getByText('Hasil provider berubah-ubah. Uang jangan dikembalikan dulu.', { exact: true }),
    ).toBeVisible();
    expect(await cashier.booked(turnsAround)).toMatchObject([{ state: 'disputed' }]);
  });

  await test.step('a bill: a later inquiry names another amount: shown, taken, then paid', async () => {
    const number = '99000000504';
    await cashier.lookUpBill('PLNPOST', number);
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    const later = await page.evaluate(
      (customerNo) => window.konter.inquiry({ productCode: 'PLNPOST', customerNo }),
      number,
    );
    expect(later.ok).toBe(true);
    await cashier.press('Enter');
    await cashier.send('Bayar');
    await expect(page.getByText('Jumlah tagihan berubah. Belum ada yang dibayar.')).toBeVisible();
    await expect(page.getByText(/^Jumlahnya berubah dari Rp[\d.]+ menjadi Rp[\d.]+\.$/)).toBeVisible();
    await expect(cashier.button('Pakai tagihan baru')).toBeEnabled();
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await cashier.press('Enter');
    await cashier.send('Bayar');
    await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
    const states = (await cashier.booked(number)).map((sale) => sale.state);
    expect(states.filter((state) => state === 'success')).toHaveLength(1);
  });
});

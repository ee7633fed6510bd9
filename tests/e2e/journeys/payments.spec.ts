import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { looksAt } from '../../support/page-checks.ts';
import { readQrOn } from '../../support/read-qr.ts';

test('a sale is paid by QRIS, in two ways, or on the tab of a saved customer', async ({ counterPage: page }) => {
  test.slow();
  const cashier = new Cashier(page);
  const { faults, look } = looksAt(page);
  const methods = page.getByRole('group', { name: 'Cara bayar' });
  const change = page.getByRole('status', { name: /^(Kembalian|Kurang)$/ });
  const readBack = page.getByTestId('read-back-number');
  const dialog = page.getByRole('dialog');
  const done = page.getByText('Berhasil.', { exact: true });
  const put = async (number: string): Promise<void> => {
    await cashier.press('F1');
    await cashier.press('Escape');
    await cashier.type(`TSEL10.${number}`);
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
  };
  const paidBy = async (number: string) => (await cashier.booked(number))[0]?.payments;
  await test.step('the product has a price', async () => {
    await cashier.sell({ number: '081200000001', code: 'TSEL10', price: '12000' });
    await expect(done).toBeVisible();
    expect(await paidBy('081200000001')).toEqual([]);
    await cashier.next();
  });

  await test.step('QRIS: one key more, and nothing is sent before a person saw the money', async () => {
    await put('081200000002');
    await cashier.press('Alt+1');
    await expect(methods.getByRole('button', { name: 'QRIS' })).toHaveAttribute('aria-pressed', 'true');
    await cashier.press('Enter');
    await expect(readBack).toBeVisible();
    await expect(page.getByText('QRIS Rp12.000')).toBeVisible();
    await cashier.send();
    await expect(dialog).toContainText('Uangnya sudah masuk?');
    await expect(page.getByRole('button', { name: 'Belum masuk' })).toBeFocused();
    await cashier.press('Enter');
    await expect(dialog).toHaveCount(0);
    expect(await cashier.booked('081200000002')).toEqual([]);
    await cashier.send();
    await expect(page.getByRole('button', { name: 'Belum masuk' })).toBeFocused();
    await dialog.getByLabel(/^Nomor referensi QRIS/).fill('RRN 42');
    await cashier.press('F9');
    await expect(done).toBeVisible();
    await expect(page.getByText('QRIS Rp12.000 (RRN 42)')).toBeVisible();
    expect(await paidBy('081200000002')).toEqual([
      { method: 'qris', amount: 12_000, reference: 'RRN 42', customerId: null },
    ]);
    await cashier.next();
  });

  await test.step('half in cash, half by QRIS', async () => {
    await put('081200000003');
    await cashier.type('6000');
    await expect(change).toHaveText('Rp6.000');
    await cashier.press('Alt+1');
    await expect(methods.getByRole('button', { name: 'Tunai 6.000' })).toBeVisible();
    await expect(methods.getByRole('button', { name: 'QRIS 6.000' })).toBeVisible();
    await expect(change).toHaveText('Rp0');
    await cashier.press('Enter');
    await expect(page.getByText('Tunai Rp6.000 + QRIS Rp6.000')).toBeVisible();
    await cashier.send();
    await expect(page.getByRole('button', { name: 'Belum masuk' })).toBeFocused();
    await cashier.press('F9');
    await expect(done).toBeVisible();
    expect(await paidBy('081200000003')).toMatchObject([
      { method: 'cash', amount: 6000 },
      { method: 'qris', amount: 6000 },
    ]);
    await cashier.next();
  });

  await test.step('change of the cash that is handed over for a part, by a key or by a note', async () => {
    await put('081200000006');
    await cashier.type('6000');
    await cashier.press('Alt+1');
    await expect(page.getByLabel('Dibayar tunai')).toBeFocused();
    await cashier.press('Alt+0');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await cashier.type('5000');
    await expect(change).toHaveText('Rp1.000');
    await cashier.press('Enter');
    await expect(readBack).toHaveCount(0);
    await page.getByRole('group', { name: 'Pilihan uang' }).getByRole('button', { name: '10.000' }).click();
    await expect(change).toHaveText('Rp4.000');
    await cashier.press('Enter');
    await expect(readBack).toBeVisible();
    await cashier.send();
    await expect(page.getByRole('button', { name: 'Belum masuk' })).toBeFocused();
    await cashier.press('F9');
    await expect(done).toBeVisible();
    expect(await cashier.booked('081200000006')).toMatchObject([
      {
        tendered: 10_000,
        change: 4000,
        payments: [
          { method: 'qris', amount: 6000 },
          { method: 'cash', amount: 6000 },
        ],
      },
    ]);
    await cashier.next();
  });

  await test.step('a part by transfer, and change of the cash for the rest', async () => {
    await put('081200000004');
    await cashier.press('Alt+2');
    await cashier.type('5000');
    await cashier.press('Enter');
    await expect(page.getByText('Pilih juga cara bayar untuk sisanya')).toBeVisible();
    await expect(readBack).toHaveCount(0);
    await cashier.press('Alt+0');
    await cashier.type('10000');
    await expect(change).toHaveText('Rp3.000');
    await cashier.press('Enter');
    await expect(readBack).toBeVisible();
    await cashier.press('Escape');
    await cashier.press('Escape');
    expect(await cashier.booked('081200000004')).toEqual([]);
  });

  await test.step('a tab is somebody’s: without a customer it is said, and nothing is lost', async () => {
    await page.evaluate(() =>
      window.konter.customers.save({
        name: 'Bu Sri',
        numbers: [{ customerNo: '081200000005', label: '' }],
        purgeAt: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
        consent: true,
      }),
    );
    await put('081200000005');
    await cashier.press('Alt+4');
    await expect(dialog).toContainText('Utang siapa?');
    await cashier.press('Escape');
    await expect(dialog).toHaveCount(0);
    await cashier.press('Enter');
    await expect(page.getByText('Pilih dulu siapa yang berutang')).toBeVisible();
    await expect(readBack).toHaveCount(0);
    await cashier.press('Alt+4');
    await cashier.type('sri');
    await expect(dialog.getByRole('button', { name: /Bu Sri/ })).toHaveAttribute('aria-pressed', 'true');
    await expect(dialog.getByRole('button', { name: /Bu Sri/ })).toBeEnabled();
    await cashier.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Bu Sri' })).toBeVisible();
    await cashier.press('Enter');
    await expect(page.getByText('Utang Rp12.000, Bu Sri')).toBeVisible();
    await cashier.send();
    await expect(done).toBeVisible();
    await expect(page.getByText('Utang Rp12.000, Bu Sri')).toBeVisible();
    expect(await paidBy('081200000005')).toMatchObject([{ method: 'tab', amount: 12_000 }]);
  });

  await cashier.startOver();
  await test.step('a name that is not saved is a customer by Enter; of two people of one name nobody is taken unseen', async () => {
    await put('081200000015');
    await cashier.press('Alt+4');
    await cashier.type('Joko');
    await expect(dialog.getByRole('button', { name: 'Pelanggan baru: Joko' })).toHaveAttribute('aria-pressed', 'true');
    await look('a new name for a tab');
    await cashier.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByLabel('Dicatat utang')).toBeFocused();
    await cashier.press('Enter');
    await expect(page.getByText('Utang Rp12.000, Joko')).toBeVisible();
    await cashier.send();
    await expect(done).toBeVisible();
    expect(await paidBy('081200000015')).toMatchObject([{ method: 'tab', amount: 12_000 }]);
    await cashier.next();

    await page.evaluate(async () => {
      const numbers = [{ customerNo: '081200000021', label: '' }];
      const purgeAt = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
      await window.konter.customers.save({ name: 'Joko', numbers, purgeAt, consent: true });
    });
    await put('081200000016');
    await cashier.press('Alt+4');
    await cashier.type('joko');
    await expect(dialog).toContainText('Ada beberapa orang bernama Joko.');
    await look('two people of one name');
    await cashier.press('Enter');
    await expect(dialog).toBeVisible();
    await cashier.press('ArrowDown');
    await expect(dialog.getByRole('button', { name: /Joko/, pressed: true })).toHaveCount(1);
    await cashier.press('Escape');
    await cashier.press('Escape');
  });

  await cashier.startOver();
  await test.step('a customer who is added with all details owes at once, and the amount has the focus', async () => {
    await put('081200000017');
    await cashier.press('Alt+4');
    await cashier.type('Tini');
    await expect(dialog.getByRole('button', { name: 'Pelanggan baru: Tini' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Tambah pelanggan' }).click();
    await expect(dialog.getByLabel('Nama panggilan')).toHaveValue('Tini');
    await expect(dialog.getByLabel('Nama panggilan')).toBeFocused();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Simpan' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Tini' })).toBeVisible();
    await expect(page.getByLabel('Dicatat utang')).toBeFocused();
    await cashier.press('Enter');
    await expect(page.getByText('Utang Rp12.000, Tini')).toBeVisible();
    await cashier.press('Escape');
  });

  await cashier.startOver();
  await test.step('training shows an example of a QRIS code that no app pays', async () => {
    await cashier.press('F9');
    await page.getByRole('tab', { name: 'QRIS toko' }).click();
    await expect(page.getByText('Kode QRIS dipasang di mode asli')).toBeVisible();
    await cashier.press('F1');
    await cashier.type('TSEL10.081234567890');
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await cashier.press('Alt+1');
    await cashier.press('Enter');
    await expect(page.getByTestId('qris')).toContainText('Contoh latihan, tidak bisa dibayar');
    expect(await readQrOn(page.getByTestId('qris'))).toMatch(/^KONTER LATIHAN/);
  });
  expect(faults).toEqual({});
});

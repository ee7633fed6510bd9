import { expect, test } from '../../support/counter-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('an owner is set up, a cashier takes over by keys and by touch, a repeat needs a reason and a PIN, a reload asks nobody', async ({
  counterPage: page,
}) => {
  const { faults, look } = looksAt(page);
  const here = page.getByTitle('Ganti kasir atau kunci');

  await test.step('the settings set up the owner, and add a cashier', async () => {
    await page.keyboard.press('F9');
    await page.getByRole('tab', { name: 'Pengguna & PIN' }).click();
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Daftarkan pemilik' }) });
    await form.getByLabel('Nama').fill('Bu Rina');
    await form.getByLabel('PIN (4 sampai 12 angka)').fill('482615');
    await form.getByLabel('PIN sekali lagi').fill('482615');
    await look('nobody set up yet');
    await form.getByRole('button', { name: 'Daftarkan pemilik' }).click();
    await expect(here).toContainText('Bu Rina');
    await page.getByRole('button', { name: 'Tambah pengguna' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nama').fill('Sari');
    await dialog.getByLabel('PIN (4 sampai 12 angka)').fill('5038');
    await dialog.getByLabel('PIN sekali lagi').fill('5038');
    await look('a person is added');
    await dialog.getByRole('button', { name: 'Simpan' }).click();
    await expect(page.getByRole('button', { name: 'Ubah: Sari' })).toBeVisible();
    await look('people');
  });

  await test.step('F12 twice locks; a wrong PIN says so; the cashier signs in with keys alone, and sees less', async () => {
    await page.keyboard.press('F12');
    await expect(page.getByLabel('PIN Sari')).toBeFocused();
    await look('somebody else takes over');
    await page.keyboard.press('F12');
    await expect(page.getByRole('heading', { name: 'Siapa di konter?' })).toBeVisible();
    await expect(page.getByLabel('PIN Bu Rina')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('9999');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Salah. Tinggal 4 kali lagi.');
    await look('locked');
    await page.keyboard.type('5038');
    await page.keyboard.press('Enter');
    await expect(here).toContainText('Sari');
    await expect(page.getByRole('tab', { name: 'Sambungan' })).toHaveCount(0);
    await page.reload();
    await expect(here).toContainText('Sari');
  });

  await test.step('sold again on one day: a reason, and the PIN of somebody who may', async () => {
    const sale = { productCode: 'SUCCESSNOW10', customerNo: '081234567890', sellingPrice: 12_000 };
    const sold = await page.evaluate((input) => window.konter.order(input), sale);
    expect(sold.ok).toBe(true);
    await page.keyboard.press('F1');
    await page.keyboard.type('081234567890');
    await page.keyboard.press('Enter');
    await page.keyboard.type('SUCCESSNOW10');
    await page.keyboard.press('Enter');
    // The provider is asked about a code that was sold and never looked up.
    await expect(page.getByLabel('Harga jual belum ada')).toBeFocused();
    await page.keyboard.type('12000');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Kirim', disabled: false }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await look('a repeat is asked about');
    const again = dialog.getByRole('button').last();
    await again.click();
    await expect(
      dialog.getByText('Tulis alasannya dengan kata-kata, paling sedikit 3 huruf, tanpa PIN.'),
    ).toBeVisible();
    // By keys alone from here: the reason, Enter, a wrong PIN, then the right one, whose Enter carries the approval.
    const reason = dialog.getByLabel('Alasan');
    const pin = dialog.getByLabel('PIN pengawas atau pemilik');
    await reason.focus();
    await page.keyboard.type('pelanggan minta dua kali');
    await page.keyboard.press('Enter');
    await expect(pin).toBeFocused();
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    // Who has mistyped a PIN types it again: the field is there, and the reason stays.
    await expect(dialog.getByText(/^PIN salah\./)).toBeVisible();
    await expect(pin).toBeFocused();
    await expect(reason).toHaveValue('pelanggan minta dua kali');
    await look('a wrong PIN of an approval');
    await page.keyboard.type('482615');
    // An Enter that was on its way when the question came is none.
    await expect(again).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
    await expect(page.getByTestId('typed-ahead')).toHaveCount(0);
  });

  await test.step('the same in a list: a wrong PIN leads back to its question, and no PIN into the list', async () => {
    const dialog = page.getByRole('dialog');
    const pin = dialog.getByLabel('PIN pengawas atau pemilik');
    const sendAll = page.getByRole('button', { name: /^Kirim semua/, disabled: false });
    const go = dialog.getByRole('button', { name: /^Ya, jual sekali lagi/, disabled: false });
    await page.getByRole('button', { name: /^Berikutnya/, disabled: false }).click();
    await page.keyboard.type('081234567890');
    await page.keyboard.press(',');
    await page.keyboard.type('081234567891');
    await page.getByLabel('Produk untuk semua nomor').fill('SUCCESSNOW10');
    await page.getByLabel('Harga jual Latihan SUCCESSNOW10').fill('12000');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Baris 1. 0812 3456 7890: Sudah dijual');
    // Without a reason it is not sent, and what is typed next is the reason.
    await pin.fill('000000');
    await go.click();
    await expect(dialog.getByText(/^Tulis alasannya/)).toBeVisible();
    await expect(dialog.getByLabel('Alasan')).toBeFocused();
    await page.keyboard.type('pelanggan minta dua kali');
    await go.click();
    await sendAll.click();
    await expect(dialog.getByText(/^PIN salah\./)).toBeVisible();
    await expect(pin).toBeFocused();
    await page.keyboard.type('482615');
    await go.click();
    await sendAll.click();
    await expect(page.getByRole('heading', { name: 'Selesai: 2 dari 2' })).toBeVisible();
    await page.getByRole('button', { name: /^Berikutnya/, disabled: false }).click();
  });

  await test.step('by touch: the tile, the keypad, sign in', async () => {
    await here.click();
    await page.getByText('Bu Rina').last().click();
    for (const digit of '482615') await page.getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('button', { name: 'Masuk' }).click();
    await expect(here).toContainText('Bu Rina');
  });
  expect(faults).toEqual({});
});

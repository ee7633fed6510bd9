import type { Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { catchChat, caughtChat, looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

// The numbers are those of src/simulator/README.md.
const fails = '0800000000106';

/** Saves a customer. Answers the id. */
const saved = (page: Page, name: string, customerNo: string): Promise<string> =>
  page.evaluate(
    async ([name = '', customerNo = '']) => {
      const purgeAt = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
      const numbers = [{ customerNo, label: '' }];
      const answer = await window.konter.customers.save({ name, numbers, purgeAt, consent: true });
      return answer.ok ? answer.value.id : '';
    },
    [name, customerNo],
  );

/** A success on a customer's tab. */
async function owes(page: Page, customerId: string, customerNo: string): Promise<void> {
  const state = await page.evaluate(
    async ([customerId = '', customerNo = '']) => {
      const answer = await window.konter.order({
        productCode: 'SUCCESSNOW10',
        customerNo,
        sellingPrice: 12_000,
        payments: [{ method: 'tab', amount: 12_000, customerId }],
      });
      return answer.ok ? answer.value.state : answer.error.reason;
    },
    [customerId, customerNo],
  );
  expect(state).toBe('success');
}

test('who owes what: listed, reminded, paid in part and whole by keyboard, with a proof of each; nobody owes what failed', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const { faults, look } = looksAt(page);
  const rows = page.getByRole('listbox', { name: 'Pelanggan yang berutang' }).getByRole('option');
  const detail = page.getByRole('complementary', { name: 'Rincian utang' });
  const dialog = page.getByRole('dialog');
  await catchChat(page);

  await test.step('what failed is returned another way than it was paid, and a tab for it lapses', async () => {
    const sari = await saved(page, 'Sari Dewi', '081200000004');
    await page.evaluate(
      ([customerNo = '', customerId = '']) =>
        window.konter.order({
          productCode: 'TSEL10',
          customerNo,
          sellingPrice: 12_000,
          payments: [
            { method: 'qris', amount: 7000 },
            { method: 'tab', amount: 5000, customerId },
          ],
        }),
      [fails, sari],
    );
    await expect.poll(async () => (await cashier.booked(fails))[0]?.state).toBe('failed');
    await cashier.press('F3');
    await page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option').first().click();
    await expect(page.getByText('Utang Rp5.000 untuk ini gugur: pelanggan tidak berutang.')).toBeVisible();
    await page.getByRole('button', { name: 'Uang sudah dikembalikan' }).click();
    await expect(dialog).toContainText('Kembalikan QRIS Rp7.000');
    await expect(dialog.getByRole('radio', { name: 'QRIS' })).toBeChecked();
    await dialog.getByRole('radio', { name: 'Tunai' }).check();
    await expect(dialog).toContainText('Serahkan Rp7.000 kepada pelanggan');
    await look('returned another way');
    await page.getByRole('button', { name: 'Ya, sudah diserahkan' }).click();
    await expect(page.getByText('Tunai Rp7.000', { exact: true })).toBeVisible();
    expect(await cashier.booked(fails)).toMatchObject([{ returns: [{ method: 'cash', amount: 7000 }] }]);
    await cashier.press('F11');
    await expect(page.getByText('Tidak ada yang berutang.')).toBeVisible();
    await cashier.press('F1');
  });

  await test.step('nobody owes', async () => {
    await cashier.press('F11');
    await expect(page.getByText('Tidak ada yang berutang.')).toBeVisible();
    await look('nobody owes');
  });

  await test.step('a new debt appears by itself; a part of the name finds it', async () => {
    const siti = await saved(page, 'Siti Aminah', '081200000005');
    const budi = await saved(page, 'Budi Santoso', '081200000006');
    await owes(page, siti, '081200000015');
    await owes(page, siti, '081200000016');
    await owes(page, budi, '081200000017');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('Siti Aminah');
    await expect(rows.first()).toContainText('Rp24.000');
    await expect(page.getByText('2 pelanggan, Rp36.000')).toBeVisible();
    await cashier.press('ArrowDown');
    await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(detail).toContainText('Budi Santoso');
    await cashier.type('ami');
    await expect(rows).toHaveCount(1);
    await expect(detail).toContainText('Rp24.000');
    await expect(detail.getByText('Belum ada pembayaran.')).toBeVisible();
    await look('two debts');
  });

  await test.step('the reminder opens a chat, or is copied; nothing is sent', async () => {
    await cashier.press('F6');
    await expect.poll(async () => (await caughtChat(page)).url).toMatch(/^https:\/\/wa\.me\/6281200000005\?text=/);
    const text = new URL((await caughtChat(page)).url ?? '').searchParams.get('text') ?? '';
    expect(text.split('\n')).toEqual([
      'LATIHAN, bukan transaksi asli',
      'Halo Siti Aminah,',
      expect.stringMatching(/^Catatan utang di .*: Rp24\.000$/),
      expect.stringMatching(/^\d\d\/\d\d\/\d{4} .+: Rp12\.000$/),
      expect.stringMatching(/^\d\d\/\d\d\/\d{4} .+: Rp12\.000$/),
      'Mohon dibayar bila sempat; kalau sudah dibayar, abaikan pesan ini. Terima kasih.',
    ]);
    await page.getByRole('button', { name: 'Salin teks' }).click();
    await expect.poll(async () => (await caughtChat(page)).text).toBe(text);
  });

  await test.step('too much, and nothing, are refused with words', async () => {
    await page.getByLabel('Nama atau nomor pelanggan').focus();
    await cashier.press('Enter');
    const amount = dialog.getByLabel('Dibayar', { exact: true });
    await expect(amount).toBeFocused();
    await expect(amount).toHaveValue('24.000');
    await amount.fill('24001');
    await expect(dialog.getByRole('alert')).toHaveText('Utangnya hanya Rp24.000. Kembalikan kelebihannya.');
    await look('too much');
    await amount.fill('');
    await cashier.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Isi jumlah yang dibayar');
  });

  await test.step('a part by QRIS, the oldest sale first', async () => {
    await dialog.getByLabel('Dibayar', { exact: true }).fill('15000');
    await dialog.getByRole('radio', { name: 'QRIS' }).check();
    await dialog.getByLabel(/^Nomor referensi/).fill('RRN 42');
    await cashier.press('Enter');
    await expect(dialog).toContainText('Rp15.000 diterima');
    await expect(dialog).toContainText('Sisa utang Rp9.000.');
    await look('paid in part');
    await expect(async () => {
      await cashier.press('F6');
      const text = new URL((await caughtChat(page)).url ?? '').searchParams.get('text');
      expect(text).toMatch(/Sudah kami terima Rp15\.000 \(QRIS\) pada .*\nSisa utang: Rp9\.000/);
    }).toPass();
    await cashier.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(rows.first()).toContainText('Rp9.000');
    await expect(rows.first()).toContainText('terakhir bayar');
    await expect(detail).toContainText('QRIS Rp15.000 (RRN 42)');
    await look('after a part');
  });

  await test.step('the rest in cash; the customer leaves the list', async () => {
    await page.getByLabel('Nama atau nomor pelanggan').focus();
    await cashier.press('Enter');
    await expect(dialog.getByLabel('Dibayar', { exact: true })).toHaveValue('9.000');
    await expect(dialog.getByLabel('Dibayar', { exact: true })).toBeFocused();
    await cashier.press('Enter');
    await expect(dialog).toContainText('Utangnya lunas.');
    // A dialog that has just opened takes no Enter yet.
    await expect(async () => {
      await cashier.press('Enter');
      await expect(dialog).toHaveCount(0, { timeout: 500 });
    }).toPass();
    await expect(page.getByText('Tidak ada yang cocok.')).toBeVisible();
    await page.getByLabel('Nama atau nomor pelanggan').fill('');
    await expect(rows).toHaveCount(1);
    await expect(page.getByText('1 pelanggan, Rp12.000')).toBeVisible();
  });

  await test.step('two windows that settle at once take what is owed once', async () => {
    const budi = await page.evaluate(async () => {
      const answer = await window.konter.tabs.list();
      return answer.ok ? (answer.value.tabs[0]?.customerId ?? '') : '';
    });
    await page.getByLabel('Nama atau nomor pelanggan').focus();
    await cashier.press('Enter');
    await expect(dialog.getByLabel('Dibayar', { exact: true })).toBeFocused();
    await page.evaluate(
      (customerId) => window.konter.tabs.settle({ customerId, amount: 10_000, method: 'cash' }),
      budi,
    );
    await cashier.press('Enter');
    await expect(dialog.getByRole('alert').first()).toBeVisible();
    await expect(dialog).toContainText('Utangnya Rp2.000.');
    // The page may learn of the other window before its own payment is refused. While that is on its way the dialog stays.
    await expect(async () => {
      await cashier.press('Escape');
      await expect(dialog).toBeHidden({ timeout: 1000 });
    }).toPass();
    await expect(rows.first()).toContainText('Rp2.000');
  });

  await test.step('the shift says each method by itself', async () => {
    await cashier.press('F4');
    await expect(page.getByRole('region', { name: 'Cara bayar' })).toContainText('Utang');
    await look('books by method');
  });
  expect(faults).toEqual({});
});

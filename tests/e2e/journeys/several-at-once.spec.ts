import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { faultsOf } from '../../support/page-checks.ts';

const numbers = ['081234567801', '081234567802', '081234567803', '081234567804', '081234567805'] as const;

test('several sales are one list, one payment and one change: numbers, bills, a pasted list, and a line whose answer is lost', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const number = page.getByLabel('Nomor pelanggan, kode produk');
  const list = page.getByLabel('Nomor, satu per baris');
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  const canBeSentOnTheSmallestScreen = async (): Promise<void> => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(cashier.button('Kirim semua')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(size);
  };
  // The product has a price.
  await cashier.sell({ number: '081200000001', code: 'TSEL10', price: '12000' });
  await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
  await cashier.next();
  await expect(number).toBeFocused();

  await test.step('five numbers with at most 70 keys, in one payment with one change', async () => {
    cashier.strokes = 0;
    await cashier.type(numbers[0]);
    await cashier.press(',');
    await expect(list).toBeFocused();
    for (const [at, number] of numbers.slice(1).entries()) {
      await cashier.type(number);
      // As a scanner ends with it, Tab ends a line; from an empty one it leaves the list.
      await cashier.press(at === 1 || at === 3 ? 'Tab' : 'Enter');
      await expect(list).toBeFocused();
    }
    await expect(list).toHaveValue(`${numbers.join('\n')}\n`);
    // The key that is named is the one that checks the list from where the focus is.
    const review = page.getByRole('button', { name: /^Periksa/ });
    await expect(review).toHaveText('PeriksaCtrl+Enter');
    const box = await review.boundingBox();
    await cashier.press('Tab');
    await expect(review).toHaveText('PeriksaEnter');
    expect(await review.boundingBox()).toEqual(box);
    await cashier.type('10');
    await expect(page.getByTestId('batch-total')).toHaveText('Rp60.000');
    await cashier.press('Enter');
    await expect(page.getByRole('heading', { name: 'Sebutkan ulang ke pelanggan' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Isi daftar' }).getByRole('listitem')).toHaveCount(5);
    await canBeSentOnTheSmallestScreen();
    // Where no cash is paid there is no change.
    await expect(page.getByTestId('batch-change')).toHaveText('Rp0');
    await page.keyboard.press('Alt+1');
    await expect(page.getByRole('button', { name: 'QRIS' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByTestId('batch-change')).toHaveCount(0);
    await page.keyboard.press('Alt+1');
    await expect(page.getByTestId('batch-change')).toHaveText('Rp0');
    await expect(cashier.button('Kirim semua')).toBeEnabled();
    await cashier.press('Enter');
    expect(cashier.strokes).toBeLessThanOrEqual(70);
    await expect(page.getByRole('heading', { name: 'Selesai: 5 dari 5' })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('list', { name: 'Isi daftar' }).getByText('Berhasil')).toHaveCount(5, {
      timeout: 20_000,
    });
    for (const number of numbers) {
      expect(await cashier.booked(number)).toMatchObject([{ state: 'success', total: 12_000, tendered: 12_000 }]);
    }
    expect(await faultsOf(page, 'light')).toEqual([]);
    await page.evaluate(() => {
      window.open = (address) => {
        document.body.dataset['opened'] = decodeURIComponent(String(address));
        return null;
      };
    });
    await cashier.press('F6');
    await expect(page.locator('body')).toHaveAttribute('data-opened', /1\. .*7801.*\n5\. .*7805.*Total: Rp60\.000/s);
    await cashier.press('F8');
    await expect.poll(async () => (await cashier.booked(numbers[4]))[0]?.prints).toBe(1);
    await cashier.press('Enter');
    await expect(number).toBeFocused();
  });

  await test.step('several bills are one payment', async () => {
    for (const [at, number] of ['530000000001', '530000000002'].entries()) {
      await cashier.lookUpBill('PLNPOST', number);
      await expect(page.getByLabel('Uang diterima')).toBeFocused({ timeout: 20_000 });
      await cashier.press(',');
      await expect(page.getByText(new RegExp(`^${at + 1} tagihan, Rp`))).toBeVisible();
    }
    await cashier.press(',');
    await expect(page.getByRole('heading', { name: 'Transaksi massal' })).toBeVisible();
    await expect(list).toBeFocused();
    await cashier.press('Tab');
    await cashier.press('Enter');
    await expect(page.getByRole('heading', { name: 'Sebutkan ulang ke pelanggan' })).toBeVisible();
    await canBeSentOnTheSmallestScreen();
    await expect(cashier.button('Kirim semua')).toBeEnabled();
    await cashier.press('Enter');
    await expect(page.getByRole('heading', { name: 'Selesai: 2 dari 2' })).toBeVisible({ timeout: 20_000 });
    for (const number of ['530000000001', '530000000002']) {
      expect(await cashier.booked(number)).toMatchObject([{ kind: 'postpaid', state: 'success' }]);
    }
    await cashier.next();
    await cashier.press('F1');
    await expect(number).toBeFocused();
  });

  await test.step('a line whose answer is lost makes the list wait for a person', async () => {
    await cashier.press(',');
    // No webhook of it ever comes: one might come before the list looks.
    await list.fill('LOSTQUIET10.081234567831\ntsel10.081234567832\ntsel10.081234567833');
    await list.press('Control+Enter');
    await page.getByLabel(/^Harga jual/).fill('12000');
    await cashier.press('Enter');
    await expect(cashier.button('Kirim semua')).toBeEnabled({ timeout: 20_000 });
    await cashier.press('Enter');
    await expect(page.getByRole('heading', { name: 'Menunggu keputusan Anda: 1 dari 3' })).toBeVisible({
      timeout: 40_000,
    });
    expect(await cashier.booked('081234567832')).toMatchObject([{ state: 'unsent', sentAt: null }]);
    // The strip has the money of the lines that wait, and the list says so.
    await expect(page.getByRole('region', { name: 'Uang yang belum jelas' })).toContainText('Rp24.000');
    await expect(page.getByText(/^Uang baris yang menunggu \(Rp24\.000\) terhitung/)).toBeVisible();

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Menunggu keputusan Anda: 1 dari 3' })).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByRole('button', { name: /^Lanjutkan/ })).toBeEnabled();
    await cashier.press('F9');
    await expect(page.getByRole('heading', { name: /^Selesai: \d dari 3$/ })).toBeVisible({ timeout: 20_000 });
    expect(await cashier.booked('081234567831')).toMatchObject([{ state: 'unknown' }]);
    for (const number of ['081234567832', '081234567833'])
      expect(await cashier.booked(number)).toMatchObject([{ tendered: 12_000 }]);
    await cashier.next();
    await expect(number).toBeFocused();
  });

  await test.step('a pasted list is said line by line, and nothing of it is sent or lost', async () => {
    const pasted = ['tsel10.081234567811', '', 'TSEL10.0812-3456-7811', 'tsel10.0812345678120812345678', 'budi'].join(
      '\n',
    );
    await number.evaluate((field, text) => {
      const data = new DataTransfer();
      data.setData('text', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, pasted);
    await expect(list).toHaveValue(pasted);
    const lines = page.getByRole('list', { name: 'Isi daftar' });
    for (const words of ['Baris kosong: hapus', 'Sama dengan baris 1', 'Terlalu panjang', 'Ada huruf, bukan nomor'])
      await expect(lines.getByText(words)).toBeVisible();
    await list.press('Control+Enter');
    await expect(cashier.button('Periksa')).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveText('Baris 2. Baris kosong: hapus');
    await expect(list).toBeFocused();
    expect(await list.evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd])).toEqual([
      pasted.indexOf('\n') + 1,
      pasted.indexOf('\n') + 1,
    ]);
    await expect(page.getByRole('heading', { name: 'Transaksi massal' })).toBeVisible();
    expect(await cashier.booked('081234567811')).toEqual([]);
    await expect(list).toHaveValue(pasted);
    await cashier.press('F8');
    await expect(list).toHaveValue(['tsel10.081234567811', 'tsel10.0812345678120812345678', 'budi'].join('\n'));
    await cashier.press('Escape');
    await expect(page.getByText('Daftar transaksi massal belum dikirim')).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Lihat/ })
      .click();
    await expect(list).toHaveValue(['tsel10.081234567811', 'tsel10.0812345678120812345678', 'budi'].join('\n'));
  });
});

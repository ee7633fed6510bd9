import type { Locator, Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { catchChat, caughtChat, screenSizes } from '../../support/page-checks.ts';

// The numbers are those of src/simulator/README.md.
const succeeds = '081234567890';
const fails = '0800000000106';
const neverAnswered = '0800000000205';
const tsel10 = { code: 'TSEL10', price: '12000', cash: '20000' };

/** Where the number, the total and the change stand. */
async function places(page: Page, number: Locator) {
  const locators = [number, page.getByTestId('sale-total'), page.getByTestId('sale-change')];
  const boxes = await Promise.all(locators.map((each) => each.boundingBox()));
  return boxes.map((box) => box && { x: Math.round(box.x), y: Math.round(box.y) });
}

test('a result stands where the read-back stood, says the money in any state, and is ready to be given on', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const number = page.getByTestId('read-back-number').or(page.getByTestId('sale-number'));
  const change = page.getByTestId('sale-change');
  await catchChat(page);

  /** Sells, and compares where the number, the total and the change stand. */
  const sellInPlace = async (customerNo: string, title: string): Promise<void> => {
    await cashier.putTogether({ number: customerNo, ...tsel10 });
    const readBack = await places(page, number);
    expect(readBack).not.toContain(null);
    await cashier.send();
    // From the first moment on, whatever phase it is in.
    await expect(page.getByTestId('sale-number')).toBeVisible();
    expect(await places(page, number)).toEqual(readBack);
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    expect(await places(page, number)).toEqual(readBack);
  };

  await test.step('success: the serial number, and no words around it', async () => {
    await page.setViewportSize(screenSizes[0]);
    await sellInPlace(succeeds, 'Berhasil.');
    await expect(page.getByTestId('sale-sn')).toBeVisible();
    await expect(page.getByText(/Provider sudah memberi|Cetak struk dan serahkan/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Salin komplain' })).toHaveCount(0);
  });

  await test.step('it goes to the customer’s WhatsApp: a chat with the mobile number, a line for each fact', async () => {
    const sn = await page.getByTestId('sale-sn').innerText();
    await cashier.press('F6');
    const { url = '' } = await caughtChat(page);
    const link = new URL(url);
    expect(`${link.origin}${link.pathname}`).toBe('https://wa.me/6281234567890');
    const lines = (link.searchParams.get('text') ?? '').split('\n');
    expect(lines).toEqual([
      'LATIHAN, bukan transaksi asli',
      expect.stringMatching(/^Berhasil: Telkomsel/),
      'Nomor: 0812 3456 7890',
      `SN: ${sn}`,
      'Total: Rp12.000',
      expect.stringMatching(/^No\. struk: \S+$/),
      expect.stringMatching(/^Waktu: \d\d\/\d\d\/\d{4} \d\d:\d\d WIB$/),
    ]);
    await cashier.next();
  });

  await test.step('failed: price and change are one sum, until it is returned', async () => {
    await page.setViewportSize(screenSizes[1]);
    await sellInPlace(fails, 'Gagal. Kembalikan Rp20.000 kepada pelanggan.');
    await expect(change).toHaveText('Rp20.000');
    await expect(page.getByText(/^Kembalian Rp8\.000 sudah diberikan\?/)).toBeVisible();
    await page.getByRole('button', { name: 'Uang sudah dikembalikan' }).click();
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText('Serahkan Rp20.000');
    await page.getByRole('button', { name: 'Ya, sudah diserahkan' }).click();
    await expect(page.getByText('Sudah dikembalikan', { exact: true })).toBeVisible();
    await expect(change).toHaveText('Rp12.000');
    await cashier.next();
  });

  await test.step('unknown: the change is still the customer’s, and what customer service asks for is copied', async () => {
    await page.setViewportSize(screenSizes[2]);
    await sellInPlace(neverAnswered, 'Belum pasti. Uang jangan dikembalikan dulu.');
    await expect(change).toHaveText('Rp8.000');
    await page.getByRole('button', { name: 'Salin komplain' }).click();
    await expect(page.getByText('Komplain disalin. Tempel di chat CS provider.').first()).toBeVisible();
    const [sale] = await cashier.booked(neverAnswered);
    expect(((await caughtChat(page)).text ?? '').split('\n')).toEqual([
      'LATIHAN, bukan transaksi asli',
      'Komplain transaksi',
      expect.stringMatching(/^Produk: Telkomsel.* \(TSEL10\)$/),
      `Nomor: ${neverAnswered}`,
      expect.stringMatching(/^Waktu: .* WIB$/),
      `Ref toko: ${sale?.id ?? ''}`,
      'Status: Belum pasti',
      'Mohon dicek statusnya. Terima kasih.',
    ]);
  });

  await test.step('where no window opens, the text is copied', async () => {
    await page.evaluate(() => (window.open = () => null));
    await page.getByRole('button', { name: 'WhatsApp' }).click();
    await expect(page.getByText('Disalin. Tempel di WhatsApp.').first()).toBeVisible();
    expect((await caughtChat(page)).text).toContain('Belum pasti: Telkomsel');
    await cashier.button('Berikutnya').click();
  });
});

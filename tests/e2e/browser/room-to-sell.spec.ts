import type { Locator, Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, saveSettings, test } from '../../support/counter-page.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const field = (page: Page): Locator => page.getByLabel('Nomor pelanggan, kode produk');

/** Whether the text is shortened, or stands outside of the part of the page that scrolls. */
const isCut = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const box = element.getBoundingClientRect();
    let parent = element.parentElement;
    for (; parent; parent = parent.parentElement) {
      const around = parent.getBoundingClientRect();
      const clips = getComputedStyle(parent).overflowY !== 'visible';
      if (clips && (box.top < around.top - 1 || box.bottom > around.bottom + 1)) return true;
    }
    return element.scrollWidth > element.clientWidth + 1;
  });

test('on the smallest screen a failed sale says all of what to do, and a doubtful number leaves its product in sight', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  await test.step('the result of a failed sale, with its change, needs no scrolling', async () => {
    await cashier.sell({ number: '081200000023', code: 'FAILEDNOW10', price: '12000', cash: '50000' });
    await expect(page.getByText('Gagal. Kembalikan Rp50.000 kepada pelanggan.', { exact: true })).toBeVisible();
    const actions = page.getByTestId('actions');
    await expect(actions.getByRole('button')).toHaveCount(2);
    const [back, next] = await Promise.all(
      [/^Uang sudah dikembalikan/, /^Berikutnya/].map((name) => actions.getByRole('button', { name }).boundingBox()),
    );
    expect(back?.y).toBe(next?.y);
    expect(await isCut(page.getByText('Pesan provider: Transaksi gagal', { exact: true }))).toBe(false);
    await cashier.next();
  });

  await test.step('a key’s hint keeps its place from the number to the cash, where typed cash is not called exact', async () => {
    await expect(field(page)).toBeFocused();
    const hints = page.getByRole('contentinfo', { name: 'Tombol yang bisa dipakai' }).locator('kbd');
    const exact = page.getByText('Enter untuk uang pas', { exact: true });
    await cashier.type('081234567893');
    await cashier.press('Enter');
    await expect(page.getByLabel('Kode produk atau namanya')).toBeFocused();
    await expect(hints).toHaveText(['Enter', 'Esc', '↑↓', 'F6', ';', '/', '?']);
    await cashier.type('tsel10');
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await expect(exact).toBeVisible();
    await expect(hints).toHaveText(['Enter', 'Esc', '↑↓', 'F6', ';', '/', '?']);
    await cashier.type('50000');
    await expect(exact).toHaveCount(0);
    await cashier.startOver();
    // A key does one thing at a time, and is named by it.
    await cashier.type('LOSTQUIET10.081234567892');
    await cashier.press('Enter');
    await expect(page.getByRole('button', { name: /^Jadikan harga toko/ })).toBeVisible();
    await expect(page.locator('kbd', { hasText: /^F6$/ }).locator('..')).toHaveText([
      /^Jadikan harga toko/,
      /Jadikan harga toko$/,
    ]);
    await cashier.startOver();
  });

  await test.step('the product beside a number that does not fit it', async () => {
    await expect(field(page)).toBeFocused();
    await cashier.type('isat10.081234567893');
    await cashier.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Perbaiki nomor' }).click();
    await expect(page.getByRole('button', { name: /Nomor Telkomsel, produk Indosat/ })).toBeVisible();
    const product = page.getByRole('button', { name: /^Produk/ });
    await expect(product).toContainText('Indosat 10.000');
    expect((await product.boundingBox())?.width).toBeGreaterThan(100);
    await cashier.startOver();
  });

  await test.step('a prefix that no operator has is said where it is typed, and while the product is chosen', async () => {
    await cashier.type('086112345678');
    await expect(page.getByText('Awalan 0861 bukan milik operator mana pun').first()).toBeVisible();
    await cashier.press('Enter');
    await expect(page.getByLabel('Kode produk atau namanya')).toBeFocused();
    await expect(page.getByText('Awalan 0861 bukan milik operator mana pun').first()).toBeVisible();
    await cashier.startOver();
  });

  await test.step('a sale that is refused asks for no price', async () => {
    await cashier.sell({ number: '081200000021', code: 'LOSTQUIET10', price: '12000' });
    await expect(page.getByText('Belum pasti. Uang jangan dikembalikan dulu.', { exact: true })).toBeVisible();
    await cashier.next();
    await expect(field(page)).toBeFocused();
    await cashier.type('LOSTQUIET10.081200000021');
    await cashier.press('Enter');
    await expect(page.getByText('Transaksi yang sama belum selesai. Jangan terima uang lagi.')).toBeVisible();
    await expect(page.getByText(/Toko belum punya harga/)).toHaveCount(0);
    await cashier.startOver();
  });

  await test.step('nor does it count cash where the price is known: the products have the room, and a row of them is whole', async () => {
    await page.evaluate(() =>
      window.konter.catalogue.save({ changes: [{ productCode: 'LOSTQUIET10', sellingPrice: 12_000 }] }),
    );
    await cashier.type('LOSTQUIET10.081200000021');
    await cashier.press('Enter');
    await expect(page.getByRole('button', { name: 'Lihat transaksi itu' })).toBeVisible();
    for (const name of ['Cara bayar', 'Pilihan uang'])
      await expect(page.getByRole('group', { name, exact: true })).toHaveCount(0);
    expect(await isCut(page.getByRole('option', { name: /^Telkomsel 5\.000/ }))).toBe(false);
    await cashier.startOver();
  });
});

test('on the smallest screen all fields of a list are in sight, and the sum says of how many lines it is', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  // A product that is known here, and has no price.
  await page.evaluate(() => window.konter.product({ productCode: 'FAILEDNOW10' }));
  await cashier.press(',');
  await page.getByLabel('Nomor, satu per baris').fill('tsel10.081234567814\nFAILEDNOW10.081200000041');
  const price = page.getByLabel('Harga jual Latihan FAILEDNOW10');
  await expect(price).toBeVisible();
  expect(await isCut(price)).toBe(false);
  expect(await isCut(page.getByLabel('Produk untuk semua nomor'))).toBe(false);
  await expect(page.getByText('Total 1 dari 2 baris')).toBeVisible();
  await price.fill('12000');
  await expect(page.getByText('Total', { exact: true })).toBeVisible();
  await expect(page.getByTestId('batch-total')).toHaveText('Rp24.000');
  // Five lines of a chat are whole.
  const lines = page.getByLabel('Nomor, satu per baris');
  await lines.focus();
  await cashier.press('Control+a');
  await page.keyboard.insertText(Array.from({ length: 5 }, (_, at) => `tsel10.08123456782${at}`).join('\n'));
  await expect(page.getByTestId('batch-total')).toHaveText('Rp60.000');
  expect(await lines.evaluate((text) => text.scrollHeight - text.clientHeight)).toBeLessThanOrEqual(0);
});

test('sums of tens of millions stay in their boxes where many bills are paid, and their headline in one line', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const overlaps = (one: Locator, other: Locator): Promise<boolean> =>
    Promise.all([one, other].map((each) => each.boundingBox())).then(
      ([a, b]) => !a || !b || (a.x + a.width > b.x && a.y + a.height > b.y && a.y < b.y + b.height),
    );
  await page.evaluate(async () => {
    const members = Array.from({ length: 20 }, (_, at) => ({
      name: `Rumah ${at + 1}`,
      payer: '',
      productCode: 'PLNPOST',
      customerNo: String(530000000300 + at),
    }));
    const purgeAt = new Date(Date.now() + 100 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    await window.konter.billGroups.save({ name: 'Gang', members, purgeAt, consent: true });
  });
  await cashier.press(',');
  await expect(page.getByLabel('Nomor, satu per baris')).toBeFocused();
  await cashier.press('F10');
  const pay = page.getByRole('button', { name: /^Bayar \d+ tagihan/ });
  await expect(page.getByRole('listbox', { name: 'Gang' })).toBeFocused();
  await cashier.press('F8');
  await expect(page.getByText('Dicek hari ini: 20 dari 20')).toBeVisible({ timeout: 60_000 });
  await pay.click();
  const [total, change] = [page.getByTestId('batch-total'), page.getByTestId('batch-change')];
  await expect(total).toHaveText(/^Rp\d\d\.\d{3}\.\d{3}$/);
  const chips = page.getByRole('group', { name: 'Pilihan uang' }).getByRole('button');
  const rows = async () => new Set(await chips.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y)));
  await expect.poll(async () => (await rows()).size).toBe(1);
  for (const at of [total, chips.first(), chips.last()]) expect(await isCut(at)).toBe(false);
  expect(await overlaps(total, chips.first())).toBe(false);
  await page.getByLabel('Uang diterima').fill('30000000');
  await expect(change).toHaveText(/^Rp\d\d\.\d{3}\.\d{3}$/);
  expect(await isCut(change)).toBe(false);
  await cashier.send('Kirim semua');
  await page.getByRole('button', { name: /^Uangnya memang/, disabled: false }).click();
  const heading = page.getByRole('heading', { name: 'Selesai: 20 dari 20' });
  await expect(heading).toBeVisible({ timeout: 60_000 });
  expect((await heading.boundingBox())?.height).toBeLessThan(40);
  await saveSettings(page, { language: 'en' });
  const next = page.getByRole('button', { name: 'Next sale' });
  const whatsApp = page.getByRole('button', { name: 'WhatsApp' });
  await expect.poll(async () => (await next.boundingBox())?.y).toBe((await whatsApp.boundingBox())?.y);
});

test('operators’ marks stand in the catalogue at every width, beside names that are whole', async ({
  counterPage: page,
}) => {
  await page.keyboard.press('F5');
  const rows = page.getByRole('table', { name: 'Produk' }).getByRole('row');
  const widths: number[] = [];
  for (const [width, height] of [
    [1024, 768],
    [1366, 768],
    [683, 384],
  ] as const) {
    await page.setViewportSize({ width, height });
    const row = rows.filter({ hasText: 'ISATD3' });
    await expect(row.getByText('ISAT', { exact: true })).toBeVisible();
    if (width >= 1024)
      widths.push((await page.getByRole('columnheader', { name: 'Produk' }).boundingBox())?.width ?? 0);
    if (width >= 1024) expect(await isCut(row.getByText('Indosat Freedom', { exact: false }).first())).toBe(false);
  }
  // More columns leave a name no less room.
  expect(widths[1]).toBeGreaterThanOrEqual(widths[0] ?? Number.NaN);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(rows.first()).toContainText('Harga / biaya');
  // The fee of a bill is in the column of the prices.
  await page.getByPlaceholder('Kode, nama, merek, atau grup').fill('plnpost');
  const fee = page.getByRole('textbox', { name: 'Biaya PLNPOST' });
  const head = await page.getByRole('columnheader', { name: 'Harga / biaya' }).boundingBox();
  const box = await fee.boundingBox();
  expect(Math.abs((head?.x ?? 0) + (head?.width ?? 0) - ((box?.x ?? 0) + (box?.width ?? 0)))).toBeLessThan(3);
});

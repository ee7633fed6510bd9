import type { Locator, Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

test.use({ viewport: { width: 1024, height: 768 } });

/** Pixels that the lowest of them hangs below the top of the dialog's footer; 0 or less: all of them are above it. */
async function underFooter(dialog: Locator, fields: readonly Locator[]): Promise<number> {
  const [footer, ...boxes] = await Promise.all(
    [dialog.getByRole('button', { name: /^(Batal|Cancel)$/ }), ...fields].map((each) => each.boundingBox()),
  );
  return Math.max(...boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0))) - (footer?.y ?? 0);
}

/** Elements whose words are cut. */
const cutIn = (within: Locator): Promise<string[]> =>
  within.evaluate((root) =>
    [...root.querySelectorAll('li span')].flatMap((each) =>
      each.scrollWidth > each.clientWidth + 1 && each.children.length === 0 ? [each.textContent] : [],
    ),
  );

async function staff(page: Page): Promise<void> {
  const people = await page.evaluate(() => window.konter.people.setUp({ name: 'Bu Rina', pin: '482615' }));
  expect(people.ok).toBe(true);
  await expect(page.getByTitle('Ganti kasir atau kunci')).toContainText('Bu Rina');
}

test('what a dialog asks for stands above its buttons, names are whole, and the focus is where a step begins', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const dialog = page.getByRole('dialog');
  await staff(page);
  await page.evaluate(async () => {
    const lost = { productCode: 'TSEL20', customerNo: '0800000000205', sellingPrice: 22_000 };
    await window.konter.product({ productCode: 'ISATD3' });
    await window.konter.product({ productCode: 'TSELD12' });
    await window.konter.order(lost);
  });

  await test.step('recording a failure: the reason and the PIN too', async () => {
    await page
      .getByRole('region', { name: 'Uang yang belum jelas' })
      .getByRole('button', { name: /Belum pasti/ })
      .click();
    await page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option').first().click();
    await page.getByRole('button', { name: 'Catat hasil' }).click();
    await dialog.getByRole('radio', { name: 'Gagal' }).check();
    const fields = [dialog.getByLabel('Alasan'), dialog.getByLabel('PIN pengawas atau pemilik')];
    await expect(dialog.getByText('harus dikembalikan ke pelanggan')).toBeVisible();
    expect(await underFooter(dialog, fields)).toBeLessThan(0);
    await cashier.press('Escape');
  });

  await test.step('the same in English', async () => {
    await page.evaluate(() => window.konter.settings.save({ language: 'en' }));
    await page.getByRole('button', { name: 'Record result' }).click();
    await dialog.getByRole('radio', { name: 'Failed' }).check();
    await expect(dialog.getByRole('radio', { name: 'Dashboard' })).toBeVisible();
    const fields = [dialog.getByLabel('Reason'), dialog.getByLabel('PIN of a supervisor or owner')];
    for (const width of [1024, 1366]) {
      await page.setViewportSize({ width, height: 768 });
      expect(await underFooter(dialog, fields), String(width)).toBeLessThan(0);
    }
    await page.setViewportSize({ width: 1024, height: 768 });
    await cashier.press('Escape');
    await page.evaluate(() => window.konter.settings.save({ language: 'id' }));
    await expect(page.getByRole('button', { name: 'Catat hasil' })).toBeVisible();
  });

  await test.step('a customer: the consent too', async () => {
    await cashier.press('F9');
    await page.getByRole('tab', { name: 'Pelanggan', exact: true }).click();
    await page.getByRole('button', { name: 'Tambah pelanggan' }).click();
    await expect(dialog.getByLabel('Nama panggilan')).toBeFocused();
    const consent = dialog.locator('label', { hasText: 'Pelanggan setuju' });
    expect(await underFooter(dialog, [consent])).toBeLessThan(0);
    // With further numbers too, of which the newest is typed into.
    for (const row of ['Nomor ke-2', 'Nomor ke-3', 'Nomor ke-4']) {
      await dialog.getByRole('button', { name: 'Tambah nomor' }).click();
      const number = dialog.getByRole('group', { name: row }).getByLabel('Nomor', { exact: true });
      await expect(number).toBeFocused();
      await expect(number).toBeInViewport({ ratio: 1 });
      expect(await underFooter(dialog, [consent]), row).toBeLessThan(0);
    }
    await cashier.press('Escape');
  });

  await test.step('the order of products: names differ at their ends', async () => {
    await cashier.press('F5');
    await page.getByRole('button', { name: 'Urutan' }).click();
    await expect(dialog.getByText('Indosat Freedom 3 GB 30 Hari')).toBeVisible();
    expect(await cutIn(dialog)).toEqual([]);
    await cashier.press('Escape');
  });

  await test.step('a file of the books: both months stand on the line of the days', async () => {
    await cashier.press('F4');
    await page.getByRole('button', { name: 'Ekspor', exact: true }).click();
    const line = [
      dialog.getByRole('textbox', { name: 'Dari hari' }),
      dialog.getByRole('textbox', { name: 'Sampai hari' }),
      dialog.getByRole('button', { name: 'Bulan ini' }),
      dialog.getByRole('button', { name: 'Bulan lalu' }),
    ];
    const tops = await Promise.all(line.map(async (each) => Math.round((await each.boundingBox())?.y ?? 0)));
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);
    await cashier.press('Escape');
  });

  await test.step('when data leaked: nothing is saved before the PIN is typed, and both files after it', async () => {
    await cashier.press('F9');
    await page.getByRole('tab', { name: 'Data pelanggan', exact: true }).click();
    const breach = page.getByRole('region', { name: 'Kalau data pelanggan bocor' });
    const saves = breach.getByRole('button', { name: /^Simpan / });
    await expect(saves).toHaveCount(2);
    for (const save of await saves.all()) await expect(save).toBeDisabled();
    const pin = breach.getByLabel('PIN pengawas atau pemilik');
    await pin.fill('000000');
    await saves.first().click();
    await expect(breach.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await expect(pin).toBeFocused();
    await pin.fill('482615');
    for (const save of await saves.all()) {
      const download = page.waitForEvent('download');
      await save.click();
      expect((await download).suggestedFilename()).toMatch(/\.(csv|txt)$/);
    }
  });

  await test.step('set-up opens its printers at their top, on the button that adds one', async () => {
    await cashier.press('F9');
    await page.getByRole('tab', { name: 'Mode', exact: true }).click();
    await page.getByRole('button', { name: 'Siapkan toko saya' }).click();
    await page
      .getByRole('navigation', { name: 'Siapkan toko' })
      .getByRole('button', { name: /^Printer/ })
      .click();
    await expect(page.getByRole('button', { name: 'Tambah printer' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Printer struk' })).toBeInViewport({ ratio: 1 });
  });
});

test('names and amounts are whole on the smallest screen, and a token is one in the list and the details', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  await page.evaluate(async () => {
    for (const productCode of ['TSELD5', 'TSELD12', 'INACTIVE10']) await window.konter.product({ productCode });
    const bill = await window.konter.inquiry({ productCode: 'PLNPOST', customerNo: '99000000503' });
    if (bill.ok) await window.konter.pay({ id: bill.value.id });
    await window.konter.order({ productCode: 'TSEL20', customerNo: '0800000000205', sellingPrice: 22_000 });
    await window.konter.order({ productCode: 'TOKENNOW20', customerNo: '12345678901', sellingPrice: 22_500 });
  });

  await test.step('the catalogue: two packages of one operator are distinguished, and what is not sold says so', async () => {
    await cashier.press('F5');
    const table = page.getByRole('table');
    await expect(table.getByText('Telkomsel Data 12 GB')).toBeVisible();
    const cut = await table.evaluate((root) =>
      [...root.querySelectorAll('.truncate')].flatMap((each) =>
        each.scrollWidth > each.clientWidth && /Telkomsel/.test(each.textContent) ? [each.textContent] : [],
      ),
    );
    expect(cut).toEqual([]);
    await page.getByLabel('Tampilkan').first().selectOption('inactive');
    const state = table.getByRole('row', { name: /INACTIVE10/ }).getByText('Ditutup provider');
    await expect(state.filter({ visible: true })).toHaveCount(1);
  });

  await test.step('a token is called one, its digits in groups, its meter beside it', async () => {
    await cashier.press('F3');
    const row = page.getByRole('option', { name: /1234 5678 901/ });
    await expect(row).toContainText(/Token \d{4}/);
    await row.click();
    const detail = page.getByRole('complementary', { name: 'Rincian penjualan' });
    await expect(detail.getByText(/^\d{4}( \d{4}){4}$/)).toBeVisible();
    await expect(detail).toContainText(/ · R\d\/\d+VA · [\d,]+ kWh/);
    await expect(detail.getByText('Nomor seri (SN)')).toHaveCount(0);
  });

  await test.step('the books as a table: the cash is not cut', async () => {
    await cashier.press('F4');
    await page.locator('label', { hasText: 'Bulan ini' }).click();
    await page.getByLabel('Menurut', { exact: true }).selectOption('day');
    await page.locator('label', { hasText: 'Tabel' }).click();
    const last = page.getByRole('table').getByRole('row').last().getByRole('cell').last();
    await expect(last).toBeInViewport({ ratio: 1 });
    const day = page.getByRole('rowheader').first();
    expect(await day.evaluate((each) => getComputedStyle(each).whiteSpace)).toBe('nowrap');
    // Amounts are never broken: a long word of a name that could not be would push them out.
    await page.getByLabel('Menurut', { exact: true }).selectOption('product');
    await expect(page.getByRole('rowheader').first()).toHaveCSS('overflow-wrap', 'anywhere');
  });
});

test('a product of which none was sold says so beside its name, where the others have their amounts', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  await page.evaluate(async () => {
    await window.konter.order({ productCode: 'SUCCESSNOW10', customerNo: '081234567890', sellingPrice: 12_000 });
    await window.konter.order({ productCode: 'FAILEDNOW10', customerNo: '081234567891', sellingPrice: 12_000 });
    for (const [productCode, sellingPrice] of [
      ['TSELD5', 50_000],
      ['TSELD12', 90_000],
    ] as const)
      await window.konter.order({ productCode, customerNo: '081234567892', sellingPrice });
  });
  await expect
    .poll(async () => (await cashier.booked('081234567892')).map(({ state }) => state))
    .toEqual(['success', 'success']);
  await cashier.press('F4');
  await page.getByLabel('Menurut', { exact: true }).selectOption('product');
  const chart = page.getByRole('figure', { name: /^Grafik/ });
  await expect(chart).toContainText('12 rb');
  await expect(chart).toContainText(/Latihan FAILEDNOW10|—/);
  await expect(chart.getByText('—', { exact: true })).toBeVisible();
  // Beside its table, too, the bars have more room than their names.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(page.getByRole('table')).toBeVisible();
  // The table takes the room of its codes, which are not broken in their middle.
  const code = page.getByRole('rowheader').first();
  expect(await code.evaluate((each) => getComputedStyle(each).overflowWrap)).toBe('break-word');
  const figure = await chart.boundingBox();
  const bar = await chart.locator('.bg-accent').first().boundingBox();
  expect(bar?.width ?? 0).toBeGreaterThan((figure?.width ?? 0) / 4);
  // Two packages of one operator differ at their ends, which are not cut.
  for (const name of ['Telkomsel Data 5 GB 30 Hari', 'Telkomsel Data 12 GB 30 Hari']) {
    const label = chart.getByText(name, { exact: true });
    await expect(label).toBeVisible();
    const cut = await label.evaluate((each) => [
      each.scrollWidth - each.clientWidth,
      each.scrollHeight - each.clientHeight,
    ]);
    expect(Math.max(...cut), name).toBeLessThanOrEqual(0);
  }
  await page.locator('label', { hasText: 'Pilih tanggal' }).click();
  const [from, to] = [page.getByLabel('dari', { exact: true }), page.getByLabel('sampai', { exact: true })];
  expect((await from.boundingBox())?.x).toBe((await to.boundingBox())?.x);
});

test('a parked sale names nobody’s number while the counter is locked', async ({ counterPage: page }) => {
  const cashier = new Cashier(page);
  const chips = page.getByRole('region', { name: 'Penjualan yang diparkir' });
  await staff(page);
  await cashier.press('F1');
  await cashier.type('081234567801');
  await cashier.press(';');
  await expect(chips).toContainText('7801');
  await cashier.press('F12');
  await cashier.press('F12');
  await expect(page.getByRole('heading', { name: 'Siapa di konter?' })).toBeVisible();
  await expect(page.getByText('7801')).toHaveCount(0);
  await cashier.type('482615');
  await cashier.press('Enter');
  await expect(chips).toContainText('7801');
});

test('a line of a statement that differs has its ID and its time whole', async ({ counterPage: page }) => {
  const cashier = new Cashier(page);
  const dialog = page.getByRole('dialog');
  const sold = await page.evaluate(() =>
    window.konter.order({ productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000 }),
  );
  if (!sold.ok) throw new Error(sold.error.message);
  const { id } = sold.value;
  const idOf = (): Promise<string | null> =>
    page.evaluate(async (id) => {
      const sale = await window.konter.transactions.get({ id });
      return sale.ok && sale.value.state === 'success' ? sale.value.transactionId : null;
    }, id);
  await expect.poll(idOf).not.toBeNull();
  const transactionId = (await idOf()) ?? '';
  const time = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const line = `${time};081234567890;${transactionId};10275;Gagal, nomor tujuan tidak terdaftar di operator, hubungi CS`;
  await cashier.press('F3');
  await page.getByRole('button', { name: 'Alat struk' }).click();
  await page.getByRole('menuitem', { name: 'Cocokkan' }).click();
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Pilih file' }).click();
  const buffer = Buffer.from(`Tanggal;Tujuan;Trx ID;Harga;Status\n${line}\n`);
  await (await choosing).setFiles({ name: 'mutasi.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: 'Cocokkan', exact: true, disabled: false }).click();
  await expect(dialog.getByText(/^Rp10\.275 · Gagal, nomor tujuan/)).toBeVisible();
  const row = dialog.getByRole('row').last();
  const lines = await row.evaluate(
    (each, texts) =>
      texts.map((text) => {
        const range = document.createRange();
        const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          if (walker.currentNode.textContent !== text) continue;
          range.selectNodeContents(walker.currentNode);
          return range.getClientRects().length;
        }
        return 0;
      }),
    [transactionId, time],
  );
  expect(lines).toEqual([1, 1]);
});

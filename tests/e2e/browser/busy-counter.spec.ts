import type { Locator, Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, saveSettings, test } from '../../support/counter-page.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const bottomOf = async (locator: Locator): Promise<number> => {
  const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {};
  return y + height;
};

/** Seen words within an element that reach beyond its sides. */
const beyond = (within: Locator): Promise<string[]> =>
  within.evaluate((root) => {
    const { left, right } = root.getBoundingClientRect();
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const faults: string[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const parent = text.parentElement;
      if (!parent || parent.closest('.sr-only') || getComputedStyle(parent).position === 'absolute') continue;
      if (
        parent.getBoundingClientRect().width < 2 ||
        [...root.querySelectorAll('*')].some(
          (each) => each.contains(text) && getComputedStyle(each).position === 'absolute',
        )
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const rect of range.getClientRects())
        if (rect.width > 0 && (rect.right > right + 1 || rect.left < left - 1)) faults.push(text.textContent ?? '');
    }
    return faults;
  });

async function orders(page: Page, sales: ReadonlyArray<readonly [code: string, number: string, price: number]>) {
  await page.evaluate(async (sales) => {
    for (const [productCode, customerNo, sellingPrice] of sales)
      await window.konter.order({ productCode, customerNo, sellingPrice, tendered: sellingPrice });
  }, sales);
}

test('with much unsettled and sales parked, a parked sale has its last digits and its nominal whole, or only its key', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  await orders(page, [
    ['TSEL20', '0800000000205', 22_000],
    ['TSEL10', '0800000000106', 12_000],
    ['TSEL25', '0800000000414', 27_000],
    ['TSEL10', '0800000000108', 12_000],
  ]);
  const strip = page.getByRole('region', { name: 'Uang yang belum jelas' });
  await expect(strip.getByRole('button', { name: /Bertentangan/ })).toBeVisible({ timeout: 20_000 });
  const chips = page.getByRole('region', { name: 'Penjualan yang diparkir' }).getByRole('button');
  for (let at = 1; at <= 4; at += 1) {
    await cashier.startOver();
    await cashier.type(`08123456780${at}`);
    await cashier.press('Enter');
    await cashier.type('TSEL20');
    await cashier.press('Enter');
    await cashier.press(';');
    await expect(chips).toHaveCount(at);
    for (const chip of await chips.all()) expect(await beyond(chip)).toEqual([]);
    if (at === 3) {
      // Three have room for what distinguishes them.
      await expect(chips.last()).toContainText('7803');
      expect((await chips.last().getByText('7803').boundingBox())?.width).toBeGreaterThan(30);
      expect((await chips.last().getByText('20.000').boundingBox())?.width).toBeGreaterThan(30);
      await page.setViewportSize({ width: 1920, height: 1080 });
      await expect
        .poll(async () => (await chips.last().getByText('7803').boundingBox())?.width ?? 0)
        .toBeGreaterThan(30);
      await page.setViewportSize({ width: 1024, height: 768 });
    }
  }
  await cashier.press('F3');
  await test.step('a row of the receipts keeps the nominal of its product', async () => {
    const row = page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option', { name: /0800 0000 0041 4/ });
    const nominal = row.getByText('25.000', { exact: true });
    await expect(nominal).toBeVisible();
    const ends = await nominal.evaluate((each) => {
      const around = each.closest('p')?.getBoundingClientRect().right ?? 0;
      return each.getBoundingClientRect().right - around;
    });
    expect(ends).toBeLessThanOrEqual(1);
  });
});

test('where the shop keeps a purse, the keys, the count of the drawer and the records of cash services are whole', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const dialog = page.getByRole('dialog');
  await page.evaluate(() => window.konter.people.setUp({ name: 'Bu Haji Kusumaningrumwati', pin: '482615' }));
  await saveSettings(page, { purse: 'BRILink' });
  await expect(page.getByRole('navigation').getByRole('button', { name: /^Tunai/ })).toBeVisible();

  await test.step('all keys: none of the buttons is cut, and a place is among the places', async () => {
    await cashier.press('F1');
    await cashier.press('?');
    const close = dialog.getByRole('button', { name: /^Tutup/ });
    await expect(close).toBeVisible();
    const frame = dialog.locator('xpath=..');
    expect(await bottomOf(close)).toBeLessThan((await bottomOf(frame)) - 8);
    await expect(dialog.getByRole('region', { name: 'Pindah ke' }).or(dialog.locator('section').nth(1))).toContainText(
      'Alt+8',
    );
    await cashier.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a record keeps its reference beside a long name, and a kind that is chosen is nothing to lose', async () => {
    await page.evaluate(async () => {
      await window.konter.shifts.open({ counted: 500_000 });
      await window.konter.cashServices.record({
        id: '0195f0aa-0000-4000-8000-000000000001',
        kind: 'withdrawal',
        amount: 500_000,
        fee: 5000,
        feeSide: 'cash',
        reference: 'BRI00001181',
      });
    });
    await cashier.press('Alt+8');
    const reference = page
      .getByRole('region', { name: 'Jasa tunai yang tercatat' })
      .getByText(/BRI00001181$/)
      .last();
    await expect(reference).toBeVisible();
    expect(await reference.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
    await expect(page.getByText('Di luar daftar: ketik biayanya')).toHaveCount(0);
    await page.getByText('Setor tunai', { exact: true }).click();
    await cashier.press('F4');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('main', { name: 'Buku' })).toBeVisible();
  });

  await test.step('the count with its purse is in sight above its buttons', async () => {
    await cashier.press('Alt+9');
    const purse = page.getByLabel('Saldo BRILink sekarang');
    await expect(purse).toBeVisible();
    const finish = page.getByRole('button', { name: 'Selesai menghitung' });
    await expect(finish).toBeInViewport({ ratio: 1 });
    expect(await bottomOf(purse)).toBeLessThan(((await finish.boundingBox())?.y ?? 0) - 4);
    await cashier.press('Escape');
  });
});

test('in a list of several sales the line that is mended stays marked, a sum of eight digits is whole, and a pause names its number', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const dialog = page.getByRole('dialog');
  const list = page.getByLabel('Nomor, satu per baris');
  await page.evaluate(async () => {
    for (const productCode of ['ISAT10', 'LOSTQUIET10']) await window.konter.product({ productCode });
  });
  await cashier.press(',');
  await list.fill('081234567801 isat10\n081234567802 isat10');
  await page.getByRole('button', { name: /^Periksa/ }).click();
  await expect(dialog).toContainText('Baris 1. 0812 3456 7801');
  await dialog.getByRole('button', { name: 'Perbaiki nomor', disabled: false }).click();
  await expect(dialog).toHaveCount(0);
  await expect(list).toBeFocused();
  expect(
    await list.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)),
  ).toBe('081234567801 isat10');
  const marked = page.getByRole('list', { name: 'Isi daftar' }).locator('li.bg-failed-soft');
  await expect(marked).toHaveCount(2);
  await cashier.press('Escape');

  await cashier.press(',');
  await list.fill('tsel10.081234567814\ntsel10.081234567815');
  await page.getByRole('button', { name: /^Periksa/ }).click();
  // What customers hand over for Rp24.000 is in reach of a finger.
  const notes = page.getByRole('group', { name: 'Pilihan uang' }).getByRole('button');
  await expect(notes).toHaveText(['25.000', '50.000', '100.000']);
  await cashier.press('Escape');
  await list.fill('');
  await cashier.press('Escape');

  // A bill of three years.
  await cashier.lookUpBill('PLNPOST', '99000000503');
  await expect(page.getByLabel('Uang diterima')).toBeFocused({ timeout: 20_000 });
  await cashier.press(',');
  await cashier.press(',');
  await list.fill('lostquiet10.081234567803\ntsel10.081234567804');
  await page.getByLabel('Harga jual Latihan LOSTQUIET10').fill('12000');
  await page.getByRole('button', { name: /^Periksa/ }).click();
  await expect(page.getByRole('heading', { name: 'Sebutkan ulang ke pelanggan' })).toBeVisible({ timeout: 20_000 });
  const total = page.getByTestId('batch-total');
  await expect(total).toHaveText(/^Rp\d{2}\.\d{3}\.\d{3}$/);
  const cash = page.getByLabel('Uang diterima');
  await expect(cash).toBeVisible();
  const right = await total.evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect().right;
  });
  expect(right).toBeLessThan((await cash.boundingBox())?.x ?? 0);
  await page.getByRole('button', { name: /^Kirim semua/, disabled: false }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Baris 2. 0812 3456 7803: Belum pasti' })).toBeVisible({
    timeout: 40_000,
  });
});

test('a saved group: the consent stands above the buttons, and a bill that is not found has no amount', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  await cashier.press(',');
  await expect(page.getByLabel('Nomor, satu per baris')).toBeFocused();
  await cashier.press('F10');
  await page.getByRole('button', { name: 'Kelompok baru' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nama kelompok').fill('Karyawan Konveksi Sinar Abadi Sentosa');
  await dialog.getByLabel(/^Daftar:/).fill('Rumah 1; PLNPOST; 530000000201\nRumah 2; PLNPOST; 99000000501');
  const consent = dialog.locator('label', { has: page.getByRole('checkbox') });
  const cancel = dialog.getByRole('button', { name: 'Batal' });
  expect(await bottomOf(consent)).toBeLessThan((await cancel.boundingBox())?.y ?? 0);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Simpan', exact: true }).click();
  const members = page.getByRole('listbox').getByRole('option');
  await expect(members).toHaveCount(2);
  await expect(dialog).toHaveCount(0);
  await saveSettings(page, { billFee: 2500 });
  await cashier.press('F8');
  await expect(members.last()).toContainText('Tagihan tidak ditemukan', { timeout: 20_000 });
  await expect(members.first()).toContainText(/Rp\d/);
  await expect(members.last()).not.toContainText('Rp');
  await saveSettings(page, { language: 'en' });
  // A month as English names it, and as its slip does.
  await expect(members.first()).toContainText(/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) 20\d\d/);
  await cashier.press('F5');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByRole('heading', { name: 'Export the catalogue to a file' })).toBeVisible();
});

test('the customer’s display fills its screen, whatever its shape, and the longest question is whole', async ({
  counterPage: page,
}) => {
  await saveSettings(page, { display: { on: true, screen: 'auto', clearSeconds: 300 } });
  const { url, id, total } = await page.evaluate(async () => {
    const link = await window.konter.display.link();
    const bill = await window.konter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001' });
    if (!link.ok || !bill.ok) throw new Error('no display or no bill');
    return { url: link.value.url, id: bill.value.id, total: bill.value.total ?? 0 };
  });
  const display = await page.context().newPage();
  await display.goto(url);
  await expect(display.getByText('Selamat datang')).toBeVisible();
  const payments = [
    { method: 'qris' as const, amount: 100_000 },
    { method: 'cash' as const, amount: total - 100_000 },
  ];
  await page.evaluate(
    ([id, payments]) =>
      window.konter.display.show({ kind: 'sale', id, payments, tendered: null, qrisDue: 100_000, asking: true }),
    [id, payments] as const,
  );
  const question = display.getByTestId('display-result');
  await expect(question).toHaveText('Benarkah nomor dan jumlah ini?');
  for (const [width, height] of [
    [1366, 768],
    [1024, 768],
    [1920, 1080],
    // A small one beside the till, and a tablet that stands upright.
    [800, 480],
    [768, 1366],
  ] as const) {
    await display.setViewportSize({ width, height });
    expect(await display.getByRole('main').boundingBox(), `${width}`).toEqual({ x: 0, y: 0, width, height });
    await expect(question).toBeInViewport({ ratio: 1 });
    await expect(display.getByTestId('display-qris').locator('figcaption')).toBeInViewport({ ratio: 1 });
    // Read from a metre away.
    expect((await display.getByTestId('display-number').boundingBox())?.height, `${width}`).toBeGreaterThan(30);
  }
  await page.evaluate(() =>
    window.konter.display.show({
      kind: 'draft',
      product: null,
      customerNo: null,
      sales: 12,
      total: 240_000,
      tendered: null,
      asking: true,
    }),
  );
  await expect(question).toHaveText('Benarkah jumlah ini?');
});

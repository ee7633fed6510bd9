import { Cashier } from '../../support/cashier.ts';
import { expect, test as quiet } from '../../support/counter-page.ts';
import { fillCatalogue } from '../../support/large-databases.ts';
import { faultsOf } from '../../support/page-checks.ts';

const test = quiet.extend({
  dataDir: async ({ dataDir }, use) => {
    await fillCatalogue(dataDir, 5000);
    await use(dataDir);
  },
});

test.use({ viewport: { width: 1024, height: 768 } });

test('five thousand products are priced by keyboard, from lists and by a rule', async ({ counterPage: page }) => {
  const cashier = new Cashier(page);
  const noFaults = async (name: string): Promise<void> => expect(await faultsOf(page, 'light'), name).toEqual([]);
  const item = (code: string) =>
    page.evaluate(async (code) => {
      const listed = await window.konter.catalogue.list();
      return listed.ok ? listed.value.items.find(({ productCode }) => productCode === code) : undefined;
    }, code);
  await page.getByRole('navigation').getByRole('button', { name: 'Katalog' }).waitFor();
  await cashier.press('F5');
  const search = page.getByRole('searchbox', { name: 'Cari produk' });
  await expect(search).toBeFocused();

  await test.step('only the rows in sight are drawn, and typing finds a product at once', async () => {
    await expect(page.getByText(/^5\.000 produk\./)).toBeVisible();
    expect(await page.getByRole('row').count()).toBeLessThan(40);
    await cashier.type('p0004');
    await expect(page.getByText(/^10 produk\./)).toBeVisible();
    await noFaults('list');
  });

  await test.step('headings stand over their columns beside a scroll bar, at every width', async () => {
    // A headless browser lays its scroll bars over the page; one with a width of its own takes room. The policy lets no style tag in.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('::-webkit-scrollbar { width: 15px; } [role=rowgroup] { overflow-y: scroll !important; }');
      document.adoptedStyleSheets.push(sheet);
    });
    for (const width of [1024, 1366, 1920]) {
      await page.setViewportSize({ width, height: 768 });
      const { bar, shifts } = await page.getByRole('table').evaluate((table) => {
        const list = table.querySelector<HTMLElement>('[role=rowgroup]');
        const left = (element: Element): number => element.getBoundingClientRect().left;
        const row = list?.querySelector('[role=cell]:has(input)')?.closest('[role=row]');
        const cells = [...(row?.querySelectorAll('[role=cell]') ?? [])];
        return {
          bar: list ? list.offsetWidth - list.clientWidth : 0,
          shifts: [...table.querySelectorAll('[role=columnheader]')].map((head, at) =>
            Math.round(left(head) - left(cells[at] ?? table)),
          ),
        };
      });
      expect([width, bar, shifts]).toEqual([width, 15, Array.from({ length: 8 }, () => 0)]);
    }
    await page.evaluate(() => void document.adoptedStyleSheets.pop());
    await page.setViewportSize({ width: 1024, height: 768 });
  });

  await test.step('Enter saves a price and goes to the next product, Esc gives up', async () => {
    const price = (code: string) => page.getByRole('textbox', { name: `Harga jual ${code}`, exact: true });
    const first = page.getByRole('textbox', { name: /^Harga jual P0004/ }).first();
    const label = (await first.getAttribute('aria-label')) ?? '';
    await first.focus();
    await cashier.type('7500');
    await cashier.press('Enter');
    await expect(first).not.toBeFocused();
    await expect(page.locator(':focus')).toHaveAttribute('data-column', 'price');
    const second = page.locator(':focus');
    await cashier.type('0');
    await expect(second).toHaveAttribute('title', 'Harus lebih dari Rp0');
    await expect(second).toHaveAttribute('aria-invalid', 'true');
    await cashier.press('Escape');
    await cashier.type('9999');
    await cashier.press('Escape');
    await cashier.press('ArrowUp');
    await expect(first).toBeFocused();
    const code = label.split(' ').at(-1) ?? '';
    await expect.poll(async () => (await item(code))?.sellingPrice).toBe(7500);
    await expect(price(code)).toHaveValue('7.500');

    // A price that is typed while another one is being saved is saved too.
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/catalogue.save', async (route) => {
      await answered.promise;
      await route.continue();
    });
    const sent = page.waitForRequest('**/api/catalogue.save');
    for (const typed of ['8000', '8500']) {
      await first.fill(typed);
      await cashier.press('Enter');
      await expect(first).not.toBeFocused();
      await cashier.press('ArrowUp');
      await expect(first).toBeFocused();
      await sent;
    }
    answered.resolve();
    await expect.poll(async () => (await item(code))?.sellingPrice).toBe(8500);
    await page.unroute('**/api/catalogue.save');
    await expect(price(code)).toHaveValue('8.500');
  });

  await test.step('products without a price are counted, listed by one press, and priced row by row', async () => {
    const count = () =>
      page.evaluate(async () => {
        const listed = await window.konter.catalogue.list();
        if (!listed.ok) return -1;
        return listed.value.items.filter(
          ({ kind, hidden, sellingPrice }) => kind === 'prepaid' && !hidden && sellingPrice === null,
        ).length;
      });
    const before = await count();
    expect(before).toBeGreaterThan(0);
    const grouped = before.toLocaleString('id-ID');
    await expect(page.getByText(`${grouped} produk belum ada harga jualnya`)).toBeVisible();
    await noFaults('unpriced products');
    await page.getByRole('button', { name: 'Isi harganya' }).click();
    await expect(page.getByLabel('Tampilkan')).toHaveValue('unpriced');
    await expect(page.getByText(new RegExp(`^${grouped.replace('.', '\\.')} produk\\.`))).toBeVisible();
    await page
      .getByRole('textbox', { name: /^Harga jual/ })
      .first()
      .focus();
    await cashier.type('6500');
    await cashier.press('Enter');
    await expect.poll(count).toBe(before - 1);
    await page.getByLabel('Tampilkan').selectOption('offered');
  });

  await test.step('a pasted list is checked while the screen is left, and what failed is corrected', async () => {
    await cashier.press('F8');
    await page.getByRole('radio', { name: 'Tempel daftar' }).check();
    await page.getByRole('textbox', { name: 'Daftar kode' }).fill('TSEL10;Rp10.250,00;12.000;Pagi\nTSEL2O\n=evil()');
    await expect(page.getByRole('button', { name: 'Mulai periksa' })).toBeEnabled();
    await noFaults('add');
    await page.getByRole('button', { name: 'Mulai periksa' }).click();
    await cashier.press('F1');
    await cashier.press('F5');
    await expect(page.getByText('Daftar selesai: 1 masuk, 2 gagal')).toBeVisible();
    await page.getByRole('button', { name: 'Lihat yang gagal' }).click();
    await expect(page.getByText('Bukan kode produk')).toBeVisible();
    await noFaults('failed');
    const correct = page.getByRole('button', { name: 'Perbaiki di sini' });
    await expect(correct).toBeEnabled();
    await correct.click();
    await expect(page.getByRole('textbox', { name: 'Daftar kode' })).toHaveValue('TSEL2O\n=evil()');
    await page.getByRole('textbox', { name: 'Daftar kode' }).fill('TSEL20');
    await page.getByRole('button', { name: 'Mulai periksa' }).click();
    await expect(page.getByText('Daftar selesai: 1 masuk, 0 gagal')).toBeVisible();
    expect(await item('TSEL10')).toMatchObject({ cost: 10_250, sellingPrice: 12_000, group: 'Pagi' });
  });

  await test.step('prices are proposed for what is shown, looked at, and only then replaced', async () => {
    await search.fill('TSEL10');
    await expect(page.getByText(/^1 produk\./)).toBeVisible();
    await page.getByRole('button', { name: 'Usulkan harga' }).click();
    await page.getByRole('radio', { name: 'Persen' }).check();
    await page.getByRole('textbox', { name: 'Persen di atas modal' }).fill('7,5');
    await expect(page.getByRole('row', { name: /TSEL10 Rp10\.250 Rp12\.000 ↓ Rp11\.500/ })).toBeVisible();
    await noFaults('proposal');
    await page.getByRole('button', { name: 'Pakai 1 harga' }).click();
    expect((await item('TSEL10'))?.sellingPrice).toBe(12_000);
    const sure = page.getByRole('dialog').getByRole('button', { name: 'Pakai 1 harga' });
    await expect(sure).toBeEnabled();
    await sure.click();
    await expect.poll(async () => (await item('TSEL10'))?.sellingPrice).toBe(11_500);
  });

  await test.step('the provider’s list that lacks most products is doubted; what is taken of it changes no price', async () => {
    await search.fill('');
    await page.getByRole('button', { name: 'Daftar provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Daftar produk dari provider' });
    await expect(dialog.getByText('Daftar ini mungkin tidak utuh. Belum ada yang berubah.')).toBeVisible();
    await expect(dialog.getByText('5.000 dari 5.002 produk prabayar katalog tidak ada di daftar.')).toBeVisible();
    await expect(dialog.getByText(/Bisa diminta lagi pukul \d\d:\d\d\.$/)).toBeVisible();
    await noFaults('doubted list');
    await dialog.getByRole('button', { name: 'Lihat yang lain' }).click();
    await dialog.getByRole('radio', { name: /^Modal naik 1$/ }).check();
    await expect(dialog.getByRole('listitem')).toHaveText([
      /TSEL10 · Modal naikModal Rp10\.250 →Rp10\.275Harga jualRp11\.500/,
    ]);
    await dialog.getByRole('radio', { name: /^Baru / }).check();
    await expect(dialog.getByRole('listitem').first()).toContainText('harga?');
    await noFaults('provider’s list');
    await dialog.getByRole('checkbox', { name: /^Masukkan juga \d+ produk baru/ }).uncheck();
    expect((await item('TSEL10'))?.cost).toBe(10_250);
    await dialog.getByRole('button', { name: 'Pakai daftar ini' }).click();
    await expect(page.getByText(/^Daftar provider dipakai: \d+ berubah\.$/)).toBeVisible();
    expect(await item('TSEL10')).toMatchObject({ cost: 10_275, sellingPrice: 11_500 });
    expect(await item('P00001')).toMatchObject({ goneAt: null });
    await page.getByRole('button', { name: '1 modalnya naik' }).click();
    await expect(page.getByRole('textbox', { name: 'Harga jual TSEL10' })).toHaveValue('11.500');
    await expect(page.getByText(/^1 produk\./)).toBeVisible();
    await noFaults('risen costs');
  });

  await test.step('a list that was asked for is compared again without another request, and is in the catalogue', async () => {
    await page.getByRole('button', { name: 'Daftar provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Daftar produk dari provider' });
    await dialog.getByRole('button', { name: 'Lihat yang lain' }).click();
    await expect(dialog.getByRole('radio', { name: /^Modal naik/ })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Pakai daftar ini' }).click();
    await expect(page.getByText(/^Daftar provider dipakai: \d+ produk baru\.$/)).toBeVisible();
  });
});

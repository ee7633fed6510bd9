import type { Locator, Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, openAnew, printingTest, test } from '../../support/counter-page.ts';
import { sidewaysScroll, underBars, weakEdges } from '../../support/page-checks.ts';

/** A sale of 12.000 on the tab of a customer. */
async function sellOnTab(page: Page): Promise<void> {
  const state = await page.evaluate(async () => {
    const purgeAt = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
    const numbers = [{ customerNo: '081200000001', label: 'HP' }];
    const saved = await window.konter.customers.save({ name: 'Bu Contoh', numbers, purgeAt, consent: true });
    if (!saved.ok) return saved.error.code;
    const payments = [{ method: 'tab' as const, amount: 12_000, customerId: saved.value.id }];
    const sale = { productCode: 'SUCCESSNOW10', customerNo: '081200000001', sellingPrice: 12_000, payments };
    const answer = await window.konter.order(sale);
    return answer.ok ? answer.value.state : answer.error.code;
  });
  expect(state).toBe('success');
}

/** The screens that shops have, at 200 %. */
const enlarged = [
  [683, 384],
  [512, 384],
] as const;

test('at 200 % every screen is read without scrolling sideways, and nothing stays under a bar', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const wide: Record<string, string[]> = {};
  const look = async (name: string): Promise<void> => {
    for (const [width, height] of enlarged) {
      await page.setViewportSize({ width, height });
      const violations = [...(await sidewaysScroll(page)), ...(await underBars(page))];
      if (violations.length > 0) wide[`${name}, ${width} px`] = violations;
    }
  };
  await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
  await sellOnTab(page);
  await cashier.press('F3');
  await page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option').first().click();
  for (const tab of ['Struk', 'Riwayat', 'Ringkasan']) {
    await page.getByRole('tab', { name: tab }).click();
    await look(`receipt, ${tab}`);
  }
  await cashier.press('F5');
  await expect(page.getByRole('textbox', { name: /^(Harga|Biaya)/ }).first()).toBeVisible();
  await look('catalogue');
  await cashier.press('F11');
  await expect(page.getByRole('option', { name: /Bu Contoh/ })).toBeVisible();
  await look('tabs');

  await cashier.press('F4');
  for (const by of ['hour', 'product', 'shift']) {
    await page.getByLabel('Menurut', { exact: true }).selectOption(by);
    await look(`books, ${by}`);
  }
  await page.getByText('Pilih tanggal', { exact: true }).click();
  await look('books of chosen days');
  await cashier.press('F4');
  await expect(page.getByRole('button', { name: 'Buka shift' })).toBeVisible();
  await look('opening a shift');
  await page.getByText('Jumlah saja').click();
  await page.getByLabel('Uang di laci').fill('100000');
  await page.getByLabel('Uang di laci').press('Enter');
  await expect(page.getByRole('button', { name: 'Cetak laporan sementara' })).toBeVisible();
  await look('an open shift');
  await page.getByRole('button', { name: 'Tutup shift' }).click();
  await look('counting');
  await page.getByText('Jumlah saja').click();
  await page.getByLabel('Uang di laci').fill('90000');
  await page.getByLabel('Uang di laci').press('Enter');
  await page.getByRole('button', { name: 'Ya, tutup shift' }).click();
  await expect(page.getByRole('region', { name: 'Selisih laci' })).toBeVisible();
  await look('a closed shift');

  await cashier.press('F9');
  const sections = page.getByRole('tablist', { name: 'Pengaturan' }).getByRole('tab');
  await expect(sections.first()).toBeVisible();
  for (const section of await sections.all()) {
    await section.click();
    await look(`settings, ${await section.innerText()}`);
  }
  await page.getByRole('tab', { name: 'Toko', exact: true }).click();
  await page.getByLabel('Nama toko', { exact: true }).fill('Toko Contoh');
  await look('settings, not saved');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await page.getByRole('tab', { name: 'Mode', exact: true }).click();
  await page.getByRole('button', { name: 'Siapkan toko saya' }).click();
  const steps = page.getByRole('navigation', { name: 'Siapkan toko' }).getByRole('button');
  await expect(steps.first()).toBeVisible();
  for (const step of await steps.all()) {
    await step.click();
    await look(`setup, ${await step.innerText()}`);
  }
  expect(wide).toEqual({});
});

printingTest(
  'at 200 % no place and no step of a sale scrolls sideways, with a person signed in and a printer',
  async ({ printingPage: page }) => {
    printingTest.slow();
    await page.setViewportSize({ width: 683, height: 384 });
    const cashier = new Cashier(page);
    const wide: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      const violations = await sidewaysScroll(page);
      if (violations.length > 0) wide[name] = violations;
    };
    await page.evaluate(() => window.konter.people.setUp({ name: 'Bu Rina Kusumawardhani', pin: '482615' }));
    await expect(page.getByTitle('Ganti kasir atau kunci')).toContainText('Bu Rina');
    await look('sell');
    await cashier.sell({ number: '081200000001', code: 'SUCCESSNOW10', price: '12000', cash: '20000' });
    await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
    await look('result');
    await cashier.next();
    await look('last sales');
    await cashier.putTogether({ number: '081200000002', code: 'TSEL10', price: '12000' });
    await look('read back');
    await cashier.press('Escape');
    await page.keyboard.press('Alt+1');
    await look('cash');
    await cashier.press(';');
    await expect(page.getByRole('region', { name: 'Penjualan yang diparkir' })).toBeVisible();
    await look('parked');
    await page.keyboard.press('F10');
    await look('pad');
    await page.keyboard.press('F10');
    await cashier.press(',');
    await expect(page.getByRole('heading', { name: 'Transaksi massal' })).toBeVisible();
    await look('batch');
    await cashier.press('Escape');
    for (const key of ['F2', 'F3', 'F4', 'F5', 'F9', 'F11']) {
      await cashier.press(key);
      await page.getByRole('main').locator('button, input').first().waitFor();
      await look(key);
    }
    await cashier.press('F1');
    await cashier.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('keys');
    expect(wide).toEqual({});
  },
);

test.describe('on the smallest screen', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('a product keeps its nominal in sight, and what comes late moves no button of a batch and cuts no hint', async ({
    counterPage: page,
  }) => {
    const cashier = new Cashier(page);
    await cashier.type('TSEL100.0812345678901');
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    const slot = page.getByRole('button', { name: /^Produk/ });
    await expect(slot.getByText('100.000')).toBeInViewport({ ratio: 1 });
    await cashier.press(';');
    const parked = page.getByRole('region', { name: 'Penjualan yang diparkir' });
    await expect(parked.getByText('100.000')).toBeInViewport({ ratio: 1 });

    await cashier.press(',');
    const review = cashier.button('Periksa');
    const before = await review.boundingBox();
    await page.getByLabel('Nomor, satu per baris').fill('081234567801 tsel10\n\n081234567801 tsel10\n');
    await expect(cashier.button('Hapus baris kosong & dobel')).toBeInViewport({ ratio: 1 });
    expect(await review.boundingBox()).toEqual(before);

    const cut = await page.getByRole('contentinfo').evaluate((bar) => {
      const { right, bottom } = bar.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
      return [...(bar.firstElementChild?.children ?? [])].flatMap((hint) => {
        const box = hint.getBoundingClientRect();
        return box.top < bottom && box.right > right ? (hint.textContent ?? '') : [];
      });
    });
    expect(cut).toEqual([]);

    // Of a batch that is over, the button that Enter presses is at the right, below or beside the others.
    await page.getByLabel('Nomor, satu per baris').fill('081234567801 tsel10\n0800000000106 tsel10\n');
    await page.getByLabel('Nomor, satu per baris').press('Control+Enter');
    await expect(cashier.button('Kirim semua')).toBeEnabled();
    await cashier.press('Enter');
    await expect(page.getByRole('button', { name: /^Uang sudah dikembalikan/ })).toBeVisible();
    const right = async (place: Locator): Promise<number> =>
      place.evaluate((element) => Math.round(element.getBoundingClientRect().right));
    expect(await right(cashier.button('Berikutnya'))).toBe(await right(page.getByTestId('actions').locator('> div')));
  });

  test('the edges of fields, slots and buttons are seen, the slots are reached by Tab, and no bar covers the focus', async ({
    counterPage: page,
  }) => {
    const cashier = new Cashier(page);
    const weak: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      for (const theme of ['light', 'dark', 'contrast']) {
        await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), theme);
        const violations = await weakEdges(page);
        if (violations.length > 0) weak[`${name}, ${theme}`] = violations;
      }
    };
    await cashier.putTogether({ number: '081234567890', code: 'TSEL10', price: '12000' });
    await cashier.press('Escape');
    const slot = page.getByRole('button', { name: /^Nomor.*0812 3456 7890/ });
    await expect(slot).toBeVisible();
    await look('slots');
    const reached = new Set<string>();
    for (let at = 0; at < 48; at += 1) {
      await cashier.press(at < 12 ? 'Shift+Tab' : 'Tab');
      reached.add(await page.evaluate(() => document.activeElement?.textContent ?? ''));
    }
    for (const name of [/^Nomor/, /^Produk/, /^Harga jual/]) {
      expect(
        [...reached].some((text) => name.test(text)),
        String(name),
      ).toBe(true);
    }
    for (const key of ['F2', 'F3', 'F5', 'F9']) {
      await cashier.press(key);
      await page.getByRole('main').locator('button, input').first().waitFor();
      await look(key);
    }
    expect(weak).toEqual({});

    await openAnew(page);
    await test.step('nothing that has the focus is under the bar that saves', async () => {
      await cashier.press('F9');
      await page.getByRole('tab', { name: 'Sambungan' }).click();
      await page.getByLabel('Alamat provider').fill('https://provider.invalid/v1');
      const covered: string[] = [];
      for (let at = 0; at < 20; at += 1) {
        const under = await page.evaluate(() => {
          const field = document.activeElement;
          if (!(field instanceof HTMLElement) || !field.closest('[role="tabpanel"]')) return null;
          const { left, bottom, width } = field.getBoundingClientRect();
          const top = document.elementFromPoint(left + width / 2, bottom - 2);
          return top && (field.contains(top) || top.contains(field)) ? null : field.outerHTML.slice(0, 80);
        });
        if (under !== null) covered.push(under);
        await cashier.press('Tab');
      }
      expect(covered).toEqual([]);
    });
  });
});

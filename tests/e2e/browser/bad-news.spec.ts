import type { Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { faultsOf } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

/** What hangs out of the screen or of a part that scrolls, is cut, or has something over it. */
async function notWhole(page: Page, selector: string): Promise<string[]> {
  return await page.evaluate((selector) => {
    const elements = [...document.querySelectorAll<HTMLElement>(selector)];
    if (elements.length === 0) return [`nothing: ${selector}`];
    return elements.flatMap((element) => {
      const box = element.getBoundingClientRect();
      const name = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30) || selector;
      const isOut = box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
      const corners = [
        [box.left + 4, box.top + 4],
        [box.right - 4, box.top + 4],
        [box.left + 4, box.bottom - 4],
        [box.right - 4, box.bottom - 4],
      ] as const;
      const isCovered = corners.some(([x, y]) => {
        const top = document.elementFromPoint(x, y);
        return !top || !(element.contains(top) || top.contains(element));
      });
      const isCut = element instanceof HTMLInputElement && element.scrollWidth > element.clientWidth + 1;
      const text = element.querySelector('.truncate, .font-mono');
      const isShortened = text !== null && element.matches('[data-whole]') && text.scrollWidth > text.clientWidth + 1;
      return isOut || isCovered || isCut || isShortened
        ? [`${name}: ${isOut} ${isCovered} ${isCut} ${isShortened}`]
        : [];
    });
  }, selector);
}

const strip = '[aria-label="Uang yang belum jelas"]';
const heightOf = (page: Page, selector: string): Promise<number> =>
  page.evaluate((selector) => document.querySelector(selector)?.getBoundingClientRect().height ?? 0, selector);

test('with a drill, unsettled money, parked sales and the pad, number, cash and keys are whole on the smallest screen', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const faults: Record<string, string[]> = {};
  const look = async (name: string, selectors: readonly string[]): Promise<void> => {
    const violations = (await Promise.all(selectors.map((selector) => notWhole(page, selector)))).flat();
    if (violations.length > 0) faults[name] = violations;
    expect(await heightOf(page, strip), name).toBe(48);
  };
  const entry = 'input[name="entry"]';
  const pad = 'fieldset[aria-label="Tombol angka"] button';
  const always = [entry, 'nav button', 'button[type="submit"]'];

  // Three kinds of unsettled money.
  for (const [code, number] of [
    ['LOSTQUIET10', '081200000021'],
    ['PENDINGSUCCESS10', '081200000022'],
    ['FAILEDNOW10', '081200000023'],
  ] as const) {
    await cashier.sell({ number, code, price: '12000', cash: '50000' });
    await cashier.next();
  }
  await cashier.press('F1');
  for (const text of ['tsel10.081200000031', 'tsel10.081200000032', '081200000033']) {
    await expect(page.getByLabel('Nomor pelanggan, kode produk')).toBeFocused();
    await cashier.type(text);
    if (text.includes('.')) {
      await cashier.press('Enter');
      await expect(page.getByLabel('Uang diterima')).toBeFocused();
    }
    await cashier.press(';');
  }
  const chips = page.getByRole('region', { name: 'Penjualan yang diparkir' }).getByRole('button');
  await expect(chips).toHaveCount(3);
  await expect(page.locator(strip).getByRole('region', { name: 'Penjualan yang diparkir' })).toBeVisible();
  await expect(chips.first()).toContainText('Telkomsel 10');
  await cashier.press('!');
  await page.getByRole('button', { name: /^Mulai: Balasan hilang/ }).click();
  await expect(page.getByRole('region', { name: 'Soal yang sedang dikerjakan' })).toBeVisible();
  await page.keyboard.press('F10');
  await expect(page.locator(pad).first()).toBeVisible();

  await look('begun', [...always, pad]);
  await page.locator(entry).focus();
  await cashier.type('08120000003456');
  await look('number', [...always, pad]);
  await page.keyboard.press('Escape');
  await cashier.type('081200000034');
  await cashier.press('Enter');
  await expect(page.getByLabel('Kode produk atau namanya')).toBeFocused();
  await look('product', [...always, pad]);
  await cashier.type('tsel10');
  await cashier.press('Enter');
  await expect(page.getByLabel('Uang diterima')).toBeFocused();
  await cashier.type('100000');
  await expect(page.getByRole('button', { name: /^Nomor.*0812 0000 0034/ })).toBeVisible();
  await look('cash', [...always, pad, 'output[aria-label="Kembalian"]']);
  expect(await faultsOf(page, 'light')).toEqual([]);
  expect(faults).toEqual({});
});

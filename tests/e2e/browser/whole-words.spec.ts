import type { Locator, Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, saveSettings, test } from '../../support/counter-page.ts';
import { screenSizes } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const box = async (locator: Locator): Promise<{ top: number; bottom: number; left: number; right: number }> => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {};
  return { top: y, bottom: y + height, left: x, right: x + width };
};

/** Pixels that a list needs beyond its own width to show what is chosen in it. */
const missingWidth = (list: Locator): Promise<number> =>
  list.evaluate((element: HTMLSelectElement) => {
    const alone = document.createElement('select');
    alone.className = element.className;
    alone.style.cssText = 'position:absolute;width:max-content;max-width:none';
    alone.append(new Option(element.selectedOptions[0]?.text));
    element.parentElement?.append(alone);
    const wanted = alone.getBoundingClientRect().width;
    alone.remove();
    return wanted - element.getBoundingClientRect().width;
  });

/** Two sales paid together, one of which fails. */
async function batchWithFailure(page: Page): Promise<void> {
  const isMade = await page.evaluate(async () => {
    const lines = ['081277700001', '0800000000106'].map((customerNo) => ({
      productCode: 'TSEL10',
      customerNo,
      sellingPrice: 12_000,
      allowMismatch: true,
    }));
    const batch = { lines, payments: [{ method: 'cash' as const, amount: 24_000 }], tendered: 24_000 };
    return (await window.konter.batches.create(batch)).ok;
  });
  expect(isMade).toBe(true);
}

test('receipts whose money is to be handed back: the filter is whole, and the words of a row stand apart', async ({
  counterPage: page,
}) => {
  await batchWithFailure(page);
  // Both lines have their result.
  await expect(page.getByRole('region', { name: 'Uang yang belum jelas' })).toHaveText(
    /^1Harus dikembalikan\s*Rp12\.000Lihat$/,
  );
  await new Cashier(page).press('F3');
  const view = page.getByRole('combobox', { name: 'Tampilkan', exact: true });
  await view.selectOption({ label: 'Harus dikembalikan' });
  const row = page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option').first();
  await expect(row).toContainText('sekaligus');
  for (const width of [1024, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    expect(await missingWidth(view)).toBeLessThanOrEqual(0);
    expect(await missingWidth(page.getByRole('combobox', { name: 'Jenis', exact: true }))).toBeLessThanOrEqual(0);
    const owed = await box(row.getByText('Kembalikan Rp12.000'));
    expect((await box(row.getByText('sekaligus'))).right).toBeLessThanOrEqual(owed.left);
  }
});

test('the question which parked sale to open covers the label of the field, and not the field', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const field = page.getByLabel('Nomor pelanggan, kode produk');
  await expect(field).toBeFocused();
  const label = page.locator('label', { hasText: 'Nomor pelanggan, kode produk' });
  const parked = page.getByRole('region', { name: 'Penjualan yang diparkir' }).getByRole('listitem');
  for (const [at, number] of ['081234567831', '081234567832'].entries()) {
    await cashier.type(number);
    await cashier.press('Enter');
    await cashier.press(';');
    await expect(parked).toHaveCount(at + 1);
    await expect(field).toBeFocused();
  }
  await cashier.press(';');
  const question = page.getByText('Tekan angkanya untuk membukanya.');
  for (const { width, height } of screenSizes) {
    await page.setViewportSize({ width, height });
    await expect(question).toBeVisible();
    const { bottom } = await box(question);
    expect(bottom).toBeGreaterThanOrEqual((await box(label)).bottom);
    expect(bottom).toBeLessThanOrEqual((await box(field)).top);
  }
});

test('in high contrast an arrow that moves nothing is dimmed', async ({ counterPage: page }) => {
  await saveSettings(page, { theme: 'contrast' });
  await new Cashier(page).press('F5');
  await page.getByRole('button', { name: 'Urutan' }).click();
  // The first of the products, which the second list holds.
  const arrows = page.getByRole('dialog').getByRole('list').last().getByRole('listitem').first().getByRole('button');
  await expect(arrows.first()).toBeDisabled();
  await expect(arrows.first()).toHaveCSS('opacity', '0.3');
  await expect(arrows.last()).toHaveCSS('opacity', '1');
});

test('at 200 % a section of the settings comes into view when it is chosen', async ({ counterPage: page }) => {
  await page.setViewportSize({ width: 683, height: 384 });
  await new Cashier(page).press('F9');
  const sections = page.getByRole('tablist', { name: 'Pengaturan' }).getByRole('tab');
  await sections.first().waitFor();
  for (const name of ['Mode', 'Printer', 'Pembaruan', 'Toko']) {
    await sections.filter({ hasText: new RegExp(`^${name}$`) }).click();
    const heading = page.getByRole('tabpanel').getByRole('heading', { level: 3, name, exact: true });
    await expect(heading).toBeInViewport({ ratio: 1 });
    expect((await box(heading)).bottom).toBeLessThan(200);
  }
});

test('where list and section of the settings stand side by side, choosing one moves nothing else', async ({
  counterPage: page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await new Cashier(page).press('F9');
  const sections = page.getByRole('tablist', { name: 'Pengaturan' }).getByRole('tab');
  await sections.first().waitFor();
  const bar = page.getByRole('heading', { level: 1 });
  const { top } = await box(bar);
  for (const section of await sections.all()) {
    await section.click();
    await expect(section).toHaveAttribute('aria-selected', 'true');
    const heading = page.getByRole('tabpanel').getByRole('heading', { level: 3 }).first();
    await expect(heading).toBeInViewport({ ratio: 1 });
    expect((await box(bar)).top).toBe(top);
    // One that was read to its end begins at its top when it is chosen again.
    await page.getByRole('tabpanel').evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
  }
  await sections.filter({ hasText: 'Batas waktu dan nomor' }).click();
  await page.getByText('Awalan dan panjang nomor').click();
  await expect(page.getByText(/Daftar bawaan dari \d{1,2} \p{L}+ 20\d\d/u)).toBeVisible();
  for (const name of ['Pelanggan', 'Printer', 'Data pelanggan']) {
    await sections.filter({ hasText: new RegExp(`^${name}$`) }).click();
    await expect(page.getByRole('tabpanel').getByRole('heading', { level: 3, name, exact: true })).toBeInViewport({
      ratio: 1,
    });
  }
});

test('on the smallest screen a number that is mended is whole in its field, and so is the word of a tile that Enter takes', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const field = page.getByRole('combobox', { name: /^(Nomor pelanggan|Kode produk)/ });
  await cashier.startOver();
  await cashier.type('0857123456789');
  await cashier.press('Enter');
  await expect(page.getByLabel('Kode produk atau namanya')).toBeFocused();
  await cashier.type('TSEL10');
  await cashier.press('Enter');
  await page.getByRole('button', { name: 'Perbaiki nomor' }).click();
  await expect(field).toHaveValue('0857 1234 5678 9');
  expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);

  await cashier.startOver();
  await cashier.type('081234567890');
  await cashier.press('Enter');
  await expect(page.getByLabel('Kode produk atau namanya')).toBeFocused();
  await cashier.type('10');
  const name = page.getByRole('option', { name: /Telkomsel 10\.000/, selected: true }).getByText('Telkomsel 10.000');
  await expect(name).toBeVisible();
  // A word that is broken goes on in the next line.
  const lines = await name.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    if (text === null) return 0;
    range.setStart(text, 0);
    range.setEnd(text, 'Telkomsel'.length);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

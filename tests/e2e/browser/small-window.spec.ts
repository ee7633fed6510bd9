import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { sidewaysScroll, weakEdges } from '../../support/page-checks.ts';

test.describe('at 200 %', () => {
  test.use({ viewport: { width: 683, height: 384 } });

  test('receipts, catalogue and settings are read without scrolling sideways', async ({ counterPage: page }) => {
    test.slow();
    const cashier = new Cashier(page);
    const wide: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      const found = await sidewaysScroll(page);
      if (found.length > 0) wide[name] = found;
    };
    await cashier.sell({ number: '081234567890', code: 'TSEL10', price: '12000' });
    await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
    await cashier.press('F3');
    await page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option').first().click();
    for (const tab of ['Struk', 'Riwayat', 'Ringkasan']) {
      await page.getByRole('tab', { name: tab }).click();
      await look(`receipt, ${tab}`);
    }
    await cashier.press('F5');
    await expect(page.getByRole('textbox', { name: /^Biaya/ }).first()).toBeVisible();
    await look('catalogue');
    await cashier.press('F9');
    const sections = page.getByRole('tablist', { name: 'Pengaturan' }).getByRole('tab');
    await expect(sections.first()).toBeVisible();
    for (const section of await sections.all()) {
      await section.click();
      await look(`settings, ${await section.innerText()}`);
    }
    expect(wide).toEqual({});
  });
});

test.describe('on the smallest screen', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('the edges of fields, slots and buttons are seen, and the slots are reached by Tab', async ({
    counterPage: page,
  }) => {
    const cashier = new Cashier(page);
    const weak: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      for (const theme of ['light', 'dark', 'contrast']) {
        await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), theme);
        const found = await weakEdges(page);
        if (found.length > 0) weak[`${name}, ${theme}`] = found;
      }
    };
    await page.emulateMedia({ reducedMotion: 'reduce' });
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
  });

  test('nothing that has the focus is under the bar that saves', async ({ counterPage: page }) => {
    const cashier = new Cashier(page);
    await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
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

import type { Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

const tsel10 = { code: 'TSEL10', price: '12000' };

/** Where the caret is: never nowhere, and never in something that cannot be seen. */
async function expectFocus(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.matches('body, [inert], [inert] *') ?? true))
    .toBe(false);
}

test('the focus is never lost on the way through a sale, and keys that come too fast or too soon do nothing', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const number = page.getByLabel('Nomor pelanggan, kode produk, atau pindai');
  const field = page.getByRole('combobox');
  await expect(number).toBeFocused();
  await cashier.putTogether({ number: '081234567890', ...tsel10 });
  await expectFocus(page);
  await cashier.press('Escape');
  await expect(field).toBeFocused();
  await expect(page.getByRole('button', { name: /^Nomor/ })).toHaveText(/0812 3456 7890$/);
  await page
    .getByRole('option', { name: /^Telkomsel 10\.000/ })
    .last()
    .click();
  await expect(field).toBeFocused();
  await expect(page.getByLabel('Uang diterima')).toBeFocused();
  await cashier.press('Escape');
  await expect(number).toBeFocused();
  await expect(number).toHaveValue('');

  await test.step('after a click beside everything, what is typed still lands in the field', async () => {
    await page.getByText('Contoh struk').click();
    await cashier.type('0812');
    await expect(number).toHaveValue('0812');
    await page.getByRole('button', { name: 'Jual', exact: true }).click();
    await cashier.press('Escape');
    await expect(number).toBeFocused();
  });

  await test.step('through sending, the result, printing and the next sale', async () => {
    await cashier.sell({ number: '081234567890', ...tsel10 });
    await expectFocus(page);
    await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
    await expectFocus(page);
    const before = await page.evaluateHandle(() => document.activeElement);
    await cashier.press('F8');
    await expect(page.getByText('Jendela cetak dibuka untuk struk ini.', { exact: true })).toBeVisible();
    expect(await page.evaluate((element) => element === document.activeElement, before)).toBe(true);
    await cashier.next();
    await expect(number).toBeFocused();
  });

  await test.step('a dialog keeps the focus in, and gives it back', async () => {
    await cashier.sell({ number: '081234567890', ...tsel10 });
    const stop = page.getByRole('button', { name: 'Tidak jadi' });
    await expect(stop).toBeFocused();
    for (let at = 0; at < 6; at += 1) {
      await cashier.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true);
    }
    await cashier.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectFocus(page);
    await cashier.press('Escape');
    await expect(field).toBeFocused();
    await cashier.press('?');
    await expect(page.getByRole('dialog', { name: 'Semua tombol' })).toContainText('Pengaturan');
    await cashier.press('Escape');
    await expect(field).toBeFocused();
  });

  await test.step('every control can be reached by Tab, and is seen to be', async () => {
    const unseen = await page.evaluate(() => {
      const style = getComputedStyle(document.activeElement ?? document.body);
      return style.outlineStyle === 'none' && style.boxShadow === 'none';
    });
    expect(unseen).toBe(false);
    const names: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      await cashier.press('Shift+Tab');
      const seen = await page.evaluate(() => {
        const at = document.activeElement;
        if (!(at instanceof HTMLElement) || at === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        return `${outlineStyle} ${Number.parseFloat(outlineWidth) >= 2 ? 'wide' : outlineWidth} ${at.innerText.split('\n')[0]}`;
      });
      if (seen !== null) names.push(seen);
    }
    expect(names.filter((name) => !name.startsWith('solid wide'))).toEqual([]);
    for (const place of ['Jual', 'Tagihan', 'Struk', 'Pengaturan']) expect(names).toContain(`solid wide ${place}`);
  });

  await cashier.startOver();
  await test.step('keys that come too fast or too soon send nothing and choose nothing', async () => {
    await test.step('keys that are faster than the screen mean what they meant: no older choice is taken for them', async () => {
      await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
      await page.evaluate(() =>
        Promise.all(['TSEL5', 'TSEL50'].map((productCode) => window.konter.product({ productCode }))),
      );
      await cashier.type('081234567001');
      await cashier.press('Enter');
      await cashier.type('TSEL5');
      const preferred = page.locator('[role=option][aria-selected=true]');
      await expect(preferred).toHaveText(/Telkomsel 5\.000/);
      // The last sign and Enter within one task of the page: no list of the whole text can be drawn between them.
      await page.getByRole('combobox').evaluate(async (field) => {
        if (!(field instanceof HTMLInputElement)) throw new Error('no field');
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'TSEL50');
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await Promise.resolve();
        const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
        // As a browser does of a real key that nobody took.
        if (field.dispatchEvent(enter)) field.form?.requestSubmit();
      });
      await cashier.type('60000');
      await cashier.press('Enter');
      await expect(page.getByTestId('read-back-number')).toHaveText('0812 3456 7001');
      await expect(page.getByRole('main')).toContainText('Telkomsel 50.000');
      await cashier.press('Escape');
      await cashier.press('Escape');
      await expect(page.getByLabel('Nomor pelanggan')).toHaveValue('');
    });

    await test.step('an Enter that is held down, or pressed too soon, sends nothing', async () => {
      const number = '081234567893';
      await cashier.press('F1');
      await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
      await cashier.type(number);
      await cashier.press('Enter');
      await cashier.type('TSEL10');
      await cashier.press('Enter');
      await expect(page.getByLabel('Uang diterima')).toBeFocused();
      await page.keyboard.down('Enter');
      await expect(page.getByTestId('read-back-number')).toBeVisible();
      await page.keyboard.down('Enter');
      await expect(cashier.button('Kirim')).toBeEnabled();
      for (let at = 0; at < 20; at += 1) await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await expect(page.getByTestId('read-back-number')).toBeVisible();
      expect(await cashier.booked(number)).toEqual([]);

      await cashier.press('Escape');
      await expect(page.getByTestId('read-back-number')).toHaveCount(0);
      await page.getByLabel('Uang diterima').focus();
      // Both arrive before the read-back has been in sight: the second is not meant for it.
      await page.evaluate(() => {
        const press = (target: Element | null): void => {
          target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
        };
        document.querySelector('form')?.requestSubmit();
        press(document.body);
        requestAnimationFrame(() => press(document.body));
      });
      await expect(cashier.button('Kirim')).toBeEnabled();
      expect(await cashier.booked(number)).toEqual([]);

      await test.step('two quick presses are one order', async () => {
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
        await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
        expect(await cashier.booked(number)).toHaveLength(1);
      });
      await cashier.next();
    });

    await test.step('a scan while a sale is read back sends nothing: its Enter is nobody’s', async () => {
      const number = '081234567892';
      await cashier.putTogether({ number, ...tsel10 });
      await expect(cashier.button('Kirim')).toBeEnabled();
      const scan = (): Promise<void> =>
        page.evaluate(() => {
          for (const key of [...Array.from('8991234567890'), 'Enter']) {
            document.activeElement?.dispatchEvent(
              new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
            );
          }
        });
      await scan();
      await expect(page.getByTestId('read-back-number')).toBeVisible();
      expect(await cashier.booked(number)).toEqual([]);
      await cashier.button('Kirim').click();
      await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
      expect(await cashier.booked(number)).toHaveLength(1);
    });
  });
});

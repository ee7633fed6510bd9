import type { Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { screenSizes } from '../../support/page-checks.ts';

const learn = (codes: string[]) => Promise.all(codes.map((productCode) => window.konter.product({ productCode })));

const field = (page: Page) => page.getByRole('combobox');

test('a sale is entered: products found by words, cash chosen, fields gone back to; what is typed elsewhere is the next sale', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);

  await test.step('there is room for products, in tabs, and the words of customers find them', async () => {
    const codes = 'TSEL5 TSEL10 TSEL20 TSEL50 TSEL100 ISAT10 ISAT25 XL10 AXIS10 TRI10 SMART10 TSELD5 ISATD3';
    await page.evaluate(learn, [...codes.split(' '), 'PLN20', 'PLN50', 'PLN100', 'PLN200', 'TELKOM']);
    const products = page.getByRole('group', { name: 'Produk yang pernah dijual' });
    const cards = products.getByRole('option');
    const inSight = async (): Promise<number> => {
      const list = await products.boundingBox();
      const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
      const bottom = (list?.y ?? 0) + (list?.height ?? 0);
      return boxes.filter((box) => box !== null && box.y + box.height <= bottom + 0.5).length;
    };

    await test.step('in training, at least nine on the smallest screen and twelve on the usual one', async () => {
      await cashier.type('081299990777');
      await cashier.press('Enter');
      for (const [width, wanted] of [
        [1024, 9],
        [1366, 12],
      ] as const) {
        await page.setViewportSize({ width, height: 768 });
        await expect.poll(inSight).toBeGreaterThanOrEqual(wanted);
      }
    });

    await test.step('a word or its beginning finds, and an amount is a whole one', async () => {
      for (const [typed, names] of [
        ['5gb', ['Telkomsel Data 5 GB']],
        ['20rb pln', ['Token PLN 20.000']],
      ] as const) {
        await field(page).fill(typed);
        await expect(cards).toHaveCount(names.length);
        for (const name of names) await expect(cards.filter({ hasText: name })).toHaveCount(1);
      }
    });

    await test.step('Enter takes the one that is left', async () => {
      await field(page).fill('');
      await cashier.type('telkomsel 50');
      await cashier.press('Enter');
      await expect(page.getByRole('button', { name: /^Produk/ })).toHaveText(/Telkomsel 50\.000$/);
      await cashier.press('Escape');
    });

    await test.step('a meter has electricity first, and its nominals', async () => {
      await cashier.type('14012345678');
      await cashier.press('Enter');
      await expect(cards.first()).toHaveText(/Token PLN/);
      await cashier.type('20');
      await cashier.press('Enter');
      await expect(page.getByRole('button', { name: /^Produk/ })).toHaveText(/Token PLN 20\.000$/);
      await cashier.press('Escape');
    });

    await test.step('tabs, by pointer and by key', async () => {
      const tabs = page.getByRole('group', { name: 'Jenis produk' }).getByRole('button');
      await expect(tabs).toHaveText(['Semua', 'Pulsa', 'Data', 'Token', 'Tagihan']);
      await tabs.filter({ hasText: 'Data' }).click();
      await expect(cards).toHaveCount(2);
      await expect(field(page)).toBeFocused();
      await cashier.press('PageDown');
      await expect(tabs.filter({ hasText: 'Token' })).toHaveAttribute('aria-pressed', 'true');
      await expect(cards).toHaveText(Array.from({ length: 4 }, () => /Token PLN/));
      await cashier.type('tsel10');
      await expect(cards.first()).toHaveText(/Telkomsel 10\.000/);
      await cashier.press('Escape');
      await expect(tabs.first()).toHaveAttribute('aria-pressed', 'true');
    });

    await test.step('the marks of Telkom and Telkomsel differ', async () => {
      const markOf = (name: RegExp): Promise<string> =>
        cards.filter({ hasText: name }).first().locator('[aria-hidden="true"]').first().innerHTML();
      expect(await markOf(/^TLKMTelkom /)).not.toBe(await markOf(/^TSELTelkomsel 10/));
    });
  });

  await page.setViewportSize({ width: 1280, height: 720 });
  await cashier.startOver();
  await test.step('the cash choices are the next tens and the notes of 50.000 and 100.000, and none is cut off', async () => {
    await page.evaluate(learn, ['TSEL20']);
    await cashier.type('081234567890');
    await cashier.press('Enter');
    await cashier.type('TSEL20');
    await cashier.press('Enter');
    await cashier.press('F6');
    await cashier.type('22000');
    await cashier.press('Enter');
    const choices = page.getByRole('group', { name: 'Pilihan uang' }).getByRole('button');
    for (const size of screenSizes) {
      await page.setViewportSize(size);
      await expect(choices).toHaveText(['Uang pas', '25.000', '30.000', '40.000', '50.000', '100.000']);
      for (const choice of await choices.all()) {
        await expect(choice).toBeInViewport({ ratio: 1 });
        expect(await choice.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
      }
    }
    await choices.last().click();
    await expect(page.getByLabel('Kembali')).toHaveText('Rp78.000');
  });

  await page.setViewportSize({ width: 1280, height: 720 });
  await cashier.startOver();
  await test.step('money that is not cash has no cash to choose, and the slip folds away as it came', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await cashier.putTogether({ number: '081234567890', code: 'TSEL10', price: '12000' });
    await cashier.press('Escape');
    const choices = page.getByRole('group', { name: 'Pilihan uang' });
    const go = page.locator('form button[type="submit"]').last();
    await expect(choices).toBeVisible();
    const before = await go.boundingBox();
    await cashier.press('Alt+1');
    await expect(choices).toHaveCount(0);
    expect(await go.boundingBox()).toEqual(before);

    const slip = page.getByRole('complementary', { name: 'Struk pelanggan' });
    const fold = slip.getByRole('button', { expanded: true });
    await slip.getByRole('button', { expanded: false }).click();
    await expect(fold).toBeVisible();
    await expect(page.getByRole('combobox')).toBeFocused();
    await fold.click();
    await expect(slip.getByRole('button', { expanded: false })).toBeVisible();
  });

  await page.setViewportSize({ width: 1280, height: 720 });
  await cashier.startOver();
  await test.step('any field is gone back to by keys or a tap, and nothing is cleared by it', async () => {
    await page.evaluate(learn, ['TSEL10', 'TSEL20']);
    const review = page.getByTestId('read-back-number');
    const price = page.getByRole('button', { name: /^Harga jual/ });
    const counted = async (work: () => Promise<void>): Promise<number> => {
      const before = cashier.strokes;
      await work();
      return cashier.strokes - before;
    };

    await test.step('a wrong digit that is seen at the reading back costs at most six keys', async () => {
      await cashier.putTogether({ number: '081299990777', code: 'TSEL10', price: '12000', cash: '20000' });
      const keys = await counted(async () => {
        await cashier.press('ArrowUp');
        await expect(field(page)).toBeFocused();
        await cashier.press('End');
        await cashier.press('Backspace');
        await cashier.type('8');
        await cashier.press('Enter');
        await cashier.press('Enter');
        await expect(review).toHaveText('0812 9999 0778');
      });
      expect(keys - 1).toBeLessThanOrEqual(6);
      await expect(page.getByRole('main')).toContainText('Rp20.000');
    });

    await test.step('by Shift+Tab and Enter, and by a tap', async () => {
      await cashier.press('Escape');
      await expect(page.getByLabel('Uang diterima')).toBeFocused();
      await cashier.press('Shift+Tab');
      await expect(page.getByRole('button', { name: /^Produk/ })).toBeFocused();
      await cashier.press('Shift+Tab');
      await cashier.press('Enter');
      await expect(page.getByLabel(/^Nomor pelanggan/)).toBeFocused();
      await page.getByRole('button', { name: /^Produk/ }).click();
      await expect(field(page)).toHaveValue('TSEL10');
      await cashier.press('Enter');
      await expect(page.getByLabel('Uang diterima')).toBeFocused();
      await expect(price).toHaveText(/Rp12\.000$/);
    });

    await test.step('a half typed product is there again', async () => {
      await cashier.press('Escape');
      await cashier.type('081299990777');
      await cashier.press('Enter');
      await cashier.type('TSEL');
      await cashier.press('ArrowUp');
      await expect(field(page)).toHaveValue('0812 9999 0777');
      await cashier.press('Enter');
      await expect(field(page)).toHaveValue('TSEL');
    });
  });

  await cashier.startOver();
  await test.step('what is typed or scanned on another screen begins the next sale, and the receipts search for it', async () => {
    const number = /0812 3456 7801$/;
    for (const key of ['F4', 'F9']) {
      await test.step(`at ${key}`, async () => {
        await cashier.press(key);
        await expect(page.getByRole('main')).not.toHaveAccessibleName(/Jual/);
        await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
        await page.keyboard.type('081234567801');
        await expect(field(page)).toHaveValue('0812 3456 7801');
        await cashier.press('Escape');
      });
    }

    await test.step('a scan with its Enter', async () => {
      await cashier.press('F4');
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
      await page.keyboard.type('081234567801');
      await page.keyboard.press('Enter');
      await expect(field(page)).toBeFocused();
      if ((await field(page).inputValue()) !== '') await cashier.press('Enter');
      await expect(page.getByRole('button', { name: /^Nomor/ })).toHaveText(number);
    });

    await test.step('beside a sale that is half made it waits, and the sale stays as it is', async () => {
      await cashier.press('F4');
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
      await page.keyboard.type('0812345678022');
      await page.keyboard.press('Backspace');
      await expect(page.getByTestId('typed-ahead')).toHaveText('0812 3456 7802');
      await cashier.press('F1');
      await expect(page.getByRole('button', { name: /^Nomor/ })).toHaveText(number);
      await expect(field(page)).toHaveValue('');
      await cashier.press('Escape');
      await expect(field(page)).toHaveValue('0812 3456 7802');
      await cashier.press('Escape');
    });

    await test.step('the receipts take it into their search', async () => {
      await cashier.press('F3');
      const search = page.getByRole('searchbox');
      await expect(search).toBeVisible();
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
      await page.keyboard.type('0812');
      await expect(search).toHaveValue('0812');
    });
    expect(await cashier.booked('0812345678')).toEqual([]);
  });

  await cashier.startOver();
  await test.step('a price is shown without beginning a sale, and the list is copied for WhatsApp', async () => {
    // The system's clipboard is that of every page on the machine.
    await page.evaluate(() => {
      const writeText = async (text: string): Promise<void> => {
        document.body.dataset['copied'] = text;
      };
      Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
    });
    const copied = () => page.evaluate(() => document.body.dataset['copied']);
    const number = page.getByLabel(/^Nomor pelanggan/);
    await page.evaluate(() =>
      Promise.all(['TSEL50', 'TSEL5', 'XL10'].map((productCode) => window.konter.product({ productCode }))),
    );
    await cashier.type('0812');
    const dialog = page.getByRole('dialog', { name: 'Cek harga' });
    const price = dialog.getByRole('status').first();

    await test.step('digits that follow the key at once are in the field', async () => {
      await cashier.press('=');
      await cashier.type('tsel50');
      await expect(dialog.getByRole('searchbox')).toHaveValue('tsel50');
      await expect(price).toContainText('Telkomsel 50.000');
      await expect(price).toContainText(/Rp\d\d\.\d00/);
    });

    await test.step('a nominal finds it too, and the arrows walk through what was found', async () => {
      await dialog.getByRole('searchbox').fill('10');
      await expect(price).toContainText('10.000');
      const first = await price.innerText();
      await cashier.press('ArrowDown');
      await expect(price).not.toHaveText(first);
      await cashier.press('ArrowUp');
      await expect(price).toHaveText(first, { useInnerText: true });
    });

    await test.step('F8 copies the list of what was found', async () => {
      await dialog.getByRole('searchbox').fill('xl');
      await cashier.press('F8');
      await expect(dialog.getByText('Daftar harga disalin. Tempel di WhatsApp.')).toBeVisible();
      expect(await copied()).toMatch(/^\*XL\*\nXL /);
      expect(await copied()).not.toContain('Telkomsel');
    });

    await test.step('Escape leads back to the sale as it was, and nothing was sold', async () => {
      await cashier.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(number).toHaveValue('0812');
      await expect(number).toBeFocused();
      expect(await cashier.booked('0812')).toEqual([]);
    });
  });
});

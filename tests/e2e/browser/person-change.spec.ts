import { startBuiltCounter } from '../../support/browser-counter.ts';
import { expect, test } from '../../support/counter-page.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('a PIN beside its field is shown nowhere, costs leave with the person, and a scan that ends with Tab is one scan', async ({
  page,
  dataDir,
}) => {
  const counter = await startBuiltCounter({ dataDir });
  const number = '081234567890';
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(counter.url);
    await expect(page.getByRole('navigation')).toBeVisible();
    const answers = await page.evaluate(async () => [
      await window.konter.people.setUp({ name: 'Bu Rina', pin: '482615' }),
      await window.konter.people.add({ name: 'Budi', role: 'cashier', pin: '5038' }),
      await window.konter.product({ productCode: 'TSEL10' }),
      await window.konter.catalogue.save({ changes: [{ productCode: 'TSEL10', cost: 10_731, sellingPrice: 12_000 }] }),
      await window.konter.order({ productCode: 'TSEL10', customerNo: '081234567891', sellingPrice: 12_000 }),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);

    await test.step('the owner’s books are gone as the cashier comes', async () => {
      await page.keyboard.press('F4');
      const costs = page.getByText('Rp10.731').first();
      await expect(costs).toBeVisible();
      await page.keyboard.press('F12');
      await expect(page.getByLabel('PIN Budi')).toBeFocused();
      await page.keyboard.type('5038');
      await page.keyboard.press('Enter');
      await expect(page.getByTitle('Ganti kasir atau kunci')).toContainText('Budi');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByText('Rp10.731')).toHaveCount(0);
    });

    await test.step('a number that a scanner ends with Tab is accepted, and the product stands behind it', async () => {
      await page.keyboard.press('F1');
      await page.keyboard.type(number);
      await page.keyboard.press('Tab');
      await expect(page.getByLabel('Kode produk atau namanya')).toBeFocused();
      await page.keyboard.type(`TSEL10.${number}`);
      await page.keyboard.press('Tab');
      await expect(page.getByLabel('Uang diterima')).toBeFocused();
    });

    await test.step('a price below cost asks for a reason first; what is typed there is gathered nowhere', async () => {
      await page.keyboard.press('F6');
      await page.keyboard.type('10000');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Kirim', disabled: false }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByLabel('Alasan')).toBeFocused();
      await dialog.getByRole('button').first().focus();
      await page.keyboard.type('615284');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(page.getByTestId('typed-ahead')).toHaveCount(0);
      await expect(page.getByText('6152 84')).toHaveCount(0);
    });
  } finally {
    await counter.stop();
  }
});

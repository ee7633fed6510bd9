import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

test('a price is told without beginning a sale, and the list is copied for WhatsApp', async ({ counterPage: page }) => {
  // The system's clipboard is that of every page on the machine.
  const copies: string[] = [];
  await page.exposeFunction('keepCopy', (text: string) => void copies.push(text));
  await page.evaluate(() => {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- exposed above
    const writeText = (text: string): Promise<void> =>
      (window as unknown as { keepCopy: (text: string) => Promise<void> }).keepCopy(text);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  });
  const cashier = new Cashier(page);
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
    expect(copies).toEqual([expect.stringMatching(/^\*XL\*\nXL /m)]);
    expect(copies[0]).not.toContain('Telkomsel');
  });

  await test.step('Escape leads back to the sale as it was, and nothing was sold', async () => {
    await cashier.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(number).toHaveValue('0812');
    await expect(number).toBeFocused();
    expect(await cashier.booked('0812')).toEqual([]);
  });
});

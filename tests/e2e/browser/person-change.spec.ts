import type { Page } from '@playwright/test';
import { expect, test } from '../../support/counter-page.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const ownerPin = '482615';
const cashierPin = '5038';

/** How many objects the page still has that hold the value, or a text with it. Nothing that it has let go of counts. */
async function objectsWith(page: Page, value: number | string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { result: prototype } = await session.send('Runtime.evaluate', { expression: 'Object.prototype' });
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId ?? '' });
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: `function (wanted) {
      const is = (value) => value === wanted || (typeof wanted === 'string' && typeof value === 'string' && value.includes(wanted));
      return this.filter((each) => Object.values(Object.getOwnPropertyDescriptors(each)).some(({ value }) => is(value))).length;
    }`,
    arguments: [{ value }],
  });
  await session.detach();
  return result.value;
}

const signIn = async (page: Page, name: string, pin: string): Promise<void> => {
  await page.keyboard.press('F12');
  await expect(page.getByLabel(`PIN ${name}`)).toBeFocused();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
  await expect(page.getByTitle('Ganti kasir atau kunci')).toContainText(name);
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

test('what the owner saw of costs leaves the page with the owner, a PIN beside its field stays nowhere, and a scan that ends with Tab is one scan', async ({
  counterPage: page,
}) => {
  const sold = { productCode: 'SUCCESSNOW10', customerNo: '081234567891', sellingPrice: 12_345 };
  const [cost, profit] = [10_250, 12_345 - 10_250];
  const typedAhead = page.getByTestId('typed-ahead');
  const entry = page.getByLabel('Nomor pelanggan, kode produk');

  await test.step('a PIN beside its field in the settings leads nowhere and stays nowhere', async () => {
    await page.keyboard.press('F9');
    const tab = page.getByRole('tab', { name: 'Pengguna & PIN' });
    await tab.click();
    await expect(page.getByLabel('PIN sekali lagi').first()).toBeVisible();
    await page.keyboard.type(ownerPin);
    await expect(tab).toBeVisible();
    await expect(typedAhead).toHaveCount(0);
    await page.keyboard.press('F1');
    await expect(entry).toHaveValue('');
    expect(await objectsWith(page, ownerPin)).toBe(0);
  });

  const answers = await page.evaluate(
    async ([sold, ownerPin, cashierPin]) => [
      await window.konter.people.setUp({ name: 'Bu Rina', pin: ownerPin }),
      await window.konter.people.add({ name: 'Budi', role: 'cashier', pin: cashierPin }),
      await window.konter.product({ productCode: sold.productCode }),
      await window.konter.catalogue.save({
        changes: [{ productCode: sold.productCode, sellingPrice: 12_345, cost: 10_001 }],
      }),
      await window.konter.order(sold),
    ],
    [sold, ownerPin, cashierPin] as const,
  );
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);

  await test.step('the owner’s costs are on the screen and in memory, and gone with the owner', async () => {
    // Its cost has risen, as a search for it shows.
    await page.keyboard.type('SUCCESSNOW10');
    await expect(page.getByText('Latihan SUCCESSNOW10').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('F5');
    await expect(page.getByText('Latihan SUCCESSNOW10')).toBeVisible();
    await page.keyboard.press('F3');
    await page.getByText('Latihan SUCCESSNOW10').first().click();
    // Of the sale at a glance, and in its details.
    await expect(page.getByText('laba Rp2.095')).toBeVisible();
    await expect(page.getByRole('complementary')).toContainText('Laba kotorRp2.095');
    await page.keyboard.press('F4');
    await expect(page.getByText('Rp2.095').first()).toBeVisible();
    expect(await objectsWith(page, cost)).toBeGreaterThan(0);
    expect(await objectsWith(page, profit)).toBeGreaterThan(0);
    await signIn(page, 'Budi', cashierPin);
    await expect(page.getByRole('heading', { name: 'Buka shift' })).toBeVisible();
    await expect(page.getByText(/2\.095|10\.250/)).toHaveCount(0);
    expect({ cost: await objectsWith(page, cost), profit: await objectsWith(page, profit) }).toEqual({
      cost: 0,
      profit: 0,
    });
  });

  await test.step('the cashier’s own way through the screens brings none back', async () => {
    await page.keyboard.press('F3');
    await page.getByText('Latihan SUCCESSNOW10').first().click();
    await expect(page.getByText('Rp12.345').first()).toBeVisible();
    await expect(page.getByText(/laba/i)).toHaveCount(0);
    await page.keyboard.press('F1');
    await expect(entry).toBeFocused();
    expect({ cost: await objectsWith(page, cost), profit: await objectsWith(page, profit) }).toEqual({
      cost: 0,
      profit: 0,
    });
  });

  await test.step('scans that end with Tab are a number, a product and a number, each one whole', async () => {
    await page.keyboard.type('081234567890');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Kode produk atau namanya')).toBeFocused();
    await page.keyboard.type('SUCCESSNOW10.081234567892');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await page.keyboard.type('081234567893');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await expect(page.getByLabel('Uang diterima')).toHaveValue('');
    await expect(page.getByText('0812 3456 7893').first()).toBeVisible();
  });

  await test.step('a PIN in the field for cash is no cash, and not in sight for the next person', async () => {
    const cash = page.getByLabel('Uang diterima');
    await page.keyboard.type(ownerPin);
    await expect(cash).toHaveValue('482.615');
    await signIn(page, 'Bu Rina', ownerPin);
    await expect(cash).toHaveValue('');
    await expect(page.getByText('482.615')).toHaveCount(0);
    await signIn(page, 'Budi', cashierPin);
    await expect(cash).toHaveValue('');
  });

  await test.step('a PIN beside its field at a price below cost: the reason has the focus, and no digit is kept', async () => {
    await page.keyboard.press('F6');
    await page.keyboard.type('10000');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Kirim', disabled: false }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Alasan')).toBeFocused();
    await dialog.getByRole('button').first().focus();
    await page.keyboard.type(ownerPin);
    await expect(typedAhead).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(typedAhead).toHaveCount(0);
    await signIn(page, 'Bu Rina', ownerPin);
    await page.keyboard.press('F12');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: /Batal/ }).focus();
    await page.keyboard.type(ownerPin);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(typedAhead).toHaveCount(0);
    expect(await objectsWith(page, ownerPin)).toBe(0);
  });
});

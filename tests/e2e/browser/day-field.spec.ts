import { Cashier } from '../../support/cashier.ts';
import { expect, saveSettings, test } from '../../support/counter-page.ts';
import { faultsOf } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('days are typed and picked in the program’s language, whatever the browser’s is, and a bad one is said', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  expect(await page.evaluate(() => navigator.language)).toBe('id-ID');
  await cashier.sell({ number: '081200000001', code: 'SUCCESSNOW10', price: '12000' });
  await cashier.next();
  await cashier.press('F4');
  await page.getByText('Pilih tanggal', { exact: true }).click();
  const [from, to] = [page.getByLabel('dari', { exact: true }), page.getByLabel('sampai', { exact: true })];

  await test.step('by keys, with a slash, a short year and the arrows', async () => {
    await from.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1/3/26');
    await page.keyboard.press('Tab');
    await expect(from).toHaveValue('01/03/2026');
    await from.focus();
    await page.keyboard.press('ArrowUp');
    await expect(from).toHaveValue('02/03/2026');
    // The slash is no key of the screen here.
    await expect(page.getByRole('heading', { name: /Struk/ })).toHaveCount(0);
  });

  await test.step('what is no day changes nothing and says why', async () => {
    const room = (await from.boundingBox())?.width;
    await from.fill('31022026');
    await expect(page.getByRole('alert').filter({ hasText: 'Tanggal ini tidak ada' })).toBeVisible();
    // Its words stand below, and take no room of the field.
    expect((await from.boundingBox())?.width).toBe(room);
    await from.fill('1503');
    await expect(page.getByRole('alert').filter({ hasText: 'Tanggal' })).toHaveCount(0);
    await to.focus();
    await expect(page.getByRole('alert').filter({ hasText: 'Tulis lengkap: hari/bulan/tahun' })).toBeVisible();
    expect(await faultsOf(page, 'light')).toEqual([]);
    await from.fill('15/03/2026');
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  });

  await test.step('from a calendar, by keys alone', async () => {
    await from.focus();
    await page.keyboard.press('Alt+ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'dari, Pilih dari kalender' });
    await expect(calendar).toContainText('Maret 2026');
    await expect(page.getByRole('button', { name: 'Minggu, 15 Maret 2026' })).toBeFocused();
    expect(await faultsOf(page, 'light')).toEqual([]);
    await page.keyboard.press('PageUp');
    await expect(page.getByRole('button', { name: 'Minggu, 1 Februari 2026' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(calendar).toHaveCount(0);
    await expect(from).toHaveValue('02/02/2026');
  });

  await test.step('in English, and by hand', async () => {
    await saveSettings(page, { language: 'en' });
    const field = page.getByLabel('from', { exact: true });
    await expect(field).toHaveValue('02/02/2026');
    await page.getByRole('button', { name: 'Pick from a calendar' }).first().click();
    await page.getByRole('button', { name: 'Tuesday, February 10, 2026' }).click();
    await expect(field).toHaveValue('10/02/2026');
  });

  await test.step('a form takes no bad day', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export the books' });
    const day = dialog.getByLabel('From', { exact: true });
    await day.fill('3002');
    await dialog.getByRole('button', { name: /^Create file/ }).click();
    await expect(day).toHaveAttribute('aria-invalid', 'true');
    await expect(day).toBeFocused();
  });
});

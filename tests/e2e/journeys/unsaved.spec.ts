import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('nothing that is typed into the settings is lost without a question, and a setting is found by its name', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const { faults, look } = looksAt(page);
  const name = page.getByLabel('Nama toko');
  const dialog = page.getByRole('dialog', { name: 'Perubahan belum disimpan' });
  const stay = dialog.getByRole('button', { name: 'Tetap di sini' });
  await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
  await cashier.press('F9');
  await page.getByRole('tab', { name: 'Toko', exact: true }).click();
  await name.fill('Toko Makmur');

  const ways: ReadonlyArray<[string, () => Promise<void>]> = [
    ['a key', () => cashier.press('F1')],
    ['another screen', () => page.getByRole('button', { name: 'Katalog', exact: true }).click()],
    ['another section', () => page.getByRole('tab', { name: 'Printer' }).click()],
    ['the receipts', () => cashier.press('F3')],
  ];
  for (const [way, leave] of ways) {
    await test.step(way, async () => {
      await leave();
      await expect(stay).toBeFocused();
      await cashier.press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(name).toHaveValue('Toko Makmur');
    });
  }

  await test.step('closing the window', async () => {
    const question = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await question;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(name).toHaveValue('Toko Makmur');
  });

  await test.step('a person may say that it is lost, and what is saved is not asked about', async () => {
    await cashier.press('F1');
    await look('asked about unsaved changes');
    const discard = dialog.getByRole('button', { name: 'Buang perubahan' });
    await expect(discard).toBeEnabled();
    await discard.click();
    await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
    await cashier.press('F9');
    await page.getByRole('tab', { name: 'Toko', exact: true }).click();
    await expect(name).toHaveValue('');
    const save = page.getByRole('button', { name: 'Simpan', exact: true });
    // What cannot be pressed does not look like a second choice.
    expect(await save.evaluate((button) => getComputedStyle(button).borderTopStyle)).toBe('dashed');
    await name.fill('Toko Makmur');
    await save.click();
    await expect(page.getByText('Tersimpan.').first()).toBeVisible();
    await cashier.press('F1');
    await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
  });

  await test.step('a setting is found by what people call it; the mode is first, and the zones have their names', async () => {
    const tabs = page.getByRole('tablist', { name: 'Pengaturan' }).getByRole('tab');
    await cashier.press('F9');
    await expect(tabs.first()).toHaveText('Mode');
    await page.getByRole('searchbox', { name: 'Cari pengaturan' }).fill('wita');
    await expect(tabs).toHaveCount(1);
    await cashier.press('Enter');
    await expect(
      page.getByRole('group', { name: 'Zona waktu toko' }).getByRole('radio', { checked: true }),
    ).toHaveAccessibleName(/^WIB/);
    await page.getByRole('searchbox', { name: 'Cari pengaturan' }).fill('bluetooth');
    await cashier.press('Enter');
    await expect(page.getByRole('heading', { name: 'Printer', exact: true }).first()).toBeVisible();
  });
  expect(faults).toEqual({});
});

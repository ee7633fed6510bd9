import { admit, expect, fakeTest as test } from '../../support/fake-page.ts';

test('Esc closes a dialog, and starts over on the screen, also while a short message stands', async ({
  fakeHost: host,
  openPage,
}) => {
  admit(host.app);
  const { handlers } = host.app;
  const isSaved = Promise.withResolvers<void>();
  const save = handlers['settings.save'];
  handlers['settings.save'] = async (change) => {
    await isSaved.promise;
    return save(change);
  };
  const page = await openPage();
  const message = page.getByText('Tersimpan.', { exact: true });
  const dialog = page.getByRole('dialog', { name: 'Semua tombol' });
  await page.keyboard.press('F9');
  await page.getByRole('tab', { name: 'Tampilan' }).click();
  await page.getByRole('radio', { name: 'Gelap' }).check();

  await test.step('the message comes over the dialog', async () => {
    // A radio takes the character.
    await page.getByRole('heading', { name: 'Tampilan' }).click();
    await page.keyboard.press('?');
    await expect(dialog).toBeVisible();
    isSaved.resolve();
    await expect(message).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(message).toBeVisible();
  });

  await test.step('on the screen', async () => {
    await message.hover();
    await page.keyboard.press('F1');
    const field = page.getByLabel('Nomor pelanggan, kode produk');
    await expect(field).toBeFocused();
    await page.keyboard.type('0812');
    await page.keyboard.press('Escape');
    await expect(field).toHaveValue('');
    await expect(message).toBeVisible();
  });

  await test.step('it goes by itself once nothing points at it', async () => {
    await page.mouse.move(0, 0);
    await expect(message).toHaveCount(0, { timeout: 10_000 });
  });
});

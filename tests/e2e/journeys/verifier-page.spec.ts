import { expect, test } from '@playwright/test';
import { vector } from '../../support/contract-samples.ts';
import { runAxe } from '../../support/page-checks.ts';
import { openVerifier, scanInto, verdictOn } from '../../support/verifier-page.ts';

test('the holder of a slip learns on one page, without a network, whether it is genuine', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const complaints = await openVerifier(page);
  await scanInto(page, vector('proof'));
  await expect(verdictOn(page)).toContainText('Terminal tidak dikenal');
  await page.getByLabel('Kunci konter').fill(vector('public key (text)'));
  await page.getByRole('button', { name: 'Periksa' }).click();
  await expect(verdictOn(page).getByRole('heading')).toHaveText('Asli');
  await expect(verdictOn(page)).toContainText('AB7K-000123');
  await expect(verdictOn(page)).toContainText('Rp52.000');
  await expect(verdictOn(page)).toContainText('10.15');
  await page.getByLabel('Teks bukti').focus();
  await scanInto(page, vector('altered'));
  await expect(verdictOn(page).getByRole('heading')).toHaveText('Diubah');
  await scanInto(page, vector('practice'));
  await expect(verdictOn(page).getByRole('heading')).toHaveText('Latihan - tidak sah');
  await scanInto(page, vector('proof').slice(0, 150));
  await expect(verdictOn(page).getByRole('heading')).toHaveText('Tidak utuh');
  await scanInto(page, '<img src=x onerror=alert(1)>');
  await expect(verdictOn(page).getByRole('heading')).toHaveText('Bukan bukti Konter');
  await scanInto(page, `https://toko.example/#${vector('proof').toLowerCase()}`);
  await expect(verdictOn(page).getByRole('heading')).toHaveText('Asli');
  expect((await runAxe(page)).violations).toEqual([]);
  expect(complaints).toEqual([]);

  await test.step('a key with one wrong character is not used, and that is said', async () => {
    await page.getByLabel('Kunci konter').fill('');
    const key = vector('public key (text)');
    await page.getByLabel('Kunci konter').fill(key.replace('.0EGG', '.0EGH'));
    await page.getByLabel('Teks bukti').focus();
    await scanInto(page, vector('proof'));
    await expect(verdictOn(page)).toContainText('Terminal tidak dikenal');
    await expect(verdictOn(page)).toContainText('tidak utuh');
  });

  await test.step('keys and proof may come in the address; then it says where the key is from', async () => {
    await page.goto('about:blank');
    const complaints = await openVerifier(page, `#${vector('public key (text)')}/${vector('proof')}`);
    await expect(verdictOn(page).getByRole('heading')).toHaveText('Asli');
    await expect(verdictOn(page)).toContainText('Kuncinya ikut dengan tautan');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(verdictOn(page).getByRole('heading')).toHaveText('Genuine');
    await expect(verdictOn(page)).toContainText('The key came with the link');
    expect(complaints).toEqual([]);
  });
});

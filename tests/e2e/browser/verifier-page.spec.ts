import { pathToFileURL } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { buildIfNeeded } from '../../../scripts/build.ts';
import { built } from '../../../scripts/project.ts';
import { vector } from '../../support/contract-samples.ts';
import { listenTo } from '../../support/counter-page.ts';
import { runAxe } from '../../support/page-checks.ts';

test.beforeAll(async () => {
  await buildIfNeeded('verifier');
});

const address = pathToFileURL(built.verifier).href;
const result = (page: Page) => page.getByRole('status');

/** Opens the built file itself and notes whatever it asks the network for, or complains about. */
async function open(page: Page, fragment = ''): Promise<string[]> {
  const heard: string[] = [];
  listenTo(page, heard);
  page.on('request', (request) => (request.url().startsWith(address) ? undefined : heard.push(request.url())));
  await page.goto(address + fragment);
  return heard;
}

async function scan(page: Page, text: string): Promise<void> {
  await page.getByLabel('Teks bukti').fill('');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

// axe must not meet a colour on its way to another.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the built page tells genuine, altered, unknown and practice apart, without a network', async ({ page }) => {
  const heard = await open(page);
  await scan(page, vector('proof'));
  await expect(result(page)).toContainText('Terminal tidak dikenal');
  await page.getByLabel('Kunci konter').fill(vector('public key (text)'));
  await page.getByRole('button', { name: 'Periksa' }).click();
  await expect(result(page).getByRole('heading')).toHaveText('Asli');
  await expect(result(page)).toContainText('AB7K-000123');
  await expect(result(page)).toContainText('Rp52.000');
  await expect(result(page)).toContainText('10.15');
  await page.getByLabel('Teks bukti').focus();
  await scan(page, vector('altered'));
  await expect(result(page).getByRole('heading')).toHaveText('Diubah');
  await scan(page, vector('practice'));
  await expect(result(page).getByRole('heading')).toHaveText('Latihan - tidak sah');
  await scan(page, vector('proof').slice(0, 150));
  await expect(result(page).getByRole('heading')).toHaveText('Tidak utuh');
  await scan(page, '<img src=x onerror=alert(1)>');
  await expect(result(page).getByRole('heading')).toHaveText('Bukan bukti Konter');
  await scan(page, `https://toko.example/#${vector('proof').toLowerCase()}`);
  await expect(result(page).getByRole('heading')).toHaveText('Asli');
  expect(heard).toEqual([]);
});

test('keys and proof may come in the address; then it says where the key is from', async ({ page }) => {
  const heard = await open(page, `#${vector('public key (text)')}/${vector('proof')}`);
  await expect(result(page).getByRole('heading')).toHaveText('Asli');
  await expect(result(page)).toContainText('Kuncinya ikut dengan tautan');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(result(page).getByRole('heading')).toHaveText('Genuine');
  await expect(result(page)).toContainText('The key came with the link');
  expect(heard).toEqual([]);
});

test('a key with one wrong character is not used, and that is said', async ({ page }) => {
  await open(page);
  const key = vector('public key (text)');
  await page.getByLabel('Kunci konter').fill(key.replace('.0EGG', '.0EGH'));
  await page.getByLabel('Teks bukti').focus();
  await scan(page, vector('proof'));
  await expect(result(page)).toContainText('Terminal tidak dikenal');
  await expect(result(page)).toContainText('tidak utuh');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`it passes WCAG 2.2 AA and fits a phone, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, `#${vector('public key (text)')}`);
    for (const text of [vector('proof'), vector('altered'), 'x']) {
      await page.getByLabel('Teks bukti').focus();
      await scan(page, text);
      await expect(result(page).getByRole('heading')).toBeVisible();
      expect((await runAxe(page)).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    }
  });
}

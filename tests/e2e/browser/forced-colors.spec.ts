import type { Locator } from '@playwright/test';
import { expect, test } from '../../support/counter-page.ts';

test.use({ viewport: { width: 1024, height: 768 } });

/** Both colours that stand for a thing, as the browser draws them. */
const drawn = (thing: Locator): Promise<string> =>
  thing.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return `${color} on ${backgroundColor}`;
  });

test('where the machine brings its own colours, what is chosen and what Enter presses are not drawn like the rest', async ({
  counterPage: page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const place = (name: string): Locator => page.getByRole('navigation').getByRole('button', { name });

  expect(await drawn(place('Jual'))).not.toBe(await drawn(place('Tagihan')));
  await page.keyboard.press('F9');
  const tab = (name: string): Locator => page.getByRole('tab', { name, exact: true });
  await tab('Tampilan').click();
  expect(await drawn(tab('Tampilan'))).not.toBe(await drawn(tab('Toko')));
  const choice = (name: string): Locator => page.locator('label', { hasText: name });
  expect(await drawn(choice('Ikut sistem'))).not.toBe(await drawn(choice('Gelap')));
  await tab('Mode').click();
  const begin = page.getByRole('button', { name: 'Siapkan toko saya' });
  expect(await drawn(begin)).not.toBe(await drawn(page.getByRole('button', { name: 'Pindah ke mode asli' })));
});

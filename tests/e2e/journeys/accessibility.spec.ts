import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('every screen, each section of the settings and each step of set-up passes WCAG 2.2 AA on the smallest screen', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const { faults, look } = looksAt(page);
  const main = page.getByRole('main');

  await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
  await look('sell');
  await cashier.type('12');
  await cashier.press('Enter');
  await expect(page.getByText('Nomor belum lengkap')).toBeVisible();
  await look('sell, a number that is none');
  await cashier.press('Escape');
  for (const [key, name] of [
    ['F2', 'Tagihan'],
    ['F3', 'Struk'],
    ['F4', 'Buku'],
    ['F5', 'Katalog'],
    ['F11', 'Utang'],
  ] as const) {
    await cashier.press(key);
    await expect(main).toHaveAccessibleName(new RegExp(name, 'i'));
    await main.locator('input, button').first().waitFor();
    await look(name);
  }
  await cashier.press('F1');
  await cashier.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('all keys');
  await cashier.press('Escape');

  await cashier.press('F9');
  const sections = page.getByRole('tablist', { name: 'Pengaturan' }).getByRole('tab');
  await expect(sections.first()).toBeVisible();
  for (const section of await sections.all()) {
    await section.click();
    await look(`settings, ${await section.innerText()}`);
  }
  await page.getByRole('tab', { name: 'Mode', exact: true }).click();
  await page.getByRole('button', { name: 'Mulai jualan asli' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('asked about the mode');
  await cashier.press('Escape');
  await page.getByRole('button', { name: 'Siapkan toko saya' }).click();
  const steps = page.getByRole('navigation', { name: 'Siapkan toko' }).getByRole('button');
  await expect(steps).toHaveCount(7);
  for (const step of await steps.all()) {
    await step.click();
    await expect(step).toHaveAttribute('aria-current', 'step');
    await look(`set-up, ${await step.innerText()}`);
  }
  expect(faults).toEqual({});
});

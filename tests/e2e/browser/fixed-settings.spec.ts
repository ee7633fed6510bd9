import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../../support/counter-page.ts';
import { faultsOf } from '../../support/page-checks.ts';

const fleet = join(tmpdir(), `konter-fleet-${process.pid}.json`);
writeFileSync(fleet, JSON.stringify({ defaults: { language: 'en' }, fixed: { billFee: 2500 } }));
test.use({ counterEnv: { KONTER_SETTINGS: fleet, KONTER_PRINTER: 'tcp://127.0.0.1:9?columns=42' } });

test('what the fleet’s file and the environment fix is shown and not changed, and an owner copies diagnostics', async ({
  counterPage: page,
}) => {
  await page.keyboard.press('F9');
  await page.getByRole('tab', { name: 'Slip & bills' }).click();
  const fee = page.getByLabel('Service fee per bill');
  await expect(fee).not.toBeEditable();
  await expect(fee).toHaveAccessibleDescription(/^Locked by central settings/);

  await test.step('a printer from the environment can be tried', async () => {
    await page.getByRole('tab', { name: 'Printers', exact: true }).click();
    await expect(page.getByText(/locked by central settings \(KONTER_PRINTER\)/)).toBeVisible();
    await expect(page.getByText('42 columns')).toBeVisible();
    for (const name of [/^Add a printer/, /^Edit/, /^Remove/])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await page.getByRole('button', { name: /^Test page/ }).click();
    await expect(page.getByText(/^The printer cannot be reached\./)).toBeVisible();
  });

  await page.getByRole('tab', { name: 'Updates' }).click();
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  const text = page.getByLabel('Diagnostics', { exact: true }).filter({ hasText: /^Konter / });
  await expect(text).toContainText(/fixed from outside: .*billFee/);
  await expect(text).toContainText('Last troubles');
  await expect(page.getByText('Copied. Paste it in the chat.', { exact: true })).toBeVisible();
  expect(await faultsOf(page, 'light')).toEqual([]);
});

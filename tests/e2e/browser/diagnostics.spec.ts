import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../../support/counter-page.ts';
import { faultsOf } from '../../support/page-checks.ts';

const fleet = join(tmpdir(), `konter-fleet-${process.pid}.json`);
writeFileSync(fleet, JSON.stringify({ defaults: { language: 'en' }, fixed: { billFee: 2500 } }));
test.use({ counterEnv: { KONTER_SETTINGS: fleet } });

// axe must not meet a colour on its way to another.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an owner copies diagnostics, and sees what the fleet’s file fixes', async ({ counterPage: page }) => {
  await page.keyboard.press('F9');
  await page.getByRole('tab', { name: 'Slip & bills' }).click();
  const fee = page.getByLabel('Service fee per bill');
  await expect(fee).not.toBeEditable();
  await expect(fee).toHaveAccessibleDescription(/^Locked by central settings/);
  await page.getByRole('tab', { name: 'Updates' }).click();
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  const text = page.getByLabel('Diagnostics', { exact: true }).filter({ hasText: /^Konter / });
  await expect(text).toContainText('fixed from outside: billFee');
  await expect(text).toContainText('Last troubles');
  await expect(page.getByText('Copied. Paste it in the chat.', { exact: true })).toBeVisible();
  expect(await faultsOf(page, 'light')).toEqual([]);
});

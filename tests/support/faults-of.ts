import type { Page } from '@playwright/test';
import { runAxe } from './axe.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds wrong on the page as it stands, and whether anything hangs out of the screen. */
export async function faultsOf(page: Page, theme: 'light' | 'dark' | 'contrast'): Promise<string[]> {
  await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), theme);
  // Only colours differ between themes.
  const { violations, passes } = await runAxe(page, { runOnly: theme !== 'light' ? ['color-contrast'] : rules });
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...violations,
    ...(passes === 0 ? ['axe looked at nothing'] : []),
    ...(overhang > 0 ? [`${overhang} px too wide`] : []),
  ];
}

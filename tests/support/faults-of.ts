import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds wrong on the page as it stands, and whether anything hangs out of the screen. */
export async function faultsOf(page: Page, theme: 'light' | 'dark' | 'contrast'): Promise<string[]> {
  await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), theme);
  // Without frames of other origins there is no need for a page of its own for each look.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Only colours differ between themes.
  const { violations, passes } = await (theme !== 'light'
    ? axe.withRules('color-contrast')
    : axe.withTags(rules)
  ).analyze();
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
    ...(passes.length === 0 ? ['axe looked at nothing'] : []),
    ...(overhang > 0 ? [`${overhang} px too wide`] : []),
  ];
}

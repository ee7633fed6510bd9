import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { buildGallery, galleryFolder } from '../../gallery/build.ts';
import { faultsOf, tooSmall } from '../../support/page-checks.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};
/** The themes that a language is looked at in. A theme is a word on the document (state/settings.ts): no page is loaded for it. */
const looks = [
  { language: 'id', themes: ['light', 'contrast'] },
  { language: 'en', themes: ['dark'] },
] as const;

test('every component in every state stands on one page, readable and reachable in every look', async ({ page }) => {
  await buildGallery();
  await page.route('http://gallery.invalid/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const path = join(galleryFolder, pathname === '/' ? 'index.html' : pathname);
    await route.fulfill({ body: await readFile(path), contentType: types[extname(path)] ?? 'text/plain' });
  });
  await page.setViewportSize({ width: 1024, height: 768 });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  const faults: Record<string, string[]> = {};
  for (const { language, themes } of looks) {
    await page.goto(`http://gallery.invalid/?theme=${themes[0]}&language=${language}`);
    await expect(page.getByRole('region', { name: 'slips' })).toBeVisible();
    for (const theme of themes) {
      const violations = [...(await faultsOf(page, theme)), ...(await tooSmall(page))];
      if (violations.length > 0) faults[`${theme}, ${language}`] = violations;
    }
  }
  expect(faults).toEqual({});
  expect(complaints).toEqual([]);
});

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
const looks = [
  { theme: 'light', language: 'id' },
  { theme: 'dark', language: 'en' },
  { theme: 'contrast', language: 'id' },
  { theme: 'light', language: 'en' },
] as const;

test('every component in every state stands on one page, readable and reachable in every look', async ({ page }) => {
  await buildGallery();
  await page.route('http://gallery.invalid/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const path = join(galleryFolder, pathname === '/' ? 'index.html' : pathname);
    await route.fulfill({ body: await readFile(path), contentType: types[extname(path)] ?? 'text/plain' });
  });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  const faults: Record<string, string[]> = {};
  for (const { theme, language } of looks) {
    await page.goto(`http://gallery.invalid/?theme=${theme}&language=${language}`);
    await expect(page.getByRole('region', { name: 'slips' })).toBeVisible();
    const found = [...(await faultsOf(page, theme)), ...(await tooSmall(page))];
    if (found.length > 0) faults[`${theme}, ${language}`] = found;
  }
  expect(faults).toEqual({});
  expect(complaints).toEqual([]);
});

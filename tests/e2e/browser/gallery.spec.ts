import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { build } from 'vite';
import galleryConfig from '../../gallery/vite.config.ts';
import { faultsOf, tooSmall } from '../../support/page-checks.ts';

const out = join(import.meta.dirname, '../../../out/gallery');
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

test('every component in every state stands on one page, readable and reachable in every look', async ({
  page,
}, info) => {
  await build({ ...galleryConfig, configFile: false });
  await page.route('http://gallery.invalid/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const path = join(out, pathname === '/' ? 'index.html' : pathname);
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
    await page.screenshot({ path: info.outputPath(`gallery-${theme}-${language}.png`), fullPage: true });
  }
  expect(faults).toEqual({});
  expect(complaints).toEqual([]);
});

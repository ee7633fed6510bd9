import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newestChange, timeOf } from '../../scripts/changes.ts';
import { projectDir } from '../../scripts/project.ts';

/** All of main's bundles for tests, its worker threads among them. */
export const builtFolder = join(projectDir, 'out/tests');
const stamp = join(builtFolder, '.built');
const sources = [
  ...['main', 'relay', 'shared', 'simulator'].map((name) => `src/${name}`),
  ...['build-part.ts', 'kill', 'serving-counter.ts'].map((name) => `tests/support/${name}`),
  'electron.vite.config.ts',
  'package-lock.json',
];

/**
 * Programs that tests start and kill by the hundred, bundled with their worker threads as the desktop's program is: from its
 * sources each would read a thousand files.
 */
export const builtCounters = {
  selling: join(builtFolder, 'selling-counter.js'),
  serving: join(builtFolder, 'serving-counter.js'),
} as const;

/** Global setup of Vitest and of Playwright: builds them unless they are newer than their sources. */
export default async function setup(): Promise<void> {
  const [built, changed] = await Promise.all([timeOf(stamp), newestChange(projectDir, sources)]);
  if (built !== null && built >= changed) return;
  const begun = new Date();
  // Loaded only here: tests import this file for its paths.
  const { buildPart } = await import('./build-part.ts');
  await rm(builtFolder, { recursive: true, force: true });
  await mkdir(builtFolder, { recursive: true });
  await buildPart('main', builtFolder, {
    'selling-counter': join(import.meta.dirname, 'kill/selling-counter.ts'),
    'serving-counter': join(import.meta.dirname, 'serving-counter.ts'),
  });
  await writeFile(stamp, '');
  await utimes(stamp, begun, begun);
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildStamp } from '../../scripts/build-stamp.ts';
import { projectDir } from '../../scripts/project.ts';

/** All of main's bundles for tests, its worker threads among them. */
export const builtFolder = join(projectDir, 'out/tests');
const stamp = new BuildStamp(join(projectDir, 'out/.tests.json'), {
  root: projectDir,
  inputs: [
    ...['main', 'relay', 'shared', 'simulator'].map((name) => `src/${name}`),
    ...['build-part.ts', 'kill', 'serving-counter.ts'].map((name) => `tests/support/${name}`),
    'electron.vite.config.ts',
    'package-lock.json',
  ],
  outputs: ['out/tests'],
});

/**
 * Programs that tests start and kill by the hundred, bundled with their worker threads as the desktop's program is: from its
 * sources each would read a thousand files.
 */
export const builtCounters = {
  selling: join(builtFolder, 'selling-counter.js'),
  serving: join(builtFolder, 'serving-counter.js'),
} as const;

/** Global setup of Vitest and of Playwright: builds them when their sources have changed. */
export default async function setup(): Promise<void> {
  if (await stamp.isCurrent()) return;
  const complete = await stamp.begin();
  // Loaded only here: tests import this file for its paths.
  const { buildPart } = await import('./build-part.ts');
  await rm(builtFolder, { recursive: true, force: true });
  await buildPart('main', builtFolder, {
    'selling-counter': join(import.meta.dirname, 'kill/selling-counter.ts'),
    'serving-counter': join(import.meta.dirname, 'serving-counter.ts'),
  });
  await complete();
}

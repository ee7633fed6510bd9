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
    'tests/support',
    'electron.vite.config.ts',
    'package-lock.json',
  ],
  outputs: ['out/tests'],
});

/**
 * Programs that tests start by the hundred, most of them to be killed, bundled with their worker threads as the desktop's
 * program is: from its sources each would read a thousand files.
 */
export const builtCounters = {
  selling: join(builtFolder, 'selling-counter.js'),
  serving: join(builtFolder, 'serving-counter.js'),
} as const;

/** What `npm run journal` runs. */
export const builtJournal = join(builtFolder, 'journal-cli.js');

const processes = join(import.meta.dirname, 'processes');

/** Files of tests/support/processes that tests start and kill. */
const children = [
  'erasing-writer',
  'export-child',
  'failing-logger',
  'journal-writer',
  'lock-holder',
  'printing-child',
  'restoring-counter',
  'search-indexer',
  'shift-writer',
  'swap-killer',
] as const;
export type ChildFile = `${(typeof children)[number]}.ts`;

export const builtChild = (file: ChildFile): string => join(builtFolder, file.replace(/\.ts$/, '.js'));

/** Global setup of Vitest and of Playwright: builds them when their sources have changed. */
export default async function setup(): Promise<void> {
  if (await stamp.isCurrent()) return;
  const complete = await stamp.begin();
  // Loaded only here: tests import this file for its paths.
  const { buildPart } = await import('./build-part.ts');
  await rm(builtFolder, { recursive: true, force: true });
  await buildPart('main', builtFolder, {
    'selling-counter': join(processes, 'selling-counter.ts'),
    'serving-counter': join(processes, 'serving-counter.ts'),
    'journal-cli': join(projectDir, 'src/main/integrity/cli.ts'),
    ...Object.fromEntries(children.map((name) => [name, join(processes, `${name}.ts`)])),
  });
  await complete();
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { counterSources, projectDir } from '../../scripts/project.ts';

/** All of main's bundles for tests, its worker threads among them. */
export const builtFolder = join(projectDir, 'out/tests');
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
  'database-child',
  'export-child',
  'failing-logger',
  'printing-child',
  'restoring-counter',
  'swap-killer',
] as const;
export type ChildFile = `${(typeof children)[number]}.ts`;

export const builtChild = (file: ChildFile): string => join(builtFolder, file.replace(/\.ts$/, '.js'));

/**
 * Global setup of Vitest and of Playwright: builds them when their sources have changed, the counter for a browser, and the relay as it
 * stands on a server, in one file. Tests start and kill more than two hundred relays, of which each would read eight hundred files instead.
 */
export default async function setup(): Promise<void> {
  // The bundlers are loaded only here: tests import this file for its paths.
  const { buildIfNeeded, makeIfChanged } = await import('../../scripts/build.ts');
  await buildIfNeeded('relay');
  await buildIfNeeded('counter');
  await makeIfChanged({
    name: 'tests',
    inputs: [...counterSources, 'src/shared', 'tests/support', 'electron.vite.config.ts', 'package-lock.json'],
    outputs: [builtFolder],
    make: async () => {
      await rm(builtFolder, { recursive: true, force: true });
      await buildPart('main', builtFolder, {
        'selling-counter': join(processes, 'selling-counter.ts'),
        'serving-counter': join(processes, 'serving-counter.ts'),
        'journal-cli': join(projectDir, 'src/main/integrity/cli.ts'),
        ...Object.fromEntries(children.map((name) => [name, join(processes, `${name}.ts`)])),
      });
    },
  });
}

/**
 * Bundles one part as the product's build does, into the folder given (absolute).
 * @param besides more files to start from, by the names that their bundles get
 */
export async function buildPart(
  bundle: 'main' | 'preload',
  outDir: string,
  besides: Record<string, string> = {},
): Promise<void> {
  const [{ resolveConfig }, { build, mergeConfig }] = await Promise.all([import('electron-vite'), import('vite')]);
  const { config } = await resolveConfig(
    { root: projectDir, configFile: join(projectDir, 'electron.vite.config.ts'), logLevel: 'silent' },
    'build',
    'production',
  );
  const options = config?.[bundle];
  if (options === undefined) throw new Error(`electron.vite.config.ts has no ${bundle}`);
  await build(
    mergeConfig(
      { ...options, configFile: false },
      { build: { outDir, emptyOutDir: false, rolldownOptions: { input: besides } } },
    ),
  );
}

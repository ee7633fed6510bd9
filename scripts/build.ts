import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { InlineConfig } from 'vite';
import { parseCommandLine } from '../src/main/hosts/command-line.ts';
import { built, counterSources, projectDir } from './project.ts';

// Loads the bundlers and zod only to build: every start comes here, and most starts build nothing.

/** A part of out/ that is built alone: the browser host, for example, needs the counter and the pages. */
interface BuildStep {
  outputs: string[];
  inputs: string[];
  make: () => Promise<void>;
}

const everyPart = [
  'electron.vite.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
  'scripts/build.ts',
  'scripts/legal',
  'src/shared',
];

const parts = {
  pages: {
    outputs: [built.renderer, built.konterScript, built.displayScript],
    inputs: ['src/renderer', 'src/main/hosts/browser/page', 'resources', 'docs/owner.md', 'docs/panduan-pemilik.md'],
    make: async () => {
      await buildHostScript('konter.ts', built.konterScript);
      await buildHostScript('display.ts', built.displayScript);
      await buildWithElectronVite('renderer');
    },
  },
  counter: {
    outputs: [built.counter],
    inputs: [...counterSources],
    make: buildCounter,
  },
  verifier: {
    outputs: [built.verifier],
    inputs: ['scripts/build-verifier.ts', 'src/verifier'],
    make: async () => {
      const { buildVerifier } = await import('./build-verifier.ts');
      await buildVerifier();
    },
  },
  electron: {
    outputs: [dirname(built.electronMain), dirname(built.preload)],
    inputs: [...counterSources, 'src/preload'],
    make: () => buildWithElectronVite('main', 'preload'),
  },
  legal: {
    outputs: [built.notices, built.sbom],
    inputs: [...counterSources, 'package.json', 'src/preload', 'src/renderer'],
    make: async () => {
      // Reads the lists of packages that the bundles come with.
      await buildIfNeeded('pages');
      await buildIfNeeded('electron');
      const [{ buildLegal }, { z }] = await Promise.all([import('./legal/build-legal.ts'), import('zod')]);
      const { version, license, devDependencies } = z
        .object({ version: z.string(), license: z.string(), devDependencies: z.object({ electron: z.string() }) })
        .parse(JSON.parse(await readFile(join(projectDir, 'package.json'), 'utf8')));
      await buildLegal(dirname(built.notices), {
        name: 'konter',
        version,
        license,
        electron: devDependencies.electron,
        bundles: [dirname(built.electronMain), dirname(built.preload), built.renderer],
        // Parts of the style sheet, what bundlers add around modules, the icons' drawings, and packages that load their compiled parts from their own files.
        others: ['tailwindcss', 'vite', 'rolldown', './resources/lucide', 'better-sqlite3', 'koffi'],
      });
    },
  },
  relay: {
    outputs: [dirname(built.relay)],
    inputs: [
      'scripts/build-server.ts',
      'scripts/build-verifier.ts',
      'package.json',
      'src/relay',
      'src/server',
      'src/verifier',
    ],
    make: async () => {
      const { buildServer } = await import('./build-server.ts');
      await buildServer('relay', dirname(built.relay));
    },
  },
  bridge: {
    outputs: [dirname(built.bridge)],
    inputs: ['scripts/build-server.ts', 'package.json', 'src/bridge', 'src/server', 'src/shared'],
    make: async () => {
      const { buildServer } = await import('./build-server.ts');
      await buildServer('bridge', dirname(built.bridge));
    },
  },
} satisfies Record<string, BuildStep>;

type PartName = keyof typeof parts;

/** Builds a part of out/: "pages" (the UI and konter.js), "counter" (what serves them to a browser), "verifier" (one page), "electron" (main and preload), "legal" (licences and bill of materials), "relay" or "bridge". Prints nothing but warnings. */
export const build = (name: PartName): Promise<void> => makeAndRecord(partNamed(name));

/** Builds a part that is missing, incomplete or made from other sources. Returns whether it did. */
export const buildIfNeeded = (name: PartName): Promise<boolean> => makeIfChanged(partNamed(name));

function partNamed(name: PartName): Output {
  const { inputs, outputs, make } = parts[name];
  return { name, inputs: [...everyPart, ...inputs], outputs, make: () => inProduction(make) };
}

interface Output {
  /** of the record of what it was made from, in out/ */
  name: string;
  /** files and folders, from the project's folder */
  inputs: readonly string[];
  /** absolute */
  outputs: readonly string[];
  make: () => Promise<void>;
}

/** Makes what is missing, or whose inputs have other names, sizes or times than when it was made. Returns whether it did. */
export async function makeIfChanged(output: Output): Promise<boolean> {
  const recorded = await readFile(recordOf(output), 'utf8').catch(() => null);
  if (recorded === digestOf(output.inputs) && output.outputs.every((path) => existsSync(path))) return false;
  await makeAndRecord(output);
  return true;
}

/** The record is written last: what was cut short is made again. */
async function makeAndRecord(output: Output): Promise<void> {
  const digest = digestOf(output.inputs);
  await rm(recordOf(output), { force: true });
  await output.make();
  await writeFile(recordOf(output), digest);
}

const recordOf = ({ name }: Output): string => join(projectDir, `out/.${name}`);

/** A file, or a folder with all that is in it; what is missing is empty. */
function filesOf(input: string): string[] {
  const path = join(projectDir, input);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => `${input}/${name}`)
    : [input];
}

function digestOf(inputs: readonly string[]): string {
  const paths = inputs.flatMap(filesOf).toSorted();
  const hash = createHash('sha256');
  for (const path of paths) {
    const info = statSync(join(projectDir, path), { throwIfNoEntry: false });
    if (info?.isFile()) hash.update(`${path} ${info.size} ${info.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** As where a build ships, also below a test runner. */
export async function inProduction<T>(make: () => Promise<T>): Promise<T> {
  const nodeEnv = process.env['NODE_ENV'];
  // A test runner sets "test", which would build React's slow development version into the pages.
  process.env['NODE_ENV'] = 'production';
  try {
    return await make();
  } finally {
    if (nodeEnv === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = nodeEnv;
  }
}

/** Builds some targets of electron.vite.config.ts as `electron-vite build` builds all three. */
async function buildWithElectronVite(...targets: Array<'main' | 'preload' | 'renderer'>): Promise<void> {
  const [vite, config] = await Promise.all([import('vite'), productionConfig()]);
  for (const target of targets) await vite.build({ ...config[target], configFile: false });
}

/** The counter for the browser host: main's bundle as the desktop program's, from another entry. */
async function buildCounter(): Promise<void> {
  const [vite, { main }, { threads }] = await Promise.all([
    import('vite'),
    productionConfig(),
    import('../electron.vite.config.ts'),
  ]);
  const input = { counter: join(projectDir, 'src/main/hosts/browser/start.ts'), ...threads };
  const outDir = dirname(built.counter);
  const rolldownOptions = { ...main?.build?.rolldownOptions, input };
  await vite.build({ ...main, configFile: false, build: { ...main?.build, outDir, rolldownOptions } });
}

/** The configuration of the pages, as they ship. */
export const rendererConfig = async (): Promise<InlineConfig> => (await productionConfig()).renderer ?? {};

async function productionConfig(): Promise<Partial<Record<'main' | 'preload' | 'renderer', InlineConfig>>> {
  const { resolveConfig } = await import('electron-vite');
  const configFile = join(projectDir, 'electron.vite.config.ts');
  const { config } = await resolveConfig({ root: projectDir, configFile, logLevel: 'warn' }, 'build', 'production');
  return config ?? {};
}

/** One classic script without imports: it runs before the page's modules. */
async function buildHostScript(entry: string, path: string): Promise<void> {
  const [vite, { procedureNames }] = await Promise.all([import('vite'), import('./procedure-names.ts')]);
  await vite.build({
    configFile: false,
    logLevel: 'warn',
    root: projectDir,
    publicDir: false,
    plugins: [procedureNames()],
    build: {
      outDir: dirname(path),
      emptyOutDir: false,
      lib: {
        entry: join(projectDir, 'src/main/hosts/browser/page', entry),
        formats: ['iife'],
        name: 'konterPage',
        fileName: () => basename(path),
      },
    },
  });
}

if (import.meta.main) {
  const { z } = await import('zod');
  const all = ['pages', 'counter', 'verifier', 'electron', 'legal', 'relay', 'bridge'] as const;
  const { positionals } = parseCommandLine({
    usage: `npm run build -- [PART ...]\n\nBuilds into out/: ${all.join(', ')}; without a name all of them.`,
    allowPositionals: true,
    schema: z.object({
      positionals: z.array(
        z.enum(all, { error: ({ input }) => `There is no part ${String(input)}: the parts are ${all.join(', ')}` }),
      ),
    }),
  });
  const startedAt = Date.now();
  for (const name of positionals.length > 0 ? positionals : all) await build(name);
  console.log(`built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

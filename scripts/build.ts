import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { newestChange, timeOf } from './changes.ts';
import { parseCommandLine } from './command-line.ts';
import { built, projectDir } from './project.ts';

// The bundlers are loaded where something is built: every start asks whether it has to be, and mostly it has not.

/** A half of the build that one host needs alone: the browser host runs from its sources and only needs the pages. */
interface Part {
  makes: string[];
  /** written last, so that a build that was broken off counts as none */
  stamp: string;
  from: string[];
  make: () => Promise<void>;
}

const always = ['electron.vite.config.ts', 'scripts/build.ts', 'scripts/legal', 'package-lock.json', 'src/shared'];

const parts = {
  pages: {
    makes: [
      join(built.renderer, 'index.html'),
      join(built.renderer, 'display.html'),
      built.konterScript,
      built.displayScript,
    ],
    stamp: join(projectDir, 'out/.pages'),
    from: [...always, 'src/renderer', 'src/main/browser/page', 'resources'],
    make: async () => {
      await buildHostScript('konter.ts', built.konterScript);
      await buildHostScript('display.ts', built.displayScript);
      await buildRenderer();
    },
  },
  verifier: {
    makes: [built.verifier],
    stamp: join(projectDir, 'out/.verifier'),
    from: [...always, 'scripts/build-verifier.ts', 'src/verifier'],
    make: async () => {
      const { buildVerifier } = await import('./build-verifier.ts');
      await buildVerifier();
    },
  },
  electron: {
    makes: [built.electronMain, built.preload, built.displayPreload],
    stamp: join(projectDir, 'out/.electron'),
    from: [...always, 'src/main', 'src/preload', 'src/relay', 'src/simulator'],
    make: async () => {
      const electronVite = await import('electron-vite');
      await electronVite.build({
        configFile: join(projectDir, 'scripts/electron-only.vite.config.ts'),
        logLevel: 'warn',
      });
    },
  },
  legal: {
    makes: [built.notices, built.sbom],
    stamp: join(projectDir, 'out/.legal'),
    from: [...always, 'package.json', 'src/main', 'src/preload', 'src/renderer', 'src/relay', 'src/simulator'],
    make: async () => {
      // It is read off the bundles.
      await buildIfNeeded('pages');
      await buildIfNeeded('electron');
      const { buildLegal } = await import('./legal/build-legal.ts');
      await buildLegal();
    },
  },
  relay: {
    makes: [built.relay, join(dirname(built.relay), 'package.json')],
    stamp: join(projectDir, 'out/.relay'),
    from: [...always, 'scripts/build-relay.ts', 'package.json', 'src/relay'],
    make: async () => {
      const { buildRelay } = await import('./build-relay.ts');
      await buildRelay(dirname(built.relay));
    },
  },
} satisfies Record<string, Part>;

const quiet = { configFile: false, logLevel: 'warn' } as const;

/** Builds a part of out/: "pages" (the UI and konter.js), "verifier" (one page), "electron" (main and preload), "legal" (licences and bill of materials) or "relay". Says nothing but warnings. */
export async function build(name: keyof typeof parts): Promise<void> {
  const part: Part = parts[name];
  const begun = new Date();
  // The bundlers look for their files from the working folder.
  const before = process.cwd();
  const meant = process.env['NODE_ENV'];
  process.chdir(projectDir);
  // A test runner says "test", which makes the page one for developers, twice as slow, and it would stay there for the shop.
  process.env['NODE_ENV'] = 'production';
  try {
    await part.make();
  } finally {
    process.chdir(before);
    if (meant === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = meant;
  }
  await mkdir(dirname(part.stamp), { recursive: true });
  await writeFile(part.stamp, '');
  await utimes(part.stamp, begun, begun);
}

/** Builds a part when something of it is missing, or what it is made of has changed since. Answers whether it did. */
export async function buildIfNeeded(name: keyof typeof parts): Promise<boolean> {
  if (await isBuilt(parts[name])) return false;
  await build(name);
  return true;
}

async function isBuilt(part: Part): Promise<boolean> {
  if (!part.makes.every((file) => existsSync(file))) return false;
  const [made, changed] = await Promise.all([timeOf(part.stamp), newestChange(projectDir, part.from)]);
  return made !== null && made >= changed;
}

/** With addresses relative to the page, because Electron serves it from another one. */
async function buildRenderer(): Promise<void> {
  const [vite, { default: config }] = await Promise.all([import('vite'), import('../electron.vite.config.ts')]);
  const { renderer } = config;
  if (!renderer) throw new Error('electron.vite.config.ts says nothing about the renderer');
  await vite.build({
    ...quiet,
    ...renderer,
    base: './',
    root: join(projectDir, renderer.root ?? 'src/renderer'),
    build: {
      ...renderer.build,
      outDir: built.renderer,
      emptyOutDir: true,
      rolldownOptions: {
        input: ['index.html', 'display.html'].map((page) => join(projectDir, 'src/renderer', page)),
      },
    },
  });
}

/** One classic script without imports: it must stand before the page's modules. */
async function buildHostScript(entry: string, makes: string): Promise<void> {
  const vite = await import('vite');
  await vite.build({
    ...quiet,
    root: projectDir,
    publicDir: false,
    build: {
      outDir: dirname(makes),
      emptyOutDir: false,
      lib: {
        entry: join(projectDir, 'src/main/browser/page', entry),
        formats: ['iife'],
        name: 'konterPage',
        fileName: () => basename(makes),
      },
    },
  });
}

if (import.meta.main) {
  parseCommandLine({
    usage: 'npm run build\n\nBuilds the pages, the desktop parts and the relay into out/.',
    schema: z.object({}),
  });
  const begun = Date.now();
  await build('pages');
  await build('verifier');
  await build('electron');
  await build('legal');
  await build('relay');
  console.log(`built in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
}

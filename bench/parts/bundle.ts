/**
 * Decides which screens, words and packages the page loads later (electron.vite.config.ts, src/renderer/app/App.tsx), and so
 * what a new package costs who waits for the first sale.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { buildIfNeeded } from '../../scripts/build.ts';
import { built, projectDir } from '../../scripts/project.ts';
import { Language } from '../../src/shared/domain/preferences.ts';
import { type Figure, figure } from '../figures.ts';

/**
 * The files that must be loaded before something can be sold: the page, its styles, the scripts that it loads or that such a
 * script imports, and the messages of the longest language. Screens that are imported later do not count, nor do fonts: the
 * system's letters are there meanwhile. The baseline is a page of React alone, built alike.
 */
export async function benchBundle(): Promise<Figure[]> {
  await buildIfNeeded('pages');
  const files = await firstFiles();
  const sizes = await Promise.all(files.map(async (file) => gzipped(await readFile(file))));
  return [
    figure(
      {
        bench: 'bundle',
        metric: `first screen, gzip, ${files.length} files`,
        unit: 'kB',
        ours: sizes.reduce((sum, size) => sum + size, 0) / 1000,
        baseline: (await reactAlone()) / 1000,
        against: 'a page of React alone',
      },
      { maxRatio: 3.8 },
    ),
  ];
}

const gzipped = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).byteLength;

/** Bytes of a script that renders one word with React. */
async function reactAlone(): Promise<number> {
  const entry = 'react-alone';
  const code = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.body).render(createElement('p', null, 'Konter'));`;
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    root: projectDir,
    publicDir: false,
    mode: 'production',
    plugins: [
      { name: entry, resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? code : null) },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (!first || !('output' in first)) throw new Error('the page of React alone was not built');
  return first.output.reduce((sum, chunk) => sum + (chunk.type === 'chunk' ? gzipped(chunk.code) : 0), 0);
}

async function firstFiles(): Promise<string[]> {
  const page = join(built.renderer, 'index.html');
  const html = await readFile(page, 'utf8');
  const named = [...html.matchAll(/(?:src|href)="(\.\/[^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);
  const assets = join(built.renderer, 'assets');
  const files = new Set([page]);
  const open = named.map((name) => normalize(join(built.renderer, name)));
  // The entry records early keys and loads the counter's code with a dynamic import.
  open.push(await largest(assets, 'main', 1), await largest(assets, 'messages', Language.options.length));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    if (!file.endsWith('.js')) continue;
    const text = await readFile(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*"(\.\/[^"]+\.js)"/g)) {
      open.push(join(dirname(file), name));
    }
  }
  return [...files];
}

/** Of the scripts with that name, of which there must be so many. The page loads one language, once it knows which. */
async function largest(folder: string, name: string, count: number): Promise<string> {
  const names = (await readdir(folder)).filter((file) => new RegExp(`^${name}-[\\w-]+\\.js$`).test(file));
  if (names.length !== count) throw new Error(`the page has ${names.length} scripts "${name}", not ${count}`);
  const sized = await Promise.all(names.map(async (file) => ({ file, size: (await stat(join(folder, file))).size })));
  return join(folder, sized.toSorted((a, b) => b.size - a.size)[0]?.file ?? '');
}

import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildIfNeeded } from '../../scripts/build.ts';
import { built } from '../../scripts/project.ts';
import { type Figure, figure } from '../figures.ts';

const allowed = 250_000;

/**
 * What must be there before something can be sold: the page, its styles, and every script that they load at once or that
 * such a script imports. What is imported later, when somebody goes to another place, does not count; nor do fonts, which
 * replace the system's letters when they are there.
 */
export async function benchBundle(): Promise<Figure[]> {
  await buildIfNeeded('pages');
  const files = await firstFiles();
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(file), { level: 9 }).byteLength));
  return [
    figure(
      {
        bench: 'bundle',
        metric: `first screen, gzip, ${files.length} files`,
        unit: 'kB',
        ours: sizes.reduce((sum, size) => sum + size, 0) / 1000,
        baseline: allowed / 1000,
        against: 'what is allowed',
      },
      { words: '<= 250 kB', meets: (ratio) => ratio <= 1 },
    ),
  ];
}

async function firstFiles(): Promise<string[]> {
  const page = join(built.renderer, 'index.html');
  const html = await readFile(page, 'utf8');
  const named = [...html.matchAll(/(?:src|href)="(\.\/[^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);
  const found = new Set([page]);
  const open = named.map((name) => normalize(join(built.renderer, name)));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (!file.endsWith('.js')) continue;
    const text = await readFile(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*"(\.\/[^"]+\.js)"/g)) {
      open.push(join(dirname(file), name));
    }
  }
  return [...found];
}

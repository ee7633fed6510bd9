import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BuildStamp } from '../../../scripts/build-stamp.ts';

let root = '';
let stamp: BuildStamp;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'konter-stamp-'));
  await mkdir(join(root, 'src/screens'), { recursive: true });
  await mkdir(join(root, 'out'));
  await writeFile(join(root, 'src/main.ts'), 'one');
  await writeFile(join(root, 'src/screens/sell.ts'), 'two');
  stamp = new BuildStamp(join(root, 'out/.pages.json'), {
    root,
    inputs: ['src', 'package.json'],
    outputs: ['out/page'],
  });
  await build();
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function build(): Promise<void> {
  const complete = await stamp.begin();
  await mkdir(join(root, 'out/page'), { recursive: true });
  await writeFile(join(root, 'out/page/index.html'), 'built');
  await writeFile(join(root, 'out/page/chunk.js'), 'built');
  await complete();
}

it('a finished build is current', async () => {
  expect(await stamp.isCurrent()).toBe(true);
});

it.each<[string, () => Promise<void>]>([
  ['a changed input', () => writeFile(join(root, 'src/main.ts'), 'changed')],
  ['an added input', () => writeFile(join(root, 'src/screens/bills.ts'), '')],
  ['a removed input', () => rm(join(root, 'src/screens/sell.ts'))],
  ['a renamed input', () => rename(join(root, 'src/main.ts'), join(root, 'src/index.ts'))],
  ['a new file where none was', () => writeFile(join(root, 'package.json'), '{}')],
  ['a removed output', () => rm(join(root, 'out/page/chunk.js'))],
])('%s makes it stale', async (_what, change) => {
  await change();
  expect(await stamp.isCurrent()).toBe(false);
  await build();
  expect(await stamp.isCurrent()).toBe(true);
});

it('an input replaced by an older file makes it stale', async () => {
  await writeFile(join(root, 'older.ts'), 'old');
  await utimes(join(root, 'older.ts'), 1, 1);
  await rename(join(root, 'older.ts'), join(root, 'src/main.ts'));
  expect(await stamp.isCurrent()).toBe(false);
});

it('new times on the same content, as after two branch switches, need no build', async () => {
  await utimes(join(root, 'src/main.ts'), 1, 1);
  await utimes(join(root, 'src'), 1, 1);
  expect(await stamp.isCurrent()).toBe(true);
  expect(await stamp.isCurrent()).toBe(true);
});

it('a build that broke off is stale, also after its inputs are as before', async () => {
  await writeFile(join(root, 'src/main.ts'), 'changed');
  await stamp.begin();
  await writeFile(join(root, 'src/main.ts'), 'one');
  expect(await stamp.isCurrent()).toBe(false);
});

it('an input changed during the build makes the next start build again', async () => {
  const complete = await stamp.begin();
  await writeFile(join(root, 'src/main.ts'), 'changed');
  await complete();
  expect(await stamp.isCurrent()).toBe(false);
});

it('an editor’s hidden file changes nothing', async () => {
  await writeFile(join(root, 'src/.main.ts.swp'), '');
  expect(await stamp.isCurrent()).toBe(true);
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuses, setFuses } from '../../scripts/package/fuses.ts';
import { fusedBytes } from '../support/packed.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konter-fuses-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function program(...args: Parameters<typeof fusedBytes>): Promise<string> {
  const path = join(folder, `electron-${args.join('-')}`);
  await writeFile(path, fusedBytes(...args));
  return path;
}

it('sets every fuse of the program, and changes no other byte', async () => {
  const path = await program();
  await setFuses(path, false);
  expect((await readFile(path)).equals(fusedBytes('010011001'))).toBe(true);
});

it('sets both halves of a universal program', async () => {
  const path = await program('101100011', 2);
  await setFuses(path, false);
  expect((await readFile(path)).equals(fusedBytes('010011001', 2))).toBe(true);
});

it('decides about every fuse that the library knows', () => {
  const fuseOptions = Object.values(FuseV1Options).filter((value) => typeof value === 'number');
  expect(Object.keys(fuses)).toEqual(expect.arrayContaining(fuseOptions.map(String)));
});

it('stops at a fuse that nobody has decided about, leaving the program as it was', async () => {
  const path = await program('1011000111');
  await expect(setFuses(path, false)).rejects.toThrow('strictlyRequireAllFuses');
  expect((await readFile(path)).equals(fusedBytes('1011000111'))).toBe(true);
});

it('stops at a program without fuses', async () => {
  const path = join(folder, 'no-electron');
  await writeFile(path, 'nothing of the kind');
  await expect(setFuses(path, false)).rejects.toThrow('sentinel');
});

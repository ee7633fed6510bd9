import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectDir } from '../project.ts';
import { listFile, PackageFolders } from './bundled-packages.ts';
import { readUsedPackage, type UsedPackage } from './used-package.ts';

const parts = ['main', 'preload', 'renderer'];

/** In the program, though no file of theirs is in a bundle: parts of the style sheet, and what bundlers add around modules. */
const wovenIn = ['tailwindcss', 'vite', 'rolldown'];

/** Packed as packages, because they find their compiled parts beside their own files. */
const packedWhole = ['better-sqlite3', 'koffi'];

/** Everything of others in the built program, by name; the lists of the three bundles must have been built. */
export async function usedPackages(): Promise<UsedPackage[]> {
  const lists = await Promise.all(parts.map(readList));
  const folders = new Set([...lists.flat(), ...[...wovenIn, ...packedWhole].map(folderOf)]);
  const found = await Promise.all([...folders].map((folder) => readUsedPackage(folder)));
  const once = new Map(found.map((one) => [`${one.name}@${one.version}`, one]));
  return [...once.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function readList(part: string): Promise<string[]> {
  return PackageFolders.parse(JSON.parse(await readFile(join(projectDir, 'out', part, listFile), 'utf8')));
}

/** Only what the project names itself: npm puts those on top. */
function folderOf(name: string): string {
  const resolve = createRequire(join(projectDir, 'package.json')).resolve;
  try {
    return dirname(resolve(`${name}/package.json`));
  } catch {
    return join(projectDir, 'node_modules', name);
  }
}

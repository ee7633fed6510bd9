import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** When a file was last written, in milliseconds since 1970; null when it is not there. */
export async function timeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return null;
  }
}

/**
 * The latest change in some files and folders below a folder. Folders count too: a file that was taken away changes
 * nothing else.
 */
export async function newestChange(dir: string, names: readonly string[]): Promise<number> {
  const times = await Promise.all(names.map((name) => newestIn(join(dir, name))));
  return Math.max(0, ...times);
}

async function newestIn(path: string): Promise<number> {
  const info = await stat(path).catch(() => null);
  if (info === null) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(info.mtimeMs, await newestChange(path, await readdir(path)));
}

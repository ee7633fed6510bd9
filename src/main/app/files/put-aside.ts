import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';

/** Moves a file that cannot be read beside its place, to "NAME.unreadable" or the first free "NAME.unreadable-2": earlier ones stay. */
export async function putAside(path: string): Promise<void> {
  const first = `${path}.unreadable`;
  let free = first;
  for (let count = 2; existsSync(free); count += 1) free = `${first}-${count}`;
  await rename(path, free);
}

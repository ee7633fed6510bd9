import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildServer } from '../../scripts/build-server.ts';

const sqlite = join(import.meta.dirname, '../../node_modules/better-sqlite3');

/** What stands on a server: the built relay, and of better-sqlite3 what it loads on this machine; nothing else. */
export async function makeRelayFolder(folder: string): Promise<void> {
  await buildServer('relay', folder);
  const to = join(folder, 'node_modules/better-sqlite3');
  await mkdir(join(to, 'prebuilds'), { recursive: true });
  for (const entry of ['lib', 'package.json', 'LICENSE'])
    await cp(join(sqlite, entry), join(to, entry), { recursive: true });
  for (const file of await readdir(join(sqlite, 'prebuilds'))) {
    if (!isForHere(file)) continue;
    await cp(join(sqlite, 'prebuilds', file), join(to, 'prebuilds', file));
  }
}

/** linuxmusl's are for Linux without glibc, which Node's report would name. */
function isForHere(prebuild: string): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const musl = process.platform === 'linux' && header.glibcVersionRuntime === undefined ? 'musl' : '';
  return prebuild === `${process.platform}${musl}-${process.arch}.node`;
}

import { chmod, mkdir } from 'node:fs/promises';
import envPaths from 'env-paths';

/** Where this host keeps the shop's data when nobody says otherwise; apart from the desktop app's own folder. */
export function defaultDataDir(): string {
  return envPaths('konter-browser', { suffix: '' }).data;
}

/** Makes the folder, open to its owner only. One that was there before keeps the mode its owner gave it. */
export async function prepareDataDir(dir: string): Promise<void> {
  const made = await mkdir(dir, { recursive: true, mode: 0o700 });
  // mkdir's mode is cut by the umask, never widened; this undoes an odd umask on a new folder.
  if (made !== undefined && process.platform !== 'win32') await chmod(dir, 0o700);
}

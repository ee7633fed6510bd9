import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from './config-error.ts';
import { cannotBeUsed } from './why-not.ts';

const isFolder = (path: string): boolean | null => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? null;

/** Brings a folder's names onto the disk. Windows keeps them by itself, and opens no folders. */
export function folderToDisk(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** One by one, since Node's own way makes no end of it where nothing can be made, below /proc for one. */
function makeFolder(path: string): void {
  const found = isFolder(path);
  if (found === false) throw new ConfigError(`RELAY_DATABASE_URL: ${path} is a file, and no folder for a database`);
  if (found === true) return;
  // Of a drive that there is not, the folder above is itself.
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (isFolder(path) !== true) throw error;
  }
  folderToDisk(dirname(path));
}

/**
 * Makes the folder that a database file lies in, and those above it, for the owner alone. Throws ConfigError where the path
 * cannot be a file's, else an error that says why it cannot be made.
 */
export function makeRoomFor(file: string): void {
  try {
    if (isFolder(file)) {
      throw new ConfigError(
        `RELAY_DATABASE_URL: ${file} is a folder; name a file in it: sqlite:${join(file, 'relay.db')}`,
      );
    }
    makeFolder(dirname(file));
  } catch (error) {
    throw cannotBeUsed(file, error);
  }
}

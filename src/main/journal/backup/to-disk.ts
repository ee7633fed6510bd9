import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Brings what was written to a file onto the disk itself, and not just into a cache. */
export function fileToDisk(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Brings a folder's names onto the disk. Windows keeps them by itself and opens no folders; some sticks cannot do it. */
export function folderToDisk(path: string): void {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && unsupported.has(String(error.code)))) throw error;
  }
}

const unsupported: ReadonlySet<string> = new Set(['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EBADF']);

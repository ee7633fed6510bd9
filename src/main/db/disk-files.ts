import {
  closeSync,
  copyFileSync,
  existsSync,
  fdatasync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fdatasync);

/** Flushes an open file's data to the disk while others write to it; one flush at a time. */
export function dataToDisk(file: number) {
  let underWay: Promise<void> | null = null;
  let refused: { fault: unknown } | null = null;
  const once = async (): Promise<void> => {
    try {
      await sync(file);
    } catch (fault) {
      refused ??= { fault };
    }
    underWay = null;
  };
  return {
    begin: (): void => {
      underWay ??= once();
    },
    idle: async (): Promise<void> => {
      await underWay;
    },
    /** Throws the disk's error: the system may report it only once. */
    complain: (): void => {
      if (refused) throw refused.fault;
    },
  };
}

/** Flushes a file from the system's cache to the disk. */
export function fileToDisk(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Flushes a folder's entries to the disk. Windows does so by itself and opens no folders; some memory sticks cannot do it. */
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

/** File operations of a restore; each is atomic, and on disk when it returns. */
export interface Files {
  exists(path: string): boolean;
  /** null when it is missing */
  readText(path: string): string | null;
  writeText(path: string, text: string): void;
  copy(from: string, to: string): void;
  rename(from: string, to: string): void;
  /** does nothing when it is missing */
  remove(path: string): void;
  /** flushes a folder's entries to the disk */
  flush(folder: string): void;
}

export const diskFiles: Files = {
  exists: existsSync,
  readText: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
  writeText(path, text) {
    writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  },
  copy(from, to) {
    copyFileSync(from, to);
    fileToDisk(to);
  },
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
  flush: folderToDisk,
};

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
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { SaleEventType } from '../../shared/domain/sale-event.ts';
import type { Random } from '../base/system.ts';
import type { CommitListener } from './commit.ts';
import { DatabaseError, mapDatabaseErrors, toDatabaseError } from './database-error.ts';

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

/** A file that only occupies space, to be freed when the disk is full. */
export interface Reserve {
  /** Ensures that the space is reserved; throws DatabaseError ("full") when it cannot be. */
  hold(): void;
  /** Frees the space. */
  release(): void;
}

/** An answer takes some 60 KiB with its pages in the WAL: space for the requests that two cashiers can have in progress. */
const reservedBytes = 4 * 1024 * 1024;

export function createReserve(path: string, random: Random, bytes = reservedBytes): Reserve {
  const isThere = (): boolean => statSync(path, { throwIfNoEntry: false })?.size === bytes;
  const release = (): void => {
    rmSync(path, { force: true });
    folderToDisk(dirname(path));
  };
  return {
    hold: () =>
      mapDatabaseErrors(() => {
        if (isThere()) return;
        try {
          fill(path, random, bytes);
        } catch (thrown) {
          // Half a reserve would take the space that a smaller write may need.
          release();
          throw thrown;
        }
      }),
    release: () => mapDatabaseErrors(release),
  };
}

/** Not zeros: some file systems store zeros without using space. */
function fill(path: string, random: Random, bytes: number): void {
  const file = openSync(path, 'w', 0o600);
  try {
    const noise = random.bytes(bytes);
    for (let at = 0; at < bytes; ) at += writeSync(file, noise, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Results of the provider that only the response carries. */
const answers: ReadonlySet<SaleEventType> = new Set([
  'sale.response_received',
  'sale.refused',
  'sale.outcome_unknown',
  'sale.not_sent',
]);

/**
 * Reserves space for answers: no sale begins without it, and an answer that finds the disk full may use it. Webhooks need none:
 * the relay keeps them.
 */
export function reserveGuard(reserve: Reserve): CommitListener {
  return {
    before(change) {
      if (change.event.type === 'sale.submitted') reserve.hold();
      return change;
    },
    retry({ event }, thrown) {
      const fault = toDatabaseError(thrown);
      if (!(fault instanceof DatabaseError) || fault.kind !== 'full' || !answers.has(event.type)) return false;
      reserve.release();
      return true;
    },
  };
}

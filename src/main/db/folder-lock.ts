import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '../base/system.ts';
import { DatabaseError, toDatabaseError } from './database-error.ts';

interface FolderLock {
  release(): void;
}

const tryAgainMs = 50;

/**
 * Makes this process the only one on a data folder, waiting up to `waitMs` for the one before it to stop; null when it did
 * not. An exclusive SQLite lock on a small file of its own: the system lets go of it when the process ends, however it ends,
 * and it is the same call on every system. Rejects with DatabaseError when the folder cannot be written.
 */
export async function lockFolder(
  dir: string,
  { waitMs, clock }: { waitMs: number; clock: Clock },
): Promise<FolderLock | null> {
  const until = clock.monotonic() + waitMs;
  for (;;) {
    const lock = tryLock(join(dir, 'konter.lock'));
    if (lock) return lock;
    const left = until - clock.monotonic();
    if (left <= 0) return null;
    await clock.sleep(Math.min(tryAgainMs, left));
  }
}

function tryLock(path: string): FolderLock | null {
  let db: Database.Database | null = null;
  try {
    const opened = new Database(path, { timeout: 0 });
    db = opened;
    opened.exec('BEGIN EXCLUSIVE');
    return { release: () => void opened.close() };
  } catch (thrown) {
    db?.close();
    const fault = toDatabaseError(thrown);
    if (fault instanceof DatabaseError && fault.kind === 'locked') return null;
    throw fault;
  }
}

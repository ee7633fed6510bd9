import { mkdir } from 'node:fs/promises';
import type { Clock } from '../base/system.ts';
import { DatabaseError } from '../db/database-error.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { type CrashMarker, markRunning } from '../diagnostics/index.ts';

/** The data folder, while this copy alone works in it. */
export interface DataDirLock {
  lastRun: CrashMarker;
  release(): void;
}

/** A copy that is still stopping gets this long to let go of the folder. */
const lockWaitMs = 10_000;

/** Rejects with DatabaseError, "locked" when another copy runs on the folder. */
export async function lockDataDir(dataDir: string, clock: Clock): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataDir, { waitMs: lockWaitMs, clock });
  if (!lock) throw new DatabaseError('locked', 'Another Konter runs on this folder.');
  const lastRun = markRunning(dataDir);
  return {
    lastRun,
    release() {
      lastRun.remove();
      lock.release();
    },
  };
}

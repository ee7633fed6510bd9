import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Status } from '../../shared/contract/events.ts';
import type { Clock, StopTimer } from '../base/system.ts';
import { DatabaseError } from '../db/database-error.ts';
import { lockFolder } from '../db/open-database.ts';

/** The status of a running counter, for other programs on this machine. */
const RunStatus = z.object({ mode: Status.shape.mode, relay: Status.shape.relay });
type RunStatus = z.infer<typeof RunStatus>;

export interface CrashMarker {
  /** the last run crashed, was killed or lost power; no data is lost by that */
  wasUnclean: boolean;
  /** Stores the status in the marker, for `counter:check`, now and whenever its mode or the relay's state changes. */
  keepStatus(clock: Clock, read: () => RunStatus): StopTimer;
  /** Removes the marker at a regular exit. */
  remove(): void;
}

/** How soon `counter:check` sees that the relay's state has changed. */
const statusCheckMs = 1_000;

const markIn = (dataDir: string): string => join(dataDir, 'running');

/** Creates the marker in the data folder for this run. The caller must hold the folder's lock. */
function markRunning(dataDir: string): CrashMarker {
  const mark = markIn(dataDir);
  const wasUnclean = existsSync(mark);
  // Also clears the status of a crashed run.
  ignoreErrors(() => writeFileSync(mark, '', { mode: 0o600 }));
  return {
    wasUnclean,
    keepStatus(clock, read) {
      let stored = '';
      const store = (): void => {
        const status = read();
        const text = `${status.mode} ${status.relay.state}`;
        if (text === stored) return;
        stored = text;
        ignoreErrors(() => {
          writeFileSync(`${mark}.new`, JSON.stringify(status), { mode: 0o600 });
          renameSync(`${mark}.new`, mark);
        });
      };
      store();
      return clock.every(statusCheckMs, store);
    },
    remove: () => ignoreErrors(() => rmSync(mark, { force: true })),
  };
}

/** The last status of the counter that runs on a folder; null if there is none yet. */
export function readRunStatus(dataDir: string): RunStatus | null {
  try {
    return RunStatus.parse(JSON.parse(readFileSync(markIn(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

/** The marker is for diagnostics only; a full or read-only disk is reported elsewhere. */
function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // as above
  }
}

/** The data folder, while this copy alone works in it. */
export interface DataDirLock {
  lastRun: CrashMarker;
  release(): void;
}

/** How long another instance that is stopping may take to release the folder. */
const lockWaitMs = 10_000;

/** Rejects with DatabaseError, "locked" when another copy runs on the folder. */
export async function lockDataDir(dataDir: string, clock: Clock, lockFolderOf = lockFolder): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolderOf(dataDir, { waitMs: lockWaitMs, clock });
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

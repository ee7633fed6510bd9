import { mkdir } from 'node:fs/promises';
import { lockFolder } from '../journal/folder-lock.ts';
import { JournalFault } from '../ports/journal.ts';
import { type LastRun, markRun } from './last-run.ts';
import { systemClock } from './system/clock.ts';

/** The data folder, while this copy alone works in it. */
export interface HeldFolder {
  lastRun: LastRun;
  letGo(): void;
}

/** A copy that is still stopping gets this long to let go of the folder. */
const lockWaitMs = 10_000;

/** Rejects with JournalFault, "locked" when another copy runs on the folder. */
export async function holdFolder(dataDir: string): Promise<HeldFolder> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataDir, { waitMs: lockWaitMs, clock: systemClock });
  if (!lock) throw new JournalFault('locked', 'Another Konter runs on this folder.');
  const lastRun = markRun(dataDir);
  return {
    lastRun,
    letGo() {
      lastRun.endedWell();
      lock.release();
    },
  };
}

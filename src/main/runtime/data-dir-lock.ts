import { mkdir } from 'node:fs/promises';
import { systemClock } from '../base/system/system-clock.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { JournalFault } from '../db/sales-store.ts';
import { type LastRun, markRun } from '../diagnostics/index.ts';

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

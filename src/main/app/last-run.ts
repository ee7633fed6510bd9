import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LastRun {
  /** the program was killed, crashed, or lost its power the last time; nothing is lost by that */
  brokenOff: boolean;
  /** this run ended as it should */
  endedWell(): void;
}

/** Leaves a mark in the data folder for as long as the counter runs. To be called by who holds the folder alone. */
export function markRun(dataDir: string): LastRun {
  const mark = join(dataDir, 'running');
  const brokenOff = existsSync(mark);
  tolerate(() => writeFileSync(mark, '', { mode: 0o600 }));
  return { brokenOff, endedWell: () => tolerate(() => rmSync(mark, { force: true })) };
}

/** A full or read-only disk has its own words elsewhere; the mark is only for diagnostics. */
function tolerate(work: () => void): void {
  try {
    work();
  } catch {
    // as above
  }
}

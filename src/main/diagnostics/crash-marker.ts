import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Status } from '../../shared/contract/status.ts';

/** What a running counter tells other programs on this machine about itself. */
const RunStatus = z.object({ mode: Status.shape.mode, relay: Status.shape.relay });
export type RunStatus = z.infer<typeof RunStatus>;

export interface CrashMarker {
  /** the program was killed, crashed, or lost its power the last time; nothing is lost by that */
  wasUnclean: boolean;
  /** Keeps the status in the mark, for `counter:check`. */
  keep(status: RunStatus): void;
  /** this run ended as it should */
  endedWell(): void;
}

const markIn = (dataDir: string): string => join(dataDir, 'running');

/** Leaves a mark in the data folder for as long as the counter runs. To be called by who holds the folder alone. */
export function markRunning(dataDir: string): CrashMarker {
  const mark = markIn(dataDir);
  const wasUnclean = existsSync(mark);
  // Also takes away the status of a run that was broken off.
  tolerate(() => writeFileSync(mark, '', { mode: 0o600 }));
  return {
    wasUnclean,
    keep: (status) =>
      tolerate(() => {
        writeFileSync(`${mark}.new`, JSON.stringify(status), { mode: 0o600 });
        renameSync(`${mark}.new`, mark);
      }),
    endedWell: () => tolerate(() => rmSync(mark, { force: true })),
  };
}

/** What the counter that runs on a folder last said of itself; null where it has not yet. */
export function readRunStatus(dataDir: string): RunStatus | null {
  try {
    return RunStatus.parse(JSON.parse(readFileSync(markIn(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

/** A full or read-only disk has its own words elsewhere; the mark is only for diagnostics. */
function tolerate(work: () => void): void {
  try {
    work();
  } catch {
    // as above
  }
}

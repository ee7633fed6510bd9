import type { Status } from '../../shared/contract/events.ts';
import { defineFeature, type ProgramContext } from '../base/feature.ts';
import { type CrashMarker, lockDataDir } from './crash-marker.ts';
import { diagnosticsHandlers } from './report.ts';

export interface Program extends ProgramContext {
  parts: { lockFolder: NonNullable<Parameters<typeof lockDataDir>[2]> };
}

/** Holds the data folder while the program runs. Rejects with DatabaseError, "locked" when another copy runs on it. */
export const lockFeature = defineFeature({
  async start({ dataDir, system, parts, log, onClose }: Program) {
    const { lastRun, release } = await lockDataDir(dataDir, system.clock, parts.lockFolder);
    onClose(release);
    if (lastRun.wasUnclean) log.warn('the last run was broken off');
    return { lastRun };
  },
});

export interface Running extends ProgramContext {
  lastRun: CrashMarker;
  runtime(): { mode: 'training' | 'live'; relay(): Status['relay'] };
}

/** Keeps the status where `counter:check` reads it. */
export const diagnosticsFeature = defineFeature({
  start({ lastRun, system, runtime, onClose }: Running) {
    onClose(lastRun.keepStatus(system.clock, () => ({ mode: runtime().mode, relay: runtime().relay() })));
    return {};
  },
  handlers: diagnosticsHandlers,
});

import { withTimeout } from '../base/async.ts';
import type { Clock } from '../base/system.ts';

/** Counts what is being sent, so that stopping can wait for it. */
export interface InFlight {
  run<T>(work: () => Promise<T>): Promise<T>;
  count(): number;
  /** Resolves when nothing is in flight, or after the time given. */
  settled(withinMs: number): Promise<void>;
}

export function createInFlight(clock: Clock): InFlight {
  const running = new Set<Promise<unknown>>();
  return {
    count: () => running.size,
    async run(work) {
      const started = work();
      running.add(started);
      try {
        return await started;
      } finally {
        running.delete(started);
      }
    },
    async settled(withinMs) {
      if (running.size === 0) return;
      await withTimeout(clock, withinMs, Promise.allSettled(running));
    },
  };
}

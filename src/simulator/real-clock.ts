import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './core/ports.ts';

/** The machine's own time. A sleeping webhook keeps no process alive. */
export const realClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await sleep(ms, undefined, { ref: false, ...(signal ? { signal } : {}) });
    } catch {
      // An abort ends the wait; the caller looks at its signal.
    }
  },
};

import { randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Clock, Random } from '../system.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      // Sockets and other timers are served before a sleep of 0 ms ends.
      if (ms <= 0) return void setImmediate(resolve);
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    });
  },
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

/**
 * Gives the calling thread the lowest CPU priority of the program, so that selling comes first. Linux only, where a thread has
 * its own priority; elsewhere the pauses between its steps have to suffice.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    // "PID/task/TID" of the reading thread.
    const thread = Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1]);
    if (Number.isInteger(thread)) setPriority(thread, constants.priority.PRIORITY_LOW);
  } catch {
    // Without /proc, or without the right to it, the thread keeps its priority.
  }
}

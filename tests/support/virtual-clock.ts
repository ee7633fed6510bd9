import { setImmediate as breathe } from 'node:timers/promises';

interface Sleeper {
  due: number;
  wake: () => void;
}

/** A clock that moves only when told to; fits every Clock port of the house. */
export function virtualClock(start = Date.parse('2026-03-10T03:00:00Z')) {
  let now = start;
  let sleepers: Sleeper[] = [];
  const after = (ms: number, wake: () => void): (() => void) => {
    const sleeper = { due: now + Math.max(0, ms), wake };
    sleepers.push(sleeper);
    return () => {
      sleepers = sleepers.filter((one) => one !== sleeper);
    };
  };
  return {
    now: () => now,
    monotonic: () => now,
    sleep: (ms: number, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve();
          return;
        }
        const stop = after(ms, resolve);
        signal?.addEventListener('abort', () => {
          stop();
          resolve();
        });
      }),
    after,
    every(ms: number, run: () => void): () => void {
      const again = (): void => {
        stop = after(ms, again);
        run();
      };
      let stop = after(ms, again);
      return () => stop();
    },
    /** Lets that many milliseconds pass, waking every sleeper at its own time and letting it work. */
    async pass(ms: number): Promise<void> {
      const until = now + ms;
      for (;;) {
        await breathe();
        const [next] = sleepers.filter((one) => one.due <= until).sort((a, b) => a.due - b.due);
        if (!next) break;
        sleepers = sleepers.filter((one) => one !== next);
        now = Math.max(now, next.due);
        next.wake();
      }
      now = until;
    },
  };
}

import type { Clock } from './system.ts';

/** Runs one task at a time, in the order of the calls. Each call has its task's result; a failed task does not stop the next one. */
export type SerialQueue = <T>(task: () => Promise<T>) => Promise<T>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Calls during a run share its result; the next call after it starts a new run. */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () =>
    (running ??= work().finally(() => {
      running = null;
    }));
}

/** The result of the work, or null when it takes longer than `ms`. The work goes on; a later failure is ignored. */
export async function withTimeout<T>(clock: Pick<Clock, 'after'>, ms: number, work: Promise<T>): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const stop = clock.after(ms, () => resolve(null));
  try {
    return await Promise.race([work, late]);
  } finally {
    stop();
  }
}

/** A signal that aborts after that many milliseconds. */
export function timeoutSignal(clock: Pick<Clock, 'after'>, ms: number): AbortSignal {
  const timeout = new AbortController();
  clock.after(ms, () => timeout.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')));
  return timeout.signal;
}

/** Counts requests in progress, so that stopping can wait for them. */
export interface InFlight {
  run<T>(work: () => Promise<T>): Promise<T>;
  count(): number;
  /** Resolves when nothing is in flight, or after that time. */
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

import { sleep } from '../../server/async.ts';
import type { Clock } from '../../server/ports.ts';

/** The database is away, or what is asked for waits for it. Requests that need it are answered 503; webhooks go into the spool. */
export class DatabaseAway extends Error {}

/**
 * Resolves or rejects with the promise, or rejects with DatabaseAway after that many milliseconds. The work itself goes on: what it
 * has begun may be done later all the same.
 */
export async function withinMs<Result>(clock: Clock, ms: number, work: Promise<Result>): Promise<Result> {
  const timeout = Promise.withResolvers<never>();
  const cancel = clock.after(ms, () => timeout.reject(new DatabaseAway(`no answer within ${ms} ms`)));
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    cancel();
    // The failure of a later one is awaited by no caller.
    work.catch(() => undefined);
  }
}

/** Runs a task again and again, with a pause that doubles after each failure, until it succeeds. Returns how to stop. */
export function untilDone(
  clock: Clock,
  pauseMs: { first: number; max: number },
  task: () => Promise<void>,
  onFailed: (error: unknown) => void,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const run = async (): Promise<void> => {
    for (let pause = pauseMs.first; !signal.aborted; pause = Math.min(pause * 2, pauseMs.max)) {
      try {
        await task();
        return;
      } catch (error) {
        if (!signal.aborted) onFailed(error);
      }
      await sleep(clock, pause);
    }
  };
  void run();
  return () => stop.abort();
}

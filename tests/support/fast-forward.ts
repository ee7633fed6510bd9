import { setImmediate as nextTurn } from 'node:timers/promises';
import { vi } from 'vitest';

const stepMs = 100;

/**
 * Runs `work` on fake timers that go on as fast as the event loop turns, and answers its result: a wait of ten seconds takes
 * no time, while files and sockets stay real. Timers that were set before stay real too.
 */
export async function fastForward<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const ended = new AbortController();
    const result = work().finally(() => ended.abort());
    // A rejection is the caller's, below.
    result.catch(() => undefined);
    while (!ended.signal.aborted) {
      await vi.advanceTimersByTimeAsync(stepMs);
      await nextTurn();
    }
    return await result;
  } finally {
    vi.useRealTimers();
  }
}

import { attempt } from './attempt.ts';
import { oneByOne } from './one-by-one.ts';
import type { QueueParts } from './queue.ts';

/** The jobs of one printer, one after the other. */
export interface Lane {
  /** there may be something to print, or a blocked job is to be tried now */
  wake(): void;
  between<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** While a printer cannot print, or the book cannot be read: soon at first, then now and then. */
const firstWaitMs = 1000;
const longestWaitMs = 30_000;

export function createLane(parts: QueueParts, printer: string): Lane {
  const inTurn = oneByOne();
  let ended: Promise<void> = Promise.resolve();
  let running = false;
  let woken = false;
  let stopped = false;
  let resting = new AbortController();

  const rest = async (tries: number): Promise<void> => {
    if (woken || stopped) return;
    resting = new AbortController();
    await parts.clock.sleep(Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)), resting.signal);
  };
  const next = async (): Promise<'none' | 'done' | 'blocked'> => {
    try {
      const job = stopped ? null : await parts.book.next(printer);
      return job === null ? 'none' : await attempt(parts, job, () => stopped);
    } catch (error) {
      parts.log.error('a print job could not be read or written', { error: error instanceof Error ? error.name : '' });
      return 'blocked';
    }
  };
  const run = async (): Promise<void> => {
    let tries = 0;
    for (;;) {
      woken = false;
      const outcome = await inTurn(next);
      tries = outcome === 'blocked' ? tries + 1 : 0;
      if (outcome === 'blocked') await rest(tries);
      // Without an await between the look and the end, so that no call is lost.
      if (stopped || (outcome === 'none' && !woken)) break;
    }
    running = false;
  };
  return {
    wake() {
      woken = true;
      resting.abort();
      if (running || stopped) return;
      running = true;
      ended = run();
    },
    between: inTurn,
    async stop() {
      stopped = true;
      resting.abort();
      await ended;
    },
  };
}

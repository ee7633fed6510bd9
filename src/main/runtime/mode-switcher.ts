import { runAsNobody } from '../api/index.ts';
import { createSerialQueue, type InFlight } from '../base/async.ts';
import { DatabaseError } from '../db/database-error.ts';
import type { TaskManager } from '../files/index.ts';
import type { CounterRuntime } from './counter-runtime.ts';

type Mode = CounterRuntime['mode'];

/**
 * Closes the world that is open and opens another in its place, while the program goes on. One after the other: what each is
 * to open is settled in its turn, by what the one before has left. Both reject when the other world could not be opened, and
 * what was there before is open again then.
 */
export interface ModeSwitcher {
  /** nothing, where the counter is in that mode by then */
  switchTo(mode: Mode): Promise<void>;
  /**
   * Opens live anew where it is open. Practice stays open: a restore that took its time brings nobody back to live who went
   * over meanwhile, and what has changed counts when live is opened next.
   * @param meanwhile done while live is not open
   */
  renewLive(meanwhile?: () => void): Promise<void>;
  underWay(): boolean;
  /** The program ends: no answer is waited for any more, and what has not begun is not done. */
  end(): void;
  /** Resolves when the last one is over, well or not. */
  over(): Promise<void>;
}

interface Parts {
  runtime(): CounterRuntime;
  put(runtime: CounterRuntime): void;
  open(mode: Mode): Promise<CounterRuntime>;
  inFlight: InFlight;
  tasks: TaskManager;
  /** another world has taken the place of what the pages have seen */
  changed(): void;
}

/** A change of the connection can wait for any answer that may still come: longer than the longest time-outs together. */
export const reopenWaitMs = 10 * 60_000;

export function createModeSwitcher({ runtime, put, open, inFlight, tasks, changed }: Parts): ModeSwitcher {
  const ending = Promise.withResolvers<void>();
  let ended = false;
  let count = 0;
  const queue = createSerialQueue();
  const replace = async (mode: Mode, meanwhile?: () => void): Promise<void> => {
    const before = runtime().mode;
    await Promise.race([inFlight.settled(reopenWaitMs), ending.promise]);
    // The program's end waits for nobody's answer that long: it closes what is open now.
    if (ended) return refuseAtTheEnd(meanwhile);
    // What only this world remembers would be gone with it, and selling would go on as if nothing had been said.
    await runtime().counter.flushPendingWrites();
    if (runtime().counter.notWritten().count > 0) throw new DatabaseError('other', 'An answer is only in memory.');
    await tasks.pauseDuring(async () => {
      await runtime().close();
      try {
        meanwhile?.();
        put(await runAsNobody(() => open(mode)));
      } catch (error) {
        // What was there before is better than nothing at all.
        put(await runAsNobody(() => open(before)));
        throw error;
      } finally {
        if (meanwhile || runtime().mode !== before) changed();
      }
    });
  };
  const reopen = async (work: () => Promise<void>): Promise<void> => {
    count += 1;
    await queue(() => work().finally(() => (count -= 1)));
  };
  return {
    switchTo: (mode) => reopen(async () => (mode === runtime().mode ? undefined : replace(mode))),
    renewLive: (meanwhile) =>
      reopen(async () => {
        if (runtime().mode === 'live') return replace('live', meanwhile);
        if (ended) return refuseAtTheEnd(meanwhile);
        // A file may still be made out of live, for somebody who asked for it there.
        if (meanwhile) await tasks.pauseDuring(async () => meanwhile());
      }),
    underWay: () => count > 0,
    end() {
      ended = true;
      ending.resolve();
    },
    over: () => queue(async () => undefined),
  };
}

/** What was to be done is not left out without a word. */
function refuseAtTheEnd(meanwhile?: () => void): void {
  if (meanwhile) throw new DatabaseError('closed', 'The program ends.');
}

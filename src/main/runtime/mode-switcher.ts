import { runAsNobody } from '../api/index.ts';
import { createSerialQueue, type InFlight } from '../base/async.ts';
import { DatabaseError } from '../db/database-error.ts';
import type { TaskManager } from '../files/index.ts';
import type { CounterRuntime } from './counter-runtime.ts';

type Mode = CounterRuntime['mode'];

/**
 * Closes the open runtime and opens another while the program goes on. Switches run one after the other: each decides what to
 * open by the state that the one before left. Both methods reject when the new runtime could not be opened; the previous one is
 * open again then.
 */
export interface ModeSwitcher {
  /** nothing, where the counter is in that mode by then */
  switchTo(mode: Mode): Promise<void>;
  /**
   * Reopens live mode if it is open. Training stays open: a long restore does not move a person who switched to training back
   * to live, and the change counts when live is opened next.
   * @param meanwhile done while live is closed
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
  /** another runtime has replaced the one that the pages know */
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
    // The program's end does not wait for a provider's answer: it closes the open runtime now.
    if (ended) return refuseAtTheEnd(meanwhile);
    // Pending writes exist in this runtime's memory only and would be lost.
    await runtime().counter.flushPendingWrites();
    if (runtime().counter.notWritten().count > 0) throw new DatabaseError('other', 'An answer is only in memory.');
    await tasks.pauseDuring(async () => {
      await runtime().close();
      try {
        meanwhile?.();
        put(await runAsNobody(() => open(mode)));
      } catch (error) {
        // The previous runtime is better than none.
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
        // A file task that reads the live database may still be running.
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

/** Work that was to be done is refused with an error, not dropped. */
function refuseAtTheEnd(meanwhile?: () => void): void {
  if (meanwhile) throw new DatabaseError('closed', 'The program ends.');
}

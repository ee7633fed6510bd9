import { runAsNobody } from '../api/index.ts';
import { createSerialQueue, type InFlight } from '../base/async.ts';
import { DatabaseError } from '../db/database-error.ts';
import type { CounterRuntime } from './counter-runtime.ts';

type Mode = CounterRuntime['mode'];

/** A change of the connection can wait for any answer that may still come: longer than the longest time-outs together. */
export const reopenWaitMs = 10 * 60_000;

interface Deps {
  inFlight: InFlight;
  open(mode: Mode): Promise<CounterRuntime>;
  /** Runs the work while no task reads a file. */
  pauseTasks(work: () => Promise<void>): Promise<void>;
  /** another runtime has replaced the one that the pages know */
  changed(): void;
}

/**
 * Holds the open counter. It closes it and opens another while the program goes on: switches run one after the other, and each decides what
 * to open by the state that the one before left. A switch rejects when the new runtime could not be opened; the previous one is open again
 * then.
 */
export class ModeSwitcher {
  readonly #deps: Deps;
  readonly #ending = Promise.withResolvers<void>();
  readonly #queue = createSerialQueue();
  #runtime: CounterRuntime | null = null;
  #hasEnded = false;
  #count = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Opens the first one. */
  async begin(mode: Mode): Promise<void> {
    this.#runtime = await this.#deps.open(mode);
  }

  /** The open counter. Throws before the first one is open. */
  readonly runtime = (): CounterRuntime => {
    if (this.#runtime === null) throw new Error('no counter is open yet');
    return this.#runtime;
  };

  /** Nothing, where the counter is in that mode by then. */
  readonly switchTo = (mode: Mode): Promise<void> =>
    this.#queueSwitch(async () => (mode === this.runtime().mode ? undefined : this.#replace(mode)));

  /**
   * Reopens live mode if it is open. Training stays open: a long restore does not move a person who switched to training back
   * to live, and the change counts when live is opened next.
   * @param meanwhile done while live is closed
   */
  readonly renewLive = (meanwhile?: () => void): Promise<void> =>
    this.#queueSwitch(async () => {
      if (this.runtime().mode === 'live') return this.#replace('live', meanwhile);
      if (this.#hasEnded) return refuseAtTheEnd(meanwhile);
      // A file task that reads the live database may still be running.
      if (meanwhile) await this.#deps.pauseTasks(async () => meanwhile());
    });

  /** The program ends, or a switch is under way. */
  readonly isClosing = (): boolean => this.#count > 0 || this.#hasEnded;

  /** The program ends: no answer is waited for any more, and what has not begun is not done. */
  end(): void {
    this.#hasEnded = true;
    this.#ending.resolve();
  }

  /** Resolves when the last switch is over, well or not. */
  over(): Promise<void> {
    return this.#queue(async () => undefined);
  }

  async close(): Promise<void> {
    await this.#runtime?.close(true);
  }

  async #queueSwitch(work: () => Promise<void>): Promise<void> {
    this.#count += 1;
    await this.#queue(() => work().finally(() => (this.#count -= 1)));
  }

  async #replace(mode: Mode, meanwhile?: () => void): Promise<void> {
    const { inFlight, open, pauseTasks, changed } = this.#deps;
    const before = this.runtime().mode;
    await Promise.race([inFlight.settled(reopenWaitMs), this.#ending.promise]);
    // The program's end does not wait for a provider's answer: it closes the open runtime now.
    if (this.#hasEnded) return refuseAtTheEnd(meanwhile);
    // Pending writes exist in this runtime's memory only and would be lost.
    await this.runtime().counter.flushPendingWrites();
    if (this.runtime().counter.notWritten().count > 0) throw new DatabaseError('other', 'An answer is only in memory.');
    await pauseTasks(async () => {
      await this.runtime().close();
      try {
        meanwhile?.();
        this.#runtime = await runAsNobody(() => open(mode));
      } catch (error) {
        // The previous runtime is better than none.
        this.#runtime = await runAsNobody(() => open(before));
        throw error;
      } finally {
        if (meanwhile || this.runtime().mode !== before) changed();
      }
    });
  }
}

/** Work that was to be done is refused with an error, not dropped. */
function refuseAtTheEnd(meanwhile?: () => void): void {
  if (meanwhile) throw new DatabaseError('closed', 'The program ends.');
}

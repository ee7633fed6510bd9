import type { Clock } from './ports.ts';

const maxWaitMs = 600_000;
const afterFailureMs = 5_000;

/** Works on what is due, and sleeps until the next of it is. A failed step is repeated. */
export class DueLoop {
  readonly #clock: Clock;
  readonly #step: () => Promise<number | null>;
  readonly #onError: (error: unknown) => void;
  #cancel: () => void = () => {};
  #running: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;

  /** @param step works on what is due, and answers when the next is, in milliseconds since 1970; null: nothing waits */
  constructor(clock: Clock, step: () => Promise<number | null>, onError: (error: unknown) => void) {
    this.#clock = clock;
    this.#step = step;
    this.#onError = onError;
  }

  wake(): void {
    this.#isWoken = true;
    this.#running ??= this.#run();
  }

  /** Resolves once the step that runs has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#cancel();
    let waitMs = maxWaitMs;
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      try {
        const next = await this.#step();
        waitMs = Math.min(maxWaitMs, Math.max(0, (next ?? Number.POSITIVE_INFINITY) - this.#clock.now()));
      } catch (error) {
        this.#onError(error);
        waitMs = afterFailureMs;
      }
    }
    this.#running = null;
    if (!this.#isStopped) this.#cancel = this.#clock.after(waitMs, () => this.wake());
  }
}

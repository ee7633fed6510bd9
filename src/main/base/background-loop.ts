import type { Clock, Random } from './system.ts';

interface Options {
  /** One piece of work. False: nothing is left to do now. */
  step(): Promise<boolean>;
  /** Whether there is anything to work for at all. */
  mayRun(): boolean;
  onError(error: unknown): void;
  /** the pause after a failure doubles from the first to the longest, in milliseconds */
  firstPauseMs: number;
  maxPauseMs: number;
  clock: Clock;
  random: Random;
}

/** A time that doubles with each failure that follows another, at most the longest; in milliseconds. */
export class Backoff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  #failures = 0;

  constructor(firstMs: number, maxMs: number) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
  }

  /** After one more failure. */
  next(): number {
    this.#failures += 1;
    return Math.min(this.#maxMs, this.#firstMs * 2 ** Math.min(this.#failures - 1, 10));
  }

  /** The next failure is the first again. */
  reset(): void {
    this.#failures = 0;
  }
}

/** Works step by step once it is woken, until nothing is left to do; pauses longer after each failure that follows another. */
export class BackgroundLoop {
  readonly #options: Options;
  readonly #backoff: Backoff;
  readonly #closing = new AbortController();
  #isRunning = false;
  #isWoken = false;

  constructor(options: Options) {
    this.#options = options;
    this.#backoff = new Backoff(options.firstPauseMs, options.maxPauseMs);
  }

  wake(): void {
    this.#isWoken = true;
    if (!this.#isRunning && this.#options.mayRun()) void this.#run();
  }

  /** After a failure, within a step: between half and all of a time that doubles. Ends at once when the loop is stopped. */
  async pause(): Promise<void> {
    const { clock, random } = this.#options;
    const [byte = 0] = random.bytes(1);
    await clock.sleep((this.#backoff.next() / 2) * (1 + byte / 256), this.#closing.signal);
  }

  /** The next failure is the first again. */
  succeed(): void {
    this.#backoff.reset();
  }

  stop(): void {
    this.#closing.abort();
  }

  async #run(): Promise<void> {
    const { step, onError } = this.#options;
    const { signal } = this.#closing;
    this.#isRunning = true;
    while (this.#isWoken && !signal.aborted) {
      this.#isWoken = false;
      try {
        while (!signal.aborted && (await step()));
      } catch (error) {
        if (signal.aborted) break;
        onError(error);
        await this.pause();
        this.#isWoken = true;
      }
    }
    this.#isRunning = false;
  }
}

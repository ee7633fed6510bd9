import type { Log } from '../ports/log.ts';

export interface QuitParts {
  /** finishes what is in flight and saves everything */
  close: () => Promise<void>;
  /** ends the process at once */
  exit: (code: number) => void;
  /** resolves when waiting is over */
  deadline: () => Promise<void>;
  log: Log;
}

/**
 * Holds up the program's end until the counter is closed. Something that never ends does not hold it for ever: what was
 * being sent is in the journal as sending, and the next start finds it.
 */
export class QuitFlow {
  readonly #parts: QuitParts;
  #begun = false;

  constructor(parts: QuitParts) {
    this.#parts = parts;
  }

  get begun(): boolean {
    return this.#begun;
  }

  /** For app's "before-quit"; asked twice, it closes once. */
  onBeforeQuit = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    if (this.#begun) return;
    this.#begun = true;
    void this.#finish();
  };

  async #finish(): Promise<void> {
    const { close, exit, deadline, log } = this.#parts;
    try {
      const ended = await Promise.race([close().then(() => 'closed' as const), deadline().then(() => 'late' as const)]);
      if (ended === 'late') log.warn('the counter did not close in time');
      exit(ended === 'closed' ? 0 : 1);
    } catch (error) {
      log.error('the counter did not close well', { error: error instanceof Error ? error.name : typeof error });
      exit(1);
    }
  }
}

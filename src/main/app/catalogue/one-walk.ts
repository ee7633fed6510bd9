import type { Running } from './running.ts';

/** At most one walk of a kind. */
export interface OneWalk {
  underWay(): boolean;
  /** Begins one, where none is under way. */
  run(): void;
  /** Ends the wait of one that is under way; otherwise begins one, after `ready`. */
  goOn(ready: () => Promise<void>): Promise<void>;
  /** Gives it up; resolves when nothing of it is under way any more. */
  cancel(): Promise<void>;
  /** The same, and none begins after it. */
  stop(): Promise<void>;
}

/** @param begin a walk, which calls `ended` as soon as it is over by itself */
export function oneWalk(begin: (ended: () => void) => Running): OneWalk {
  let running: Running | null = null;
  let stopped = false;
  const run = (): void => {
    if (running || stopped) return;
    let over = false;
    const begun = begin(() => {
      over = true;
      running = null;
    });
    // One that cannot go at all is over before it has begun.
    if (!over) running = begun;
  };
  const cancel = async (): Promise<void> => {
    await running?.stop();
    running = null;
  };
  return {
    underWay: () => running !== null,
    run,
    async goOn(ready) {
      if (running) return running.hurry();
      if (stopped) return;
      await ready();
      run();
    },
    cancel,
    async stop() {
      stopped = true;
      await cancel();
    },
  };
}

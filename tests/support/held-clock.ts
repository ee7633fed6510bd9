import type { Clock } from '../../src/relay/core/ports.ts';

/** A clock whose pauses end when they are told to. */
export function heldClock(): Clock & {
  /** Resolves once somebody pauses; answers what ends that pause. */
  paused(): Promise<() => void>;
} {
  const pauses: Array<() => void> = [];
  let told: ((end: () => void) => void) | null = null;
  return {
    now: () => Date.now(),
    after: (_ms, run) => {
      if (told === null) pauses.push(run);
      else told(run);
      told = null;
      return () => undefined;
    },
    soon: (run) => void setImmediate(run),
    paused: () => {
      const pause = pauses.shift();
      return pause ? Promise.resolve(pause) : new Promise((resolve) => (told = resolve));
    },
  };
}

/** A clock on which no time has to pass. */
export const hastyClock: Clock = {
  now: () => Date.now(),
  after: (_ms, run) => {
    setImmediate(run);
    return () => undefined;
  },
  soon: (run) => void setImmediate(run),
};

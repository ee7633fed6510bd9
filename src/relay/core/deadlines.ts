import type { Clock } from './ports.ts';

/** Whose time may be up. */
export interface Timed {
  timeUp(): void;
}

/** One timer for all whose time is up at about the same moment: a timer for each of ten thousand polls weighs too much. */
export interface Deadlines {
  /** Tells it after that many milliseconds, or up to a tenth of a second later; returns the moment, to be named in `drop`. */
  add(timed: Timed, ms: number): number;
  drop(timed: Timed, at: number): void;
}

const togetherMs = 100;

export function createDeadlines(clock: Clock): Deadlines {
  const due = new Map<number, { waiting: Set<Timed>; cancel: () => void }>();

  const ring = (at: number): void => {
    const waiting = due.get(at)?.waiting;
    due.delete(at);
    for (const timed of waiting ?? []) timed.timeUp();
  };
  return {
    add: (timed, ms) => {
      const now = clock.now();
      const at = Math.ceil((now + ms) / togetherMs) * togetherMs;
      const group = due.get(at) ?? { waiting: new Set<Timed>(), cancel: clock.after(at - now, () => ring(at)) };
      due.set(at, group);
      group.waiting.add(timed);
      return at;
    },
    drop: (timed, at) => {
      const group = due.get(at);
      if (!group) return;
      group.waiting.delete(timed);
      if (group.waiting.size > 0) return;
      due.delete(at);
      group.cancel();
    },
  };
}

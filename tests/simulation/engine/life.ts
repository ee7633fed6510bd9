import type { Chance } from './chance.ts';
import type { Schedule } from './schedule.ts';

/**
 * One life of a process, from its start until it is killed. Everything that it asks of the world passes through here: after
 * the kill nothing is done for it any more and nothing answers it, so that it stops at whatever await it had come to.
 */
export interface Life {
  alive(): boolean;
  kill(): void;
  /** kills it after that many more awaits, 0 at the next one; null: not at all */
  killAfter(awaits: number | null): void;
  onKill(run: () => void): void;
  /** Does the work for the process, now or a moment later, and answers now or a moment later; never again once killed. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Answers with what the world comes to by itself; never once killed. */
  deliver<T>(coming: Promise<T>): Promise<T>;
}

/** @param slow how likely a port takes a while, so that others come in between */
export function createLife(schedule: Schedule, chance: Chance, slow: number): Life {
  let alive = true;
  let left: number | null = null;
  const ends: (() => void)[] = [];

  const kill = (): void => {
    if (!alive) return;
    alive = false;
    for (const end of ends) end();
  };
  const passes = (): boolean => {
    if (alive && left !== null) {
      if (left <= 0) kill();
      left -= 1;
    }
    return alive;
  };
  const pause = (): Promise<void> | null => {
    const lot = chance.next();
    if (lot >= slow) return null;
    return schedule.sleep(lot < slow / 4 ? chance.between(1, 60) : 0);
  };
  // A new one each time: a shared one would hold on to everything that ever waited for it.
  const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

  return {
    alive: () => alive,
    kill,
    killAfter: (awaits) => {
      left = awaits;
    },
    onKill: (run) => void ends.push(run),
    async run(work) {
      if (!passes()) return never();
      const before = pause();
      if (before) await before;
      if (!alive) return never();
      try {
        const result = await work();
        if (!passes()) return await never();
        const after = pause();
        if (after) await after;
        return alive ? result : await never();
      } catch (error) {
        if (!passes()) return never();
        throw error;
      }
    },
    async deliver(coming) {
      const wasAlive = passes();
      try {
        const received = await coming;
        return wasAlive && passes() ? received : await never();
      } catch (error) {
        // A killed process gets no failure.
        if (!wasAlive || !alive) return never();
        throw error;
      }
    },
  };
}

import type { Clock } from './ports.ts';

/** In one commit: its locks are let go of before a webhook that waits for them is late. */
export const rowsAtOnce = 500;
/** Longer than a commit takes, so that most of the time nobody has to wait for one. */
const pauseMs = 150;

/** Resolves after that many milliseconds. */
export const passed = (clock: Pick<Clock, 'after'>, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve));

/**
 * Does what concerns many rows in short commits, with a pause after each: what others want of the database is done meanwhile.
 * @param batch does one of them; false: it was the last
 */
export async function inBatches(clock: Pick<Clock, 'after'>, batch: () => Promise<boolean>): Promise<void> {
  while (await batch()) await passed(clock, pauseMs);
}

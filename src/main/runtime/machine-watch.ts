import type { Clock } from '../base/system.ts';
import { watchNetwork } from './network-watch.ts';

const lookEveryMs = 5_000;

/** More than a busy machine or a small correction of the clock makes. */
const leapMs = 20_000;

/** Sleep and a change of the network leave a held poll dead. @returns ends the watch */
export function watchMachine(clock: Clock, askAnew: () => void): () => void {
  const stops = [watchSleep(clock, askAnew), watchNetwork(clock, askAnew)];
  return () => stops.forEach((stop) => stop());
}

/**
 * Notices that the machine slept: the wall's clock went on and the steady one stood still. A connection that was held
 * meanwhile is dead without knowing it, so the relay must be asked anew at once. Not every host is told of sleep.
 * @returns ends the watch
 */
export function watchSleep(clock: Clock, woke: () => void): () => void {
  const ahead = (): number => clock.now() - clock.monotonic();
  let before = ahead();
  return clock.every(lookEveryMs, () => {
    const leap = ahead() - before;
    before = ahead();
    if (leap > leapMs) woke();
  });
}

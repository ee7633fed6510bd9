import type { Clock } from '../ports/clock.ts';
import { watchNetwork } from './network-watch.ts';
import { watchSleep } from './sleep-watch.ts';

/** Sleep and a change of the network leave a held poll dead. @returns ends the watch */
export function watchMachine(clock: Clock, askAnew: () => void): () => void {
  const stops = [watchSleep(clock, askAnew), watchNetwork(askAnew)];
  return () => stops.forEach((stop) => stop());
}

import type { Clock, System } from '../base/system.ts';

const sleepCheckMs = 5_000;
const networkCheckMs = 3_000;
/** More than a busy machine or a small correction of the clock makes. */
const minSleepMs = 20_000;

/** Sleep and a change of the network leave a held poll dead. @returns ends the watch */
export function watchMachine({ clock, network }: Pick<System, 'clock' | 'network'>, wake: () => void): () => void {
  const stops = [watchSleep(clock, wake), watchNetwork(clock, wake, () => network.addresses())];
  return () => stops.forEach((stop) => stop());
}

/**
 * Notices that the machine slept: the wall clock went on and the monotonic one did not. A connection that was held is dead
 * without an error, so the relay must be polled at once. Not every host gets an event for sleep.
 * @returns ends the watch
 */
export function watchSleep(clock: Clock, onWake: () => void): () => void {
  const difference = (): number => clock.now() - clock.monotonic();
  let before = difference();
  return clock.every(sleepCheckMs, () => {
    const sleptMs = difference() - before;
    before = difference();
    if (sleptMs > minSleepMs) onWake();
  });
}

/**
 * Notices another network: a cable pulled, another Wi-Fi, a new lease. A poll that was held over the old one is dead without an
 * error, so the relay must be polled at once. Nothing is called when the last address is gone.
 * @param addresses see Network
 * @returns ends the watch
 */
export function watchNetwork(clock: Clock, onChange: () => void, addresses: () => string): () => void {
  let before = addresses();
  return clock.every(networkCheckMs, () => {
    const now = addresses();
    if (now !== before && now !== '') onChange();
    before = now;
  });
}

/** Calls back each time the machine comes back online. @returns ends the watch */
export function watchOnline(clock: Clock, isOnline: () => boolean, cameBack: () => void): () => void {
  let online = isOnline();
  return clock.every(networkCheckMs, () => {
    const now = isOnline();
    if (now && !online) cameBack();
    online = now;
  });
}

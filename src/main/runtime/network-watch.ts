import { networkInterfaces } from 'node:os';
import type { Clock } from '../base/system.ts';

const lookEveryMs = 3_000;

/** The machine's addresses to the outside, as one text that changes with them. */
export function outsideAddresses(interfaces = networkInterfaces()): string {
  return Object.entries(interfaces)
    .flatMap(([name, addresses]) =>
      (addresses ?? []).filter(({ internal }) => !internal).map((at) => `${name} ${at.address}`),
    )
    .sort()
    .join('\n');
}

/**
 * Notices that the network became another one: a cable pulled, another Wi-Fi, a new lease. A poll that was held over the
 * old one is dead without knowing it, so the relay must be asked anew at once. Losing the last address wakes nobody.
 * @returns ends the watch
 */
export function watchNetwork(
  clock: Clock,
  changed: () => void,
  look: () => string = outsideAddresses,
  everyMs = lookEveryMs,
): () => void {
  let before = look();
  return clock.every(everyMs, () => {
    const now = look();
    if (now !== before && now !== '') changed();
    before = now;
  });
}

import { newestUsed } from './newest-used.ts';
import type { Clock } from './ports.ts';

/** Counts one more of the key, and answers whether that was too many for now. */
export type TooMany = (key: string) => boolean;

/**
 * So many in each window of time, for each key; whatever keys come, no more than `keys` of them are remembered.
 * @param rule.windowMs milliseconds, from the first one counted on
 */
export function createAllowance(clock: Clock, rule: { most: number; windowMs: number; keys: number }): TooMany {
  const windows = newestUsed<{ since: number; count: number }>(rule.keys);
  return (key) => {
    const now = clock.now();
    const window = windows.get(key);
    // A clock set back begins anew too.
    if (!window || now < window.since || now >= window.since + rule.windowMs) {
      windows.set(key, { since: now, count: 1 });
      return rule.most < 1;
    }
    window.count += 1;
    return window.count > rule.most;
  };
}

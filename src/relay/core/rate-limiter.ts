import QuickLRU from 'quick-lru';
import type { Clock } from './ports.ts';

/**
 * A fixed-window rate limiter per key. It remembers the most recently used keys only.
 * @param limit.windowMs milliseconds from the first call on
 * @returns counts a call, and answers whether it is over the limit
 */
export function createRateLimiter(
  clock: Clock,
  limit: { max: number; windowMs: number; keys: number },
): (key: string) => boolean {
  const windows = new QuickLRU<string, { since: number; count: number }>({ maxSize: limit.keys });
  return (key) => {
    const now = clock.now();
    const window = windows.get(key);
    // A clock that is set back starts a new window.
    if (!window || now < window.since || now >= window.since + limit.windowMs) {
      windows.set(key, { since: now, count: 1 });
      return limit.max < 1;
    }
    window.count += 1;
    return window.count > limit.max;
  };
}

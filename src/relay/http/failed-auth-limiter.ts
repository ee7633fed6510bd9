import type { IncomingMessage } from 'node:http';
import type { Clock } from '../core/ports.ts';
import { createRateLimiter } from '../core/rate-limiter.ts';
import { type AddressOf, networkOf } from './client-address.ts';

/** What the server refuses before the core sees it. */
export interface HttpCounters {
  bodyTooLarge: number;
  compressed: number;
  /** answered 429 instead of 401 */
  rateLimited: number;
}

/** The status for a request without a valid signature or token: 429 if its network has sent too many of them. */
export type RefuseUnauthenticated = (request: IncomingMessage) => 401 | 429;

export const tooManyFailed = 'Too many requests without a right signature or token';

const limit = { max: 300, windowMs: 60_000, keys: 5_000 };

/** Counts failed requests only: a valid signature or token is never limited, whoever shares the address. */
export function createFailedAuthLimiter(
  clock: Clock,
  counters: HttpCounters,
  addressOf: AddressOf,
): RefuseUnauthenticated {
  const isLimited = createRateLimiter(clock, limit);
  return (request) => {
    if (!isLimited(networkOf(addressOf(request)))) return 401;
    counters.rateLimited += 1;
    return 429;
  };
}

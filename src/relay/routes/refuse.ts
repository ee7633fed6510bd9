import type { IncomingMessage } from 'node:http';
import type { Clock } from '../core/ports.ts';
import { type AddressOf, countFailures } from '../flood.ts';
import type { Tally } from '../tally.ts';

/** How what showed no right signature or token is answered: 429 where this address has sent too much of that. */
export type Refuse = (request: IncomingMessage) => 401 | 429;

export const tooManyFailed = 'Too many requests without a right signature or token';

export function createRefuse(clock: Clock, tally: Tally, addressOf: AddressOf): Refuse {
  const tooManyFrom = countFailures(clock, addressOf);
  return (request) => {
    if (!tooManyFrom(request)) return 401;
    tally.limited += 1;
    return 429;
  };
}

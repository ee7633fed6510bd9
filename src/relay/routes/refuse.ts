import type { FastifyReply, FastifyRequest } from 'fastify';
import { say } from '../answers.ts';
import type { Clock } from '../core/ports.ts';
import { countFailures } from '../flood.ts';
import type { Tally } from '../tally.ts';

/** Answers 401, or 429 where this address has been answered so too often; says which it was. */
export type Refuse = (request: FastifyRequest, reply: FastifyReply, message: string) => 401 | 429;

export function createRefuse(clock: Clock, tally: Tally): Refuse {
  const tooManyFrom = countFailures(clock);
  return (request, reply, message) => {
    if (!tooManyFrom(request)) {
      say(reply, 401, message);
      return 401;
    }
    tally.limited += 1;
    say(reply, 429, 'Too many requests without a right signature or token');
    return 429;
  };
}

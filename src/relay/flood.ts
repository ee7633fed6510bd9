import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Whether this address has sent too much that was not signed, or carried no right token; every call counts one. */
export type TooMany = (request: FastifyRequest) => Promise<boolean>;

const allowed = { max: 300, timeWindow: 60_000, cache: 5_000 };

/** Counts only what failed: a correctly signed webhook and a right token are never limited, whoever else shares the address. */
export async function countFailures(app: FastifyInstance): Promise<TooMany> {
  await app.register(rateLimit, { global: false });
  const check = app.createRateLimit(allowed);
  return async (request) => {
    const seen = await check(request);
    return !seen.isAllowed && seen.isExceeded;
  };
}

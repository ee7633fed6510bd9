import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail } from '../../shared/contract/errors.ts';
import { slipHeaders } from '../app/page-security.ts';
import { sessionCookie } from './cookie.ts';
import type { Door } from './door.ts';
import { portOf, sessionOf } from './guard.ts';
import { signedOutPage } from './signed-out-page.ts';

/** A page that was loaded again has no token any more, only its cookie and its secret. */
const Trade = z.strictObject({ token: z.string().max(200).optional() });

/**
 * POST /session trades the one-time token for a cookie and the page's secret, or finds both good. `since` is the place in the
 * stream of events from which the page may miss nothing.
 */
export function serveSession(server: FastifyInstance, door: Door, place: () => string): void {
  server.post('/session', { config: { open: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const trade = Trade.safeParse(request.body);
    if (!trade.success) return reply.code(400).send(fail('invalid_input', 'Not a trade of a token.'));
    if (door.knows(sessionOf(request))) return { since: place() };
    const session = trade.data.token === undefined ? null : door.trade(trade.data.token);
    if (session === null) {
      return reply
        .code(401)
        .send(fail('not_allowed', 'The address that opens the counter works once.', { reason: 'signed_out' }));
    }
    reply.header('set-cookie', sessionCookie(portOf(request), session.sessionId));
    return { since: place(), pageSecret: session.pageSecret };
  });

  server.get('/signed-out', { config: { open: true } }, async (_request, reply) =>
    reply.code(401).headers(slipHeaders(signedOutPage)).send(signedOutPage),
  );
}

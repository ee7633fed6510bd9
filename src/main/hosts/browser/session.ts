import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail } from '../../../shared/contract/errors.ts';
import { slipHeaders } from '../page-security.ts';
import { sessionCookie } from './cookie.ts';
import type { Door } from './door.ts';
import { portOf, sessionOf } from './guard.ts';

/** Shown where a browser is not signed in, in both languages of the counter, because no setting can be read yet. */
const signedOutPage = `<!doctype html>
<html lang="id">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Konter</title>
<style>
:root { color-scheme: light dark; }
body { font: 18px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1.5rem; }
code { font-size: 0.9em; }
</style>
<h1>Halaman ini belum masuk</h1>
<p>Alamat pembuka Konter hanya berlaku satu kali. Hentikan Konter lalu jalankan lagi (<code>npm start</code>), dan buka alamat baru yang ditampilkannya.</p>
<p lang="en">This page is not signed in. The address that opens Konter works once. Stop Konter, start it again (<code>npm start</code>), and open the new address it shows.</p>
</html>
`;

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

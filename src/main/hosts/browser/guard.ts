import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ErrorReason, fail } from '../../../shared/contract/errors.ts';
import { securityHeaders, slipHeaders } from '../page-security.ts';
import { type PageSession, type SessionAuth, sentSession, sessionCookie, sessionIdOf } from './session-auth.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** allowed without a session: the page itself, and the files that it needs to get one */
    open?: boolean;
    /**
     * needs the cookie only, because a frame or a download sends no header of the page. The path cannot be guessed, and only a
     * page that sent the secret gets it
     */
    secretPath?: boolean;
  }
}

/** Runs before every route: checks first where the request comes from, then who sends it. Unknown routes are answered alike. */
export function guard(server: FastifyInstance, door: SessionAuth): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" });
    const reason = refusedBecause(provenance(request), portOf(request));
    if (reason !== null) {
      return refuse(reply, 403, 'wrong_origin', `This request does not come from the counter’s own page (${reason}).`);
    }
    const { open, secretPath } = request.routeOptions.config;
    const isKnown = secretPath === true ? door.knowsCookie(cookieOf(request)) : door.knows(sessionOf(request));
    if (open !== true && !isKnown) {
      return refuse(reply, 401, 'signed_out', 'This browser is not signed in to the counter.');
    }
    return undefined;
  });
}

export const portOf = (request: FastifyRequest): number => request.socket.localPort ?? 0;

const cookieOf = (request: FastifyRequest): string | null => sessionIdOf(portOf(request), request.headers.cookie);

const sessionOf = (request: FastifyRequest): PageSession | null => sentSession(request, cookieOf(request));

function refuse(reply: FastifyReply, status: number, reason: ErrorReason, message: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send(fail('not_allowed', message, { reason }));
}

function provenance(request: FastifyRequest): Parameters<typeof refusedBecause>[0] {
  const { host, origin } = request.headers;
  return {
    method: request.method,
    host,
    origin,
    fetchSite: single(request.headers['sec-fetch-site']),
    fetchMode: single(request.headers['sec-fetch-mode']),
  };
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header;

/** The headers that say where a request comes from. */
interface Provenance {
  method: string;
  host: string | undefined;
  origin: string | undefined;
  /** Sec-Fetch-Site, where the browser sends it */
  fetchSite: string | undefined;
  /** Sec-Fetch-Mode */
  fetchMode: string | undefined;
}

/**
 * Whether a request may come from our own page, or from a person who typed the address. A name that was made to resolve to this
 * machine (DNS rebinding) shows in Host, another page in Origin or Sec-Fetch-Site. Returns the reason of the refusal, or null.
 */
export function refusedBecause(from: Provenance, port: number): 'host' | 'origin' | 'site' | null {
  // Browsers leave the default port out.
  const end = port === 80 ? '' : `:${port}`;
  const hosts = [`127.0.0.1${end}`, `localhost${end}`];
  if (from.host === undefined || !hosts.includes(from.host)) return 'host';
  const reading = from.method === 'GET' || from.method === 'HEAD';
  if (from.origin === undefined ? !reading : from.origin !== `http://${from.host}`) return 'origin';
  // A link or a typed address only shows the page; it carries no Strict cookie from another site.
  if (reading && from.fetchMode === 'navigate') return null;
  if (from.fetchSite !== undefined && from.fetchSite !== 'same-origin' && from.fetchSite !== 'none') return 'site';
  return null;
}

/** Shown to a browser without a session, in both languages, because no setting can be read yet. */
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

/** A reloaded page has no token any more, only its cookie and its secret. */
const Trade = z.strictObject({ token: z.string().max(200).optional() });

/**
 * POST /session trades the one-time token for a cookie and the page's secret, or accepts both. `since` is the position in the
 * event stream after which the page may miss nothing.
 */
export function serveSession(server: FastifyInstance, door: SessionAuth, place: () => string): void {
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

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorReason, fail } from '../../../shared/contract/errors.ts';
import { securityHeaders } from '../page-security.ts';
import { sessionIdOf } from './cookie.ts';
import type { Door } from './door.ts';
import { type PageSession, sentSession } from './page-session.ts';
import { refusedBecause } from './same-origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** may be asked for without a session: the page itself, and what it needs to get one */
    open?: boolean;
    /**
     * needs the cookie only, because a frame or a download sends no header of the page: the path is unguessable, and is told to a
     * page that sent the secret
     */
    secretPath?: boolean;
  }
}

/** Stands before every route: first where the request comes from, then who sends it. What no route serves is not told apart. */
export function guard(server: FastifyInstance, door: Door): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" });
    const reason = refusedBecause(provenance(request), portOf(request));
    if (reason !== null) {
      return refuse(reply, 403, 'wrong_origin', `This request does not come from the counter’s own page (${reason}).`);
    }
    const { open, secretPath } = request.routeOptions.config;
    const known = secretPath === true ? door.knowsCookie(cookieOf(request)) : door.knows(sessionOf(request));
    if (open !== true && !known) {
      return refuse(reply, 401, 'signed_out', 'This browser is not signed in to the counter.');
    }
    return undefined;
  });
}

export const portOf = (request: FastifyRequest): number => request.socket.localPort ?? 0;

const cookieOf = (request: FastifyRequest): string | null => sessionIdOf(portOf(request), request.headers.cookie);

export const sessionOf = (request: FastifyRequest): PageSession | null => sentSession(request, cookieOf(request));

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

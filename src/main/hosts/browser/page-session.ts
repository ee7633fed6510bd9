import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/**
 * What a page needs to be served. A browser sends the cookie to every port of this machine, so a server on another port can
 * read it and send it from a program of its own. The secret stays in the storage of the page's origin, port included.
 */
export interface PageSession {
  /** the cookie's value */
  sessionId: string;
  /** handed out once, in the answer to the token; the page sends it in a header */
  pageSecret: string;
}

/** Two independent values of 256 bits. */
export function createPageSession(): PageSession {
  const value = (): string => randomBytes(32).toString('base64url');
  return { sessionId: value(), pageSecret: value() };
}

/** What a request carries under the given cookie; null when the cookie or the secret is missing. */
export function sentSession(request: FastifyRequest, sessionId: string | null): PageSession | null {
  const pageSecret = request.headers['x-konter-page-secret'];
  return sessionId === null || typeof pageSecret !== 'string' ? null : { sessionId, pageSecret };
}

/** For a comparison in constant time, which needs equal lengths. */
export const digestOf = ({ sessionId, pageSecret }: PageSession): Buffer => digestText(`${sessionId} ${pageSecret}`);

export const digestText = (text: string): Buffer => createHash('sha256').update(text).digest();

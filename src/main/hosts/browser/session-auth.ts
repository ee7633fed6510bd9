import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** A token and a session that outlive this process, for a host that a dev server restarts behind an open page. */
export interface SharedSession extends PageSession {
  token: string;
}

/** Authenticates the one browser that traded the one-time token of the start address for a session. */
export class SessionAuth {
  /** 256 bits, for the fragment of the start address; good once, a shared one any number of times */
  readonly token: string;
  /** resolves at the first trade */
  readonly traded: Promise<void>;
  readonly #shared: boolean;
  #session: PageSession | null;
  #resolveTraded: () => void = () => {};

  constructor(shared?: SharedSession) {
    this.token = shared?.token ?? randomBytes(32).toString('base64url');
    this.#session = shared ? { sessionId: shared.sessionId, pageSecret: shared.pageSecret } : null;
    this.#shared = shared !== undefined;
    this.traded = new Promise((resolve) => {
      this.#resolveTraded = resolve;
    });
  }

  /** The session, or null when the token is wrong or was used before. */
  trade(token: string): PageSession | null {
    if ((this.#session !== null && !this.#shared) || !timingSafeEqual(digestText(token), digestText(this.token))) {
      return null;
    }
    this.#session ??= createPageSession();
    this.#resolveTraded();
    return this.#session;
  }

  knows(sent: PageSession | null): boolean {
    return sent !== null && this.#session !== null && timingSafeEqual(digestOf(sent), digestOf(this.#session));
  }

  /** Whether the cookie alone is right; it opens nothing but an address that only a signed-in page gets. */
  knowsCookie(sessionId: string | null): boolean {
    return (
      sessionId !== null &&
      this.#session !== null &&
      timingSafeEqual(digestText(sessionId), digestText(this.#session.sessionId))
    );
  }
}

/** Limit of addresses that were requested and not opened yet. */
const maxLinks = 5;
/** A screen that is opened once more, on another machine's browser profile say, sends the oldest one away. */
const maxDisplays = 3;

/**
 * Authenticates customer displays: browsers that opened an address which the counter's own page had requested, each address
 * once. Such a session can receive views and nothing else.
 */
export class DisplayAuth {
  #links: Buffer[] = [];
  #sessions: Buffer[] = [];

  /** A token for the fragment of an address, 256 bits. */
  link(): string {
    const token = randomBytes(32).toString('base64url');
    this.#links = [...this.#links, digestText(token)].slice(-maxLinks);
    return token;
  }

  /** A session, or null when the token is wrong or was used before. */
  trade(token: string): PageSession | null {
    const digest = digestText(token);
    const left = this.#links.filter((link) => !timingSafeEqual(link, digest));
    if (left.length === this.#links.length) return null;
    this.#links = left;
    const session = createPageSession();
    this.#sessions = [...this.#sessions, digestOf(session)].slice(-maxDisplays);
    return session;
  }

  knows(sent: PageSession | null): boolean {
    return sent !== null && this.#sessions.some((session) => timingSafeEqual(session, digestOf(sent)));
  }
}

/**
 * The credentials of a page. A browser sends the cookie to every port of this machine, so a server on another port can read it
 * and use it from a program of its own. The secret stays in the storage of the page's origin, port included.
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

/** The session that a request carries under this cookie; null when the cookie or the secret is missing. */
export function sentSession(request: FastifyRequest, sessionId: string | null): PageSession | null {
  const pageSecret = request.headers['x-konter-page-secret'];
  return sessionId === null || typeof pageSecret !== 'string' ? null : { sessionId, pageSecret };
}

/** For a comparison in constant time, which needs equal lengths. */
const digestOf = ({ sessionId, pageSecret }: PageSession): Buffer => digestText(`${sessionId} ${pageSecret}`);

const digestText = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * A cookie of 127.0.0.1 is seen by every port of the machine, so its name carries ours: two counters on one machine do
 * not sign each other out. Without `Secure`, which browsers do not take from plain http everywhere.
 */
const nameOf = (port: number): string => `konter-${port}`;

export function sessionCookie(port: number, sessionId: string): string {
  return `${nameOf(port)}=${sessionId}; Path=/; HttpOnly; SameSite=Strict`;
}

/** The customer display's cookie: sent to its own addresses and to no procedure. */
export function displayCookie(port: number, sessionId: string): string {
  return `${nameOf(port)}-display=${sessionId}; Path=/display; HttpOnly; SameSite=Strict`;
}

/** The session id that a request's Cookie header carries, or null. */
export const sessionIdOf = (port: number, header: string | undefined): string | null => valueOf(nameOf(port), header);

export const displayIdOf = (port: number, header: string | undefined): string | null =>
  valueOf(`${nameOf(port)}-display`, header);

function valueOf(name: string, header: string | undefined): string | null {
  const prefix = `${name}=`;
  for (const cookie of (header ?? '').split(';')) {
    const pair = cookie.trim();
    if (pair.startsWith(prefix)) return pair.slice(prefix.length);
  }
  return null;
}

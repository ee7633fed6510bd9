import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A token and a session id that outlive this process, for a host that a dev server restarts behind an open page. */
export interface SharedSession {
  token: string;
  sessionId: string;
}

/** Who may talk to the counter: the one browser that traded the one-time token of the start address for a session. */
export class Door {
  /** 256 bits, for the fragment of the start address; good once, a shared one any number of times */
  readonly token: string;
  readonly #shared: boolean;
  #session: string | null;

  constructor(shared?: SharedSession) {
    this.token = shared?.token ?? randomBytes(32).toString('base64url');
    this.#session = shared?.sessionId ?? null;
    this.#shared = shared !== undefined;
  }

  /** The id of the session, or null when the token is wrong or was used before. */
  trade(token: string): string | null {
    if ((this.#session !== null && !this.#shared) || !same(token, this.token)) return null;
    this.#session ??= randomBytes(32).toString('base64url');
    return this.#session;
  }

  knows(sessionId: string | null): boolean {
    return sessionId !== null && this.#session !== null && same(sessionId, this.#session);
  }
}

/** In constant time; digests, because what is compared must be of one length. */
function same(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createPageSession, digestOf, digestText, type PageSession } from './page-session.ts';

/** A token and a session that outlive this process, for a host that a dev server restarts behind an open page. */
export interface SharedSession extends PageSession {
  token: string;
}

/** Who may talk to the counter: the one browser that traded the one-time token of the start address for a session. */
export class Door {
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

  /** Whether the cookie alone is right; it opens nothing but an address that only a signed-in page is given. */
  knowsCookie(sessionId: string | null): boolean {
    return (
      sessionId !== null &&
      this.#session !== null &&
      timingSafeEqual(digestText(sessionId), digestText(this.#session.sessionId))
    );
  }
}

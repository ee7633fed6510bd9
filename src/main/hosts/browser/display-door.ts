import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createPageSession, digestOf, digestText, type PageSession } from './page-session.ts';

/** Addresses that were asked for and not opened. */
const mostLinks = 5;
/** A screen that is opened once more, on another machine's browser profile say, sends the oldest one away. */
const mostDisplays = 3;

/**
 * Who may look at the customer's display: whoever opens an address that the counter's own page asked for, each once. Such a
 * session can look, and opens nothing else.
 */
export class DisplayDoor {
  #links: Buffer[] = [];
  #sessions: Buffer[] = [];

  /** A token for the fragment of an address, 256 bits. */
  link(): string {
    const token = randomBytes(32).toString('base64url');
    this.#links = [...this.#links, digestText(token)].slice(-mostLinks);
    return token;
  }

  /** A session, or null when the token is wrong or was used before. */
  trade(token: string): PageSession | null {
    const given = digestText(token);
    const left = this.#links.filter((link) => !timingSafeEqual(link, given));
    if (left.length === this.#links.length) return null;
    this.#links = left;
    const session = createPageSession();
    this.#sessions = [...this.#sessions, digestOf(session)].slice(-mostDisplays);
    return session;
  }

  knows(sent: PageSession | null): boolean {
    return sent !== null && this.#sessions.some((session) => timingSafeEqual(session, digestOf(sent)));
  }
}

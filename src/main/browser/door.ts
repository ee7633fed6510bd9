import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How many browsers may be signed in at once: one token lets in one, so this only bounds memory. */
const mostSessions = 16;

/** Who may talk to the counter: whoever traded the one-time token of the start address for a session. */
export class Door {
  /** 256 bits, for the fragment of the start address; good once */
  readonly token = secret();
  #unused = true;
  readonly #sessions = new Set<string>();

  /** The id of a new session, or null when the token is wrong or was used before. */
  trade(token: string): string | null {
    if (!this.#unused || this.#sessions.size >= mostSessions || !same(token, this.token)) return null;
    this.#unused = false;
    const id = secret();
    this.#sessions.add(digest(id));
    return id;
  }

  knows(sessionId: string | null): boolean {
    // Looked up by digest, so that the time taken says nothing about the ids.
    return sessionId !== null && this.#sessions.has(digest(sessionId));
  }
}

const secret = (): string => randomBytes(32).toString('base64url');
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
const same = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());

import { createHash, hash } from 'node:crypto';

/** What a cursor says. */
export interface CursorPosition {
  place: number;
  /** of the webhook at that place, see checkOf; null: the cursor names the end of what was dropped, where none is left */
  check: string | null;
}

/**
 * Opaque names of the places in a mailbox: `{mark}-{place}-{check}`. The mark ties it to this database and mailbox, the check to
 * the webhook at that place: an older copy of the database that was put back gives the place to another one.
 */
export interface Cursors {
  write(mailbox: string, position: CursorPosition): string;
  /** Null when the cursor is not ours. */
  read(mailbox: string, cursor: string): CursorPosition | null;
}

const shape = /^([0-9a-f]{12})-([0-9a-z]{1,11})(?:-([\w-]{8}))?$/;

/** @param epoch the database's, which changes when an older copy of it was put back */
export function createCursors(epoch: () => string): Cursors {
  const markOf = (mailbox: string): string =>
    createHash('sha256').update(`${epoch()}\n${mailbox}`).digest('hex').slice(0, 12);
  return {
    write: (mailbox, { place, check }) =>
      `${markOf(mailbox)}-${place.toString(36)}${check === null ? '' : `-${check}`}`,
    read: (mailbox, cursor) => {
      const [, mark, digits, check = null] = shape.exec(cursor) ?? [];
      if (digits === undefined || mark !== markOf(mailbox)) return null;
      const place = Number.parseInt(digits, 36);
      return Number.isSafeInteger(place) ? { place, check } : null;
    },
  };
}

/**
 * 48 bits that tell a webhook from every other one, and from itself received at another time. A replay changes neither the
 * fingerprint nor the time.
 */
export const checkOf = (webhook: { fingerprint: string; receivedAt: string }): string =>
  hash('sha256', `${webhook.fingerprint} ${webhook.receivedAt}`, 'base64url').slice(0, 8);

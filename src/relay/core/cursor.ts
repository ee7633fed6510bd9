import { createHash, hash } from 'node:crypto';

/** A decoded cursor. */
export interface CursorPosition {
  sequence: number;
  /** see checkOf; null: the cursor is the end of the pruned webhooks, and its webhook is unknown */
  check: string | null;
}

const shape = /^([0-9a-f]{12})-([0-9a-z]{1,11})(?:-([\w-]{8}))?$/;

export type Cursors = ReturnType<typeof createCursors>;

/**
 * Opaque names of positions in a mailbox: `{mark}-{sequence}-{check}`. The mark binds a cursor to this database and mailbox, the
 * check to the webhook at that position: after the restore of an older copy another webhook may get the same sequence.
 * @param epoch the database's; it changes after the restore of an older copy
 */
export function createCursors(epoch: () => string) {
  const markOf = (mailbox: string): string =>
    createHash('sha256').update(`${epoch()}\n${mailbox}`).digest('hex').slice(0, 12);
  return {
    write: (mailbox: string, { sequence, check }: CursorPosition): string =>
      `${markOf(mailbox)}-${sequence.toString(36)}${check === null ? '' : `-${check}`}`,
    /** Null if the cursor belongs to another mailbox or database, or is malformed. */
    read: (mailbox: string, cursor: string): CursorPosition | null => {
      const [, mark, digits, check = null] = shape.exec(cursor) ?? [];
      if (digits === undefined || mark !== markOf(mailbox)) return null;
      const sequence = Number.parseInt(digits, 36);
      return Number.isSafeInteger(sequence) ? { sequence, check } : null;
    },
  };
}

/** 48 bits that identify a received webhook. A replay changes neither its fingerprint nor its time. */
export const checkOf = (webhook: { fingerprint: string; receivedAt: string }): string =>
  hash('sha256', `${webhook.fingerprint} ${webhook.receivedAt}`, 'base64url').slice(0, 8);

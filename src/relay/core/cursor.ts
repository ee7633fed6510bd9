import { createHash } from 'node:crypto';

/** Opaque names of the places in a mailbox: `{mark}-{place}`, where the mark ties it to this database and mailbox. */
export interface Cursors {
  write(mailbox: string, place: number): string;
  /** Null when the cursor is not ours. */
  read(mailbox: string, cursor: string): number | null;
}

const shape = /^([0-9a-f]{12})-([0-9a-z]{1,11})$/;

/** @param epoch the database's, which changes when an older copy of it was put back */
export function createCursors(epoch: () => string): Cursors {
  const markOf = (mailbox: string): string =>
    createHash('sha256').update(`${epoch()}\n${mailbox}`).digest('hex').slice(0, 12);
  return {
    write: (mailbox, place) => `${markOf(mailbox)}-${place.toString(36)}`,
    read: (mailbox, cursor) => {
      const [, mark, digits] = shape.exec(cursor) ?? [];
      if (digits === undefined || mark !== markOf(mailbox)) return null;
      const place = Number.parseInt(digits, 36);
      return Number.isSafeInteger(place) ? place : null;
    },
  };
}

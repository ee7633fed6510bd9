import type { Directory } from './directory.ts';
import { tokenFits } from './token.ts';

/** Whether the token is the mailbox's. Rejects when the database cannot be asked, at once where too many wait for it. */
export type Admit = (ask: { mailbox: string; token: string }) => Promise<boolean>;

/**
 * At once, of polls and acks: each weighs up to 12 KB, most of that its head. More are refused, so that a database that hangs
 * does not fill the memory; it is twice the counters that a relay is meant for.
 */
export const mostWaiting = 20_000;

/** Nobody is turned away for what was known a moment ago. */
export function createAdmit(directory: Directory): Admit {
  let waiting = 0;
  return async ({ mailbox, token }) => {
    if (waiting === mostWaiting) throw new Error('too many polls and acks wait for the database');
    waiting += 1;
    try {
      const found = await directory.find(mailbox);
      if (tokenFits(token, found?.tokenHash ?? null)) return true;
      const now = await directory.findNow(mailbox);
      return now !== found && tokenFits(token, now?.tokenHash ?? null);
    } finally {
      waiting -= 1;
    }
  };
}

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from './ports.ts';

const idBytes = 18;
const tokenBytes = 32;

/** Fit for a path, and never taken for an option on a command line. */
const unguessable = (first: string, random: Random, bytes: number): string =>
  first + Buffer.from(random.bytes(bytes)).toString('base64url');

/** A mailbox id: 144 random bits. */
export const newMailboxId = (random: Random): string => unguessable('m', random, idBytes);

/** A reader's token: 256 random bits. */
export const newToken = (random: Random): string => unguessable('t', random, tokenBytes);

/** What is stored of a token. No slow hash is needed, since nobody guesses 256 random bits. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** @param tokenHash of the mailbox, or null where there is no such mailbox: the same work is done then */
export function tokenFits(token: string, tokenHash: string | null): boolean {
  const given = Buffer.from(hashOfToken(token), 'hex');
  const same = timingSafeEqual(given, tokenHash === null ? Buffer.alloc(given.length) : Buffer.from(tokenHash, 'hex'));
  return same && tokenHash !== null;
}

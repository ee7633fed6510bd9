import { hash } from 'node:crypto';

/** What an event's hash covers, with `data` and `digests` exactly as the row holds them. */
export interface Link {
  /** the hash of the event before, or the database's genesis value */
  prev: Uint8Array;
  seq: number;
  saleId: string | null;
  type: string;
  at: string;
  actor: string;
  /** JSON text */
  data: string;
  /** JSON text: [[role, hex digest], ...] */
  digests: string;
}

/**
 * Encoding 1: SHA-256 over the UTF-8 text of a JSON array without spaces,
 * ["konter-event/1", hex of prev, seq, sale id or null, type, at, actor, data, digests],
 * the last two as strings. Anything that can write JSON can check it.
 */
export function eventHash(link: Link): Buffer {
  return hash('sha256', eventText(Buffer.from(link.prev).toString('hex'), link), 'buffer');
}

/** What is hashed. @param prev in hex, lower case */
export function eventText(prev: string, link: Omit<Link, 'prev'>): string {
  const { seq, saleId, type, at, actor, data, digests } = link;
  return JSON.stringify(['konter-event/1', prev, seq, saleId, type, at, actor, data, digests]);
}

/** Hex SHA-256 over salt and bytes: stays in the chain when the body is erased, and then says nothing about it. */
export function bodyDigest(salt: Uint8Array, bytes: Uint8Array): string {
  return hash('sha256', Buffer.concat([salt, bytes]), 'hex');
}

/** Ids of an event's bodies: seq * 100 + position. */
export const bodiesPerEvent = 100;

import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { RelayEvent } from '../../shared/wire/relay.ts';

/** A webhook as it came out of the mailbox, with what this desktop itself found about its signature. */
export interface ReceivedWebhook {
  event: RelayEvent;
  /** the raw bytes that were signed */
  body: Uint8Array;
  /** HMAC-SHA256 over the raw bytes with one of the shop's keys (spec, Authentication) */
  signed: boolean;
}

/** The very bytes that came, and whether one of the keys signed them. */
export function toReceivedWebhook(event: RelayEvent, keys: readonly string[]): ReceivedWebhook {
  const body = new Uint8Array(Buffer.from(event.body, event.bodyEncoding));
  return { event, body, signed: verifySignature(body, event.signature, keys) };
}

const digestInHex = /^[0-9a-f]{64}$/i;

/**
 * Whether one of the shop's keys signed exactly these bytes (spec, Authentication). The relay has checked already; the
 * desktop does so again, so that nothing in between needs to be trusted.
 * @param signature the X-Service-Signature header: 64 hex digits, anything else is not a signature
 * @param keys the key in use, and those retired that may have signed what comes late
 */
export function verifySignature(body: Uint8Array, signature: string | null, keys: readonly string[]): boolean {
  if (signature === null || !digestInHex.test(signature)) return false;
  const digest = Buffer.from(signature, 'hex');
  let fits = false;
  for (const key of keys) {
    // An empty key is one that is not set: anybody could sign with it.
    if (key === '') continue;
    if (timingSafeEqual(createHmac('sha256', key).update(body).digest(), digest)) fits = true;
  }
  return fits;
}

/** Identifies a key without revealing it: signed webhooks in a log allow the same guesses. */
export const keyIdOf = (key: string): string =>
  createHmac('sha256', key).update('konter key id').digest('hex').slice(0, 12);

/** Names a mailbox, or a journal to the relay: reveals only whether two names are equal. */
export const digestOf = (name: string): string => hash('sha256', name).slice(0, 16);

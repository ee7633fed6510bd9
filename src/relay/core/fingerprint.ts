import { hash } from 'node:crypto';

/** 128 bits: nobody finds another webhook with the same, and the index of them stays small. */
const length = 22;
/**
 * Of a ref made from a UUIDv7 the time it was made at, which is when its order was sent. What comes in one batch then stands
 * close together in the index of fingerprints, where anywhere in it each would be a page to write: a third of all that it costs
 * to keep one.
 */
const refLength = 13;

/**
 * The same for two webhooks only if mailbox, ref, event, body and signature are the same, the signature in whatever letters: a
 * redelivery is kept once. The same words signed anew are another webhook, also where both signatures are right: while a
 * secret is rotated, the counter may trust only one of the two keys. And where nobody has checked it, whoever posts the same
 * words first, wrongly signed, would take the genuine one's place.
 */
export function fingerprintOf(webhook: {
  mailbox: string;
  ref: string | null;
  event: string | null;
  signature: string;
  body: Uint8Array;
}): string {
  const { mailbox, ref, event, signature, body } = webhook;
  const head = Buffer.from(`${JSON.stringify([mailbox, ref, event, signature.toLowerCase()])}\n`);
  return (ref?.slice(0, refLength) ?? '') + hash('sha256', Buffer.concat([head, body]), 'base64url').slice(0, length);
}

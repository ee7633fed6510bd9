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
 * The same for two webhooks only if mailbox, ref, event and body are the same: a redelivery is kept once.
 * @param webhook.signature told apart too where nobody has checked it: else whoever posts the same words first, wrongly
 *   signed, would take the genuine one's place. Null: it was found to be right
 */
export function fingerprintOf(webhook: {
  mailbox: string;
  ref: string | null;
  event: string | null;
  signature: string | null;
  body: Uint8Array;
}): string {
  const { mailbox, ref, event, signature, body } = webhook;
  const head = Buffer.from(`${JSON.stringify([mailbox, ref, event, ...(signature === null ? [] : [signature])])}\n`);
  return (ref?.slice(0, refLength) ?? '') + hash('sha256', Buffer.concat([head, body]), 'base64url').slice(0, length);
}

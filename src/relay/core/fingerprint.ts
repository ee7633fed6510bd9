import { hash } from 'node:crypto';

/**
 * The same for two webhooks of a mailbox only if ref, event and body are the same: a redelivery is kept once.
 * @param webhook.signature told apart too where nobody has checked it: else whoever posts the same words first, wrongly
 *   signed, would take the genuine one's place. Null: it was found to be right
 */
export function fingerprintOf(webhook: {
  ref: string | null;
  event: string | null;
  signature: string | null;
  body: Uint8Array;
}): string {
  const { ref, event, signature, body } = webhook;
  const head = Buffer.from(`${JSON.stringify(signature === null ? [ref, event] : [ref, event, signature])}\n`);
  return hash('sha256', Buffer.concat([head, body]), 'base64url');
}

import { createHash } from 'node:crypto';

/** The same for two webhooks of a mailbox only if ref, event and body are the same: a redelivery is kept once. */
export function fingerprintOf(webhook: { ref: string | null; event: string | null; body: Uint8Array }): string {
  return createHash('sha256')
    .update(JSON.stringify([webhook.ref, webhook.event]))
    .update('\n')
    .update(webhook.body)
    .digest('base64url');
}

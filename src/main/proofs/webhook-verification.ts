import type { WebhookProof } from '../../shared/contract/transactions.ts';
import type { KeptWebhook } from '../db/sales-store.ts';
import { verifySignature } from '../relay-client/index.ts';

/** The shop's keys for checking again what was believed once: the present one, and all that are kept. */
export interface VerificationKeys {
  present: readonly string[];
  retired: readonly string[];
}

/**
 * Checks kept webhooks once more over their raw bytes. A key whose time is over still tells whether it signed them then.
 */
export function verifyStoredWebhooks(webhooks: readonly KeptWebhook[], keys: VerificationKeys): WebhookProof[] {
  return webhooks.map(({ seq, at, type, signature, body }) => {
    if (body === null) return { seq, at, type, verdict: 'erased', key: null };
    const key = verifySignature(body, signature, keys.present)
      ? 'present'
      : verifySignature(body, signature, keys.retired)
        ? 'retired'
        : null;
    return { seq, at, type, verdict: key === null ? 'not_genuine' : 'genuine', key };
  });
}

import { createHmac } from 'node:crypto';
import type { WebhookRequest } from './ports.ts';
import type { Coming } from './state.ts';

type ComingWebhook = Extract<Coming, { kind: 'webhook' }>;

/** Spec, Authentication: HMAC-SHA256 over the raw body, hexadecimal. */
export function signatureOf(body: Uint8Array, secretKey: string): string {
  return createHmac('sha256', secretKey).update(body).digest('hex');
}

/** Spec, Events: one webhook as it goes out. An unsigned one carries the signature of another key. */
export function webhookRequest(webhook: ComingWebhook, secretKey: string): WebhookRequest {
  const body = new TextEncoder().encode(webhook.body);
  return {
    url: webhook.url,
    headers: {
      'Content-Type': 'application/json',
      'X-Service-Event': webhook.event,
      'X-Service-Signature': signatureOf(body, webhook.signed ? secretKey : `not ${secretKey}`),
    },
    body,
  };
}

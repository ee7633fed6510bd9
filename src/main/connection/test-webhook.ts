import { createHmac } from 'node:crypto';
import type { ReceivedWebhook } from '../relay-client/index.ts';

/** No event of the interface: whoever hears it and is no Konter leaves it alone. */
const event = 'konter.test';

/** A webhook that the counter sends to itself through the relay, made and signed as the provider's are (spec, Authentication). */
export function testWebhook(secretKey: string): { headers: Record<string, string>; body: Uint8Array } {
  const text = JSON.stringify({ message: 'Konter tries its relay.' });
  return {
    body: new TextEncoder().encode(text),
    headers: {
      'content-type': 'application/json',
      'x-service-event': event,
      'x-service-signature': createHmac('sha256', secretKey).update(text).digest('hex'),
    },
  };
}

/** Only one signed with a key of this shop: anybody else's is treated as what comes from anybody. */
export function isTestWebhook({ event: received, signed }: ReceivedWebhook): boolean {
  return signed && received.event === event;
}

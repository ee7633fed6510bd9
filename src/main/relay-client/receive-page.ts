import type { RelayEvent } from '../../shared/wire/relay.ts';
import type { DeliveryResult, ReceivedWebhook } from './received-webhook.ts';
import { verifySignature } from './signature.ts';

/** Takes what was heard; has it committed together with the cursor when it resolves to "kept". */
export type ReceiveWebhook = (received: ReceivedWebhook, cursor: string) => Promise<DeliveryResult>;

/** The very bytes that came, and whether one of the keys signed them. */
export function toReceivedWebhook(event: RelayEvent, keys: readonly string[]): ReceivedWebhook {
  const body = new Uint8Array(Buffer.from(event.body, event.bodyEncoding));
  return { event, body, signed: verifySignature(body, event.signature, keys) };
}

/**
 * Hands over a page in its order, one after the other. Rejects when one could not be taken; those before it were.
 * @returns the place up to which everything is in the journal; null: nothing of this page was written down
 */
export async function handlePage(
  events: readonly RelayEvent[],
  keys: readonly string[],
  receiveWebhook: ReceiveWebhook,
): Promise<string | null> {
  let kept: string | null = null;
  for (const event of events) {
    if ((await receiveWebhook(toReceivedWebhook(event, keys), event.cursor)) === 'kept') kept = event.cursor;
  }
  return kept;
}

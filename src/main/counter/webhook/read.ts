import { readWire, type WireFault } from '../../../shared/wire/told.ts';
import { Webhook } from '../../../shared/wire/webhook.ts';
import type { News } from '../news.ts';

/** Lenient about UTF-8, as the relay is: what was signed is not lost over a broken letter in a name. */
const decoder = new TextDecoder();

/** The notification in the raw bytes of a webhook (spec, Events), or null when it cannot be read or lacks what it needs. */
export function readWebhook(body: Uint8Array): { webhook: Webhook; faults: WireFault[] } | null {
  try {
    const reading = readWire(Webhook, JSON.parse(decoder.decode(body)));
    return reading.ok ? { webhook: reading.value, faults: reading.faults } : null;
  } catch {
    return null;
  }
}

/** A notification in the words of a sale. */
export function newsOf(webhook: Webhook, flags: News['flags']): News {
  return {
    from: 'webhook',
    status: webhook.status,
    transactionId: webhook.transaction_id,
    sn: webhook.sn,
    message: webhook.message,
    price: webhook.price ?? null,
    customerName: null,
    refused: false,
    flags,
  };
}

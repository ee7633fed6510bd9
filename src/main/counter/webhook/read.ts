import { readWire, type WireFault } from '../../../shared/wire/told.ts';
import { Webhook } from '../../../shared/wire/webhook.ts';
import type { News } from '../news.ts';

/** Lenient about UTF-8, as the relay is: what was signed is not lost over a broken letter in a name. */
const decoder = new TextDecoder();
/** What the decoder puts in the place of a letter that it could not read. */
const brokenLetter = '\uFFFD';

/** The notification in the raw bytes of a webhook (spec, Events), or null when it cannot be read or lacks what it needs. */
export function readWebhook(body: Uint8Array): { webhook: Webhook; faults: WireFault[] } | null {
  try {
    const reading = readWire(Webhook, JSON.parse(decoder.decode(body)));
    if (!reading.ok || reading.value.transaction_id.includes(brokenLetter)) return null;
    return withWholeSn(reading.value, reading.faults);
  } catch {
    return null;
  }
}

/** A serial number with a broken letter is none: the customer would be given one that nobody said. */
function withWholeSn(webhook: Webhook, faults: WireFault[]): { webhook: Webhook; faults: WireFault[] } {
  if (!webhook.sn?.includes(brokenLetter)) return { webhook, faults };
  return { webhook: { ...webhook, sn: null }, faults: [...faults, { path: 'sn', problem: 'is not UTF-8' }] };
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

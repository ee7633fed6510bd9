import type { SetAsideReason } from '../../../shared/domain/sale-event.ts';
import type { HeardWebhook } from '../../ports/heard-webhook.ts';
import type { Change, NewEvent } from '../../ports/journal.ts';
import type { CounterPorts } from '../ports.ts';
import { timestamp } from '../sale.ts';

/** Kept and shown, never applied. */
export async function setAside(
  ports: CounterPorts,
  heard: HeardWebhook,
  cursor: NonNullable<Change['cursor']>,
  reason: SetAsideReason,
): Promise<void> {
  await ports.journal.commit({
    sale: null,
    event: { ...keptAside(ports, heard, reason), at: timestamp(ports) },
    cursor,
  });
}

/** What is kept of a webhook beside its words. */
export interface Came {
  body: Uint8Array;
  event: { ref: string | null; event: string | null; signature: string | null; receivedAt: string | null };
}

/** One that names a sale of ours stands in that sale's story. */
export function keptAside(ports: CounterPorts, heard: Came, reason: SetAsideReason): Omit<NewEvent, 'at'> {
  const { ref, event, signature, receivedAt } = heard.event;
  ports.log.warn('a webhook was set aside', { reason });
  return {
    type: 'webhook.set_aside',
    actor: 'provider',
    data: { reason, ref, event, signature, receivedAt },
    bodies: [{ role: 'webhook', bytes: heard.body }],
  };
}

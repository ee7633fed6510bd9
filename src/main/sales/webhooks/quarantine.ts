import type { QuarantineReason } from '../../../shared/domain/sale-event.ts';
import type { Change, NewEvent } from '../../db/sales-store.ts';
import type { DeliveryResult, ReceivedWebhook } from '../../relay-client/index.ts';
import { timestamp } from '../sale.ts';
import type { SalesContext, SalesPorts, UnverifiedQuota } from '../sales-ports.ts';

/** Kept and shown, never applied. */
export async function setAside(
  ports: SalesPorts,
  received: ReceivedWebhook,
  cursor: NonNullable<Change['cursor']>,
  reason: QuarantineReason,
): Promise<void> {
  await ports.journal.commit({
    sale: null,
    event: { ...quarantineEvent(ports, received, reason), at: timestamp(ports) },
    cursor,
  });
}

/** What is kept of a webhook beside its words. */
export interface Came {
  body: Uint8Array;
  event: { ref: string | null; event: string | null; signature: string | null; receivedAt: string | null };
}

/** One that names a sale of ours stands in that sale's story. */
export function quarantineEvent(ports: SalesPorts, received: Came, reason: QuarantineReason): Omit<NewEvent, 'at'> {
  const { ref, event, signature, receivedAt } = received.event;
  ports.log.warn('a webhook was set aside', { reason });
  return {
    type: 'webhook.set_aside',
    actor: 'provider',
    data: { reason, ref, event, signature, receivedAt },
    bodies: [{ role: 'webhook', bytes: received.body }],
  };
}

/** A shop takes less in a day, should its own key be wrong; a megabyte is the most they hold. */
const mostShares = 500;
const bytesOfAShare = 2048;
const oneMoreEachMs = 36_000;
const flushPendingWrites = { after: 1000, eachMs: 60_000 };

export const fullUnverifiedQuota = (now: number): UnverifiedQuota => ({
  shares: mostShares,
  countedAt: now,
  passedOver: 0,
  writtenDownAt: now,
});

/**
 * Anybody can post into a mailbox whose relay holds no key. What fits no key of the shop may be forged, or may have met a
 * wrong key in the settings: it is kept whole and shown, but only so much of it, since the log never shrinks. Of the rest
 * the number is written down, now and then; until then the place in the mailbox stays where it was.
 */
export async function receiveUnsigned(
  ports: SalesContext,
  received: ReceivedWebhook,
  cursor: NonNullable<Change['cursor']>,
): Promise<DeliveryResult> {
  const { unverifiedQuota } = ports;
  const now = ports.clock.monotonic();
  const more = Math.floor((now - unverifiedQuota.countedAt) / oneMoreEachMs);
  unverifiedQuota.countedAt += more * oneMoreEachMs;
  unverifiedQuota.shares = Math.min(mostShares, unverifiedQuota.shares + more);
  const needed = 1 + Math.floor(received.body.length / bytesOfAShare);
  if (needed <= unverifiedQuota.shares) {
    await setAside(ports, received, cursor, 'bad_signature');
    unverifiedQuota.shares -= needed;
    return 'kept';
  }
  unverifiedQuota.passedOver += 1;
  if (
    unverifiedQuota.passedOver < flushPendingWrites.after &&
    now - unverifiedQuota.writtenDownAt < flushPendingWrites.eachMs
  )
    return 'passed_over';
  await recordDiscarded(ports, unverifiedQuota.passedOver, cursor);
  unverifiedQuota.passedOver = 0;
  unverifiedQuota.writtenDownAt = now;
  return 'kept';
}

async function recordDiscarded(ports: SalesPorts, count: number, cursor: NonNullable<Change['cursor']>): Promise<void> {
  ports.log.warn('many webhooks carry no signature of this shop: they are counted and not kept', { count });
  await ports.journal.commit({
    sale: null,
    event: { type: 'webhook.passed_over', at: timestamp(ports), actor: 'provider', data: { count }, bodies: [] },
    cursor,
  });
}

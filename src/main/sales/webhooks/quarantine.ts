import type { QuarantinedWebhook } from '../../../shared/contract/transactions.ts';
import type { QuarantineReason } from '../../../shared/domain/sale-event.ts';
import { isoNow } from '../../base/system.ts';
import type { Change, NewEvent } from '../../db/change.ts';
import { bodyText } from '../../db/event-log.ts';
import type { SalesStore } from '../../db/sales-store.ts';
import type { DeliveryResult, ReceivedWebhook } from '../../relay-client/index.ts';
import type { SalesContext, SalesPorts, UnverifiedQuota } from '../sales-ports.ts';

/** Kept and shown, never applied. */
export async function quarantine(
  ports: SalesPorts,
  received: ReceivedWebhook,
  cursor: NonNullable<Change['cursor']>,
  reason: QuarantineReason,
): Promise<void> {
  await ports.db.commit({
    sale: null,
    event: { ...quarantineEvent(ports, received, reason), at: isoNow(ports.clock) },
    cursor,
  });
}

/** A webhook's body, and what is kept beside it. */
export interface QuarantineInput {
  body: Uint8Array;
  event: { ref: string | null; event: string | null; signature: string | null; receivedAt: string | null };
}

/** The event of a quarantined webhook; of one that names a sale of ours, it goes into that sale's history. */
export function quarantineEvent(
  ports: SalesPorts,
  received: QuarantineInput,
  reason: QuarantineReason,
): Omit<NewEvent, 'at'> {
  const { ref, event, signature, receivedAt } = received.event;
  ports.log.warn('a webhook was quarantined', { reason });
  return {
    type: 'webhook.quarantined',
    actor: 'provider',
    data: { reason, ref, event, signature, receivedAt },
    bodies: [{ role: 'webhook', bytes: received.body }],
  };
}

/** A shop takes less in a day, should its own key be wrong; a megabyte is the most they hold. */
const maxShares = 500;
const bytesPerShare = 2048;
const shareRefillMs = 36_000;
const flushPendingWrites = { after: 1000, eachMs: 60_000 };

export const fullUnverifiedQuota = (now: number): UnverifiedQuota => ({
  shares: maxShares,
  countedAt: now,
  discarded: 0,
  writtenDownAt: now,
});

/**
 * Anybody can post into a mailbox whose relay holds no key. A webhook that fits no key of the shop is forged, or the key in the
 * settings is wrong: it is stored whole and shown, up to a quota, since the log never shrinks. Beyond the quota only their number is
 * stored, now and then; until then the cursor in the mailbox does not move.
 */
export async function receiveUnsigned(
  ports: SalesContext,
  received: ReceivedWebhook,
  cursor: NonNullable<Change['cursor']>,
): Promise<DeliveryResult> {
  const { unverifiedQuota } = ports;
  const now = ports.clock.monotonic();
  const more = Math.floor((now - unverifiedQuota.countedAt) / shareRefillMs);
  unverifiedQuota.countedAt += more * shareRefillMs;
  unverifiedQuota.shares = Math.min(maxShares, unverifiedQuota.shares + more);
  const needed = 1 + Math.floor(received.body.length / bytesPerShare);
  if (needed <= unverifiedQuota.shares) {
    await quarantine(ports, received, cursor, 'bad_signature');
    unverifiedQuota.shares -= needed;
    return 'stored';
  }
  unverifiedQuota.discarded += 1;
  if (
    unverifiedQuota.discarded < flushPendingWrites.after &&
    now - unverifiedQuota.writtenDownAt < flushPendingWrites.eachMs
  )
    return 'discarded';
  await recordDiscarded(ports, unverifiedQuota.discarded, cursor);
  unverifiedQuota.discarded = 0;
  unverifiedQuota.writtenDownAt = now;
  return 'stored';
}

async function recordDiscarded(ports: SalesPorts, count: number, cursor: NonNullable<Change['cursor']>): Promise<void> {
  ports.log.warn('many webhooks carry no signature of this shop: they are counted and not kept', { count });
  await ports.db.commit({
    sale: null,
    event: { type: 'webhook.discarded', at: isoNow(ports.clock), actor: 'provider', data: { count }, bodies: [] },
    cursor,
  });
}

/**
 * The quarantined webhooks for the screen, newest first. At most half are unsigned: anybody may have sent those, and they must not
 * push the provider's out of the list.
 */
export async function listQuarantined(
  db: Pick<SalesStore, 'quarantined'>,
  limit: number,
): Promise<QuarantinedWebhook[]> {
  const signed = await db.quarantined(limit, true, true);
  const others = await db.quarantined(Math.max(limit - signed.length, Math.floor(limit / 2)), false, true);
  const webhooks = [...signed.slice(0, limit - others.length), ...others];
  return webhooks
    .toSorted((one, other) => other.seq - one.seq)
    .map(({ seq, at, reason, ref, body }) => ({ seq, at, reason, ref, body: bodyText(body) }));
}

import type { QuarantineReason } from '../../../shared/domain/sale-event.ts';
import { type Transaction, usableSn } from '../../../shared/domain/transaction.ts';
import { type Webhook, webhookEvent } from '../../../shared/wire/provider.ts';
import { isoNow } from '../../base/system.ts';
import type { Change, NewEvent } from '../../db/change.ts';
import type { DeliveryResult, ReceivedWebhook } from '../../relay-client/index.ts';
import { flagged, updateSale } from '../sale.ts';
import type { SalesContext, SalesPorts } from '../sales-ports.ts';
import { applyWebhook, createSaleFromWebhook, readWebhook } from './apply.ts';
import { endStopByWebhook, recordUnverified } from './key-change.ts';
import { findSale, matchWith, repeatsErased } from './match.ts';
import { quarantine, quarantineEvent, receiveUnsigned } from './quarantine.ts';
import { replayForOthers, replayQuarantined } from './replay.ts';

type Cursor = NonNullable<Change['cursor']>;

/**
 * Takes one webhook out of the mailbox (spec, Events): verified, matched, applied or quarantined, and in the same commit the
 * place in the mailbox moves on, so that a crash between the two cannot be.
 */
export async function receiveWebhook(
  ports: SalesContext,
  received: ReceivedWebhook,
  cursor: Cursor,
): Promise<DeliveryResult> {
  const { ref, receivedAt } = received.event;
  if (!received.signed) {
    // A relay without a key hands on what it cannot check.
    if (ref !== null) await recordUnverified(ports, [{ ref, receivedAt }]);
    return receiveUnsigned(ports, received, cursor);
  }
  await receiveSigned(ports, received, cursor);
  await endStopByWebhook(ports, receivedAt);
  return 'stored';
}

async function receiveSigned(ports: SalesPorts, received: ReceivedWebhook, cursor: Cursor): Promise<void> {
  const { event, body } = received;
  if (event.event !== webhookEvent) return quarantine(ports, received, cursor, 'other_event');
  const read = readWebhook(body);
  if (!read) return quarantine(ports, received, cursor, 'not_readable');

  const sale = await findSale(ports.db, event.ref, read.webhook);
  if (!sale) {
    const { ref, signature, receivedAt } = event;
    if (await createSaleFromWebhook(ports, { ref, body, signature, receivedAt }, read.webhook, cursor)) return;
    await quarantine(ports, received, cursor, 'no_such_sale');
    // An answer may have made it one of ours while it was put away.
    const late = await ports.db.findByTransactionId(read.webhook.transaction_id);
    if (late) await replayQuarantined(ports, late);
    return;
  }
  if (await ports.db.hasWebhook(sale.id, body)) return recordDuplicate(ports, sale, cursor);
  const updated = await updateSale(ports, sale.id, async (sale) => {
    const { refusal, ...match } = await matchWith(ports.db, sale, read.webhook, body);
    if (refusal !== null) {
      const changes = isSecondPayment(sale, refusal, read.webhook) ? { flags: flagged(sale, 'maybe_paid_twice') } : {};
      return { changes, event: quarantineEvent(ports, received, refusal), cursor };
    }
    if (repeatsErased(sale, read.webhook)) return { changes: {}, event: duplicateEvent(sale), cursor };
    const facts = { signature: event.signature, ref: event.ref, receivedAt: event.receivedAt };
    const came = { ...read, body, ref: event.ref };
    return { ...(await applyWebhook(ports.db, sale, match, came, isoNow(ports.clock), facts)), cursor };
  });
  if (updated) await replayForOthers(ports, updated);
}

/** A success that may be the failed payment's: with the sale's own serial number it is the sale's. */
function isSecondPayment(sale: Transaction, refusal: QuarantineReason, { status, sn }: Webhook): boolean {
  if (refusal !== 'fits_two_bills' || status !== 'success') return false;
  return sale.state !== 'success' || sale.sn === null || usableSn(sn) !== sale.sn;
}

/** The same notification again: it moves the place in the mailbox and nothing else. */
async function recordDuplicate(ports: SalesPorts, sale: Transaction, cursor: Cursor): Promise<void> {
  await ports.db.commit({
    sale: null,
    event: { ...duplicateEvent(sale), at: isoNow(ports.clock) },
    cursor,
  });
}

function duplicateEvent(sale: Transaction): Omit<NewEvent, 'at'> {
  return { type: 'webhook.duplicate', actor: 'provider', data: { sale: sale.id }, bodies: [] };
}

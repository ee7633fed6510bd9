import { fail, type KonterError, ok, type Result } from '../../shared/contract/errors.ts';
import type { Product } from '../../shared/contract/selling.ts';
import { isWaitingLine } from '../../shared/domain/batch.ts';
import { isInCutOff } from '../../shared/domain/cut-off.ts';
import { isErased } from '../../shared/domain/erasure.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { isoNow } from '../base/system.ts';
import { retryWrite, revised, updateSale } from './sale.ts';
import type { SalesContext, SalesPorts } from './sales-ports.ts';
import { replayAll } from './webhooks/replay.ts';

/**
 * At the start: a sale found in `sending` was being sent when the program ended, and its answer is lost. It may have
 * reached the provider, so it is unknown; a webhook or a person settles it. Quarantined webhooks are replayed, in case the program
 * ended right after it stored an answer.
 * @returns how many were found in `sending`
 */
export async function recover(ports: SalesPorts): Promise<number> {
  const sales = await ports.db.foundSending();
  for (const sale of sales) {
    await updateSale(ports, sale.id, (now) =>
      now.state === 'sending'
        ? {
            changes: { state: 'unknown' },
            event: { type: 'sale.recovered_at_startup', actor: 'system', data: {}, bodies: [] },
          }
        : null,
    );
  }
  await replayAll(ports);
  await recordMailboxChange(ports);
  return sales.length;
}

/**
 * The relay no longer has the webhooks behind our cursor (410), or the cursor is of another database than it has now (400).
 * Webhooks may be lost: that goes into the history of every unresolved sale, for a person to look at, and reading goes on from
 * the oldest webhook that the relay has.
 * @param oldest the cursor before the oldest; null: the cursor is forgotten
 */
export async function relayGap(ports: SalesPorts, mailbox: string, oldest: string | null): Promise<void> {
  const unresolved = await ports.db.unresolved();
  for (const { id } of unresolved) {
    await updateSale(ports, id, () => ({
      changes: {},
      event: { type: 'relay.gap', actor: 'relay', data: {}, bodies: [] },
    }));
  }
  // Last, with the cursor: after a crash before it the same gap is found again.
  await ports.db.commit({
    sale: null,
    event: {
      type: 'relay.gap',
      at: isoNow(ports.clock),
      actor: 'relay',
      data: { unresolved: unresolved.map((sale) => sale.id) },
      bodies: [],
    },
    cursor: { mailbox, cursor: oldest },
  });
}

/**
 * Orders that wait for a webhook in another mailbox than the one that is read now get none here. That goes into the history of
 * each, once for each mailbox that replaced its own, for a person to look at.
 */
async function recordMailboxChange(ports: SalesPorts): Promise<void> {
  const { mailboxId, db, log } = ports;
  if (mailboxId === undefined) return;
  const ids = await db.ordersAtOtherMailbox(mailboxId);
  for (const id of ids) {
    await updateSale(ports, id, () => ({
      changes: {},
      event: { type: 'relay.changed', actor: 'system', data: { mailbox: mailboxId }, bodies: [] },
    }));
  }
  if (ids.length > 0) log.warn('orders wait for results in another mailbox', { orders: ids.length });
}

/**
 * A claim at the relay shows that this sale may have been sent by a journal that was lost since. It comes back as unknown, as it was about
 * to be sent; a webhook or a person settles it. Nothing is sent.
 * @returns false where the journal knows better: it has the sale, and not as a bill that waits to be paid, or a line of a batch
 */
export async function recoverClaimed(ports: SalesPorts, claimed: Transaction): Promise<boolean> {
  const { db } = ports;
  const sale = await db.get(claimed.id);
  const isUnpaidBill = sale?.kind === 'postpaid' && (sale.state === 'inquired' || sale.state === 'expired');
  if (sale && ((!isUnpaidBill && !isWaitingLine(sale)) || isErased(sale))) return false;
  const { tendered, change, payments, day, sentAt, updatedAt, flags } = claimed;
  const sent = { state: 'unknown', tendered, change, payments, day, sentAt: sentAt ?? updatedAt } as const;
  const at = isoNow(ports.clock);
  const next: Transaction = sale
    ? revised(sale, at, sent)
    : {
        ...claimed,
        ...sent,
        // A receipt, what went back and the batch are of the journal that was lost.
        flags: flags.filter((flag) => flag !== 'batch_line'),
        receiptNo: null,
        tabPayments: [],
        returns: [],
        cashReturnedAt: null,
        settledAt: null,
        prints: 0,
        updatedAt: at,
        revision: 1,
      };
  const outcome = await db.commit({
    sale: { expectedRevision: sale?.revision ?? 0, next, movesNoMoney: true },
    event: {
      type: 'sale.recovered_from_claim',
      at,
      actor: 'relay',
      data: { from: sale?.state ?? null },
      bodies: [],
    },
  });
  // Somebody else has stored it meanwhile: a webhook, say.
  if (outcome.kind !== 'committed') return false;
  ports.log.warn('a sale of a lost journal was recovered from its claim');
  ports.publishSale(outcome.sale ?? next);
  await retryWrite(ports, () => replayAll(ports));
  return true;
}

/** The database is older than what was seen of it before, and no supervisor has accepted that. */
export const hasOlderDatabase = ({ olderDatabase }: SalesContext): boolean => olderDatabase;

/** To be called when what was shipped shows that the database is older. */
export function foundOlderDatabase(ports: SalesContext): void {
  ports.olderDatabase = true;
}

/**
 * Nothing is sold with a database that is older than what was seen of it before a supervisor has decided so: what was sold since is
 * known to the provider only.
 */
export function checkOlderDatabase({ olderDatabase }: SalesContext): { ok: false; error: KonterError } | null {
  if (!olderDatabase) return null;
  return fail('not_allowed', 'The book is older than the one that was in use.', { reason: 'older_book' });
}

/** Nothing is sold at a mailbox that another counter took: neither of the two sees what the other one sells. */
export function checkMailbox({ isMailboxTaken }: SalesPorts): { ok: false; error: KonterError } | null {
  if (!isMailboxTaken?.()) return null;
  return fail('relay_unreachable', 'Another counter uses the mailbox of this one.', { reason: 'mailbox_taken' });
}

/** A supervisor has read what that means, and goes on; the log keeps who did. */
export async function acceptOlderDatabase(
  ports: SalesContext,
  pin: string | undefined,
): Promise<Result<Record<string, never>>> {
  if (!ports.olderDatabase) return ok({});
  const verdict = await ports.supervisor(pin);
  if (verdict !== 'ok') return fail('not_allowed', 'The PIN is needed.', { reason: verdict });
  await ports.db.acceptRollback(isoNow(ports.clock));
  ports.olderDatabase = false;
  return ok({});
}

/** A supervisor goes on without the counters that have not compared since the relay was put back to an older copy. */
export async function acceptRelayRestore(
  ports: SalesContext,
  pin: string | undefined,
): Promise<Result<Record<string, never>>> {
  const claims = ports.claims?.() ?? null;
  const restore = claims?.restore() ?? null;
  if (!claims || !restore) return ok({});
  const verdict = await ports.supervisor(pin);
  if (verdict !== 'ok') return fail('not_allowed', 'The PIN is needed.', { reason: verdict });
  const { id, waiting } = restore;
  // Written down first: it is not taken back where the relay is silent then.
  const event = { type: 'shop.relay_accepted', at: isoNow(ports.clock), actor: 'supervisor', bodies: [] } as const;
  await ports.db.commit({ sale: null, event: { ...event, data: { restore: id, waiting: [...waiting] } } });
  if (await claims.acceptRestore()) return ok({});
  return fail('relay_unreachable', 'The relay did not answer.', { reason: 'claims_unread' });
}

/** A supervisor says that this counter is in no shop any more, as the relay does: from now on it sells for itself. */
export async function acceptShopLeft(
  ports: SalesContext,
  pin: string | undefined,
): Promise<Result<Record<string, never>>> {
  const claims = ports.claims?.() ?? null;
  if (claims?.hindrance() !== 'shop_left') return ok({});
  const verdict = await ports.supervisor(pin);
  if (verdict !== 'ok') return fail('not_allowed', 'The PIN is needed.', { reason: verdict });
  const event = { type: 'shop.left', at: isoNow(ports.clock), actor: 'supervisor', bodies: [], data: {} } as const;
  await ports.db.commit({ sale: null, event });
  await claims.leaveShop();
  return ok({});
}

const maxDifferenceMs = 2 * 60_000;

/**
 * How far the relay's clock is ahead of this machine's, in milliseconds, where the two differ by more than two minutes and the
 * owner has not accepted that; else null.
 */
export function clockDifference({ relayAheadMs, acceptedAheadMs }: SalesContext): number | null {
  const ahead = relayAheadMs();
  if (ahead === null || Math.abs(ahead) <= maxDifferenceMs) return null;
  return acceptedAheadMs !== null && Math.abs(ahead - acceptedAheadMs) <= maxDifferenceMs ? null : ahead;
}

/**
 * Nothing is sold on a day, or in or out of a product's pause, on which the two clocks differ.
 * @param product null: of a bill, which has no pause of its own
 */
export function checkClock(ports: SalesContext, product: Product | null): { ok: false; error: KonterError } | null {
  const ahead = clockDifference(ports);
  if (ahead === null) return null;
  const { timeZone, providerTimeZone } = ports.rules();
  const here = ports.clock.now();
  const sameDay = wallClock(here, timeZone).day === wallClock(here + ahead, timeZone).day;
  const isPaused = (at: number): boolean =>
    product !== null && isInCutOff(product.cutOff, wallClock(at, providerTimeZone).time);
  if (sameDay && isPaused(here) === isPaused(here + ahead)) return null;
  return fail('not_allowed', 'The clocks of this machine and of the relay differ.', { reason: 'clock_differs' });
}

/** The owner goes on with this machine's clock, while the counter runs and the difference stays: the relay's may be the wrong one. */
export async function acceptClock(
  ports: SalesContext,
  pin: string | undefined,
): Promise<Result<Record<string, never>>> {
  const ahead = clockDifference(ports);
  if (ahead === null) return ok({});
  const verdict = await ports.supervisor(pin);
  if (verdict !== 'ok') return fail('not_allowed', 'The PIN is needed.', { reason: verdict });
  await ports.db.commit({
    sale: null,
    event: {
      type: 'clock.accepted',
      at: isoNow(ports.clock),
      actor: 'supervisor',
      data: { aheadMs: ahead },
      bodies: [],
    },
  });
  ports.acceptedAheadMs = ahead;
  return ok({});
}

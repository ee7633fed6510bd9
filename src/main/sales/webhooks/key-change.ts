import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { isUnresolved, type Transaction } from '../../../shared/domain/transaction.ts';
import type { UnverifiedWebhook } from '../../../shared/wire/relay.ts';
import { isoNow } from '../../base/system.ts';
import { noteOf, updateSale } from '../sale.ts';
import type { SalesContext, UnverifiedOrders } from '../sales-ports.ts';

/** One wrong signature may be an accident. */
const maxFailing = 1;

/** Read from the log once, then kept up to date in memory. */
function unverifiedOrders(ports: SalesContext): Promise<UnverifiedOrders> {
  ports.unverifiedOrders ??= read(ports);
  ports.unverifiedOrders.catch(() => {
    ports.unverifiedOrders = null;
  });
  return ports.unverifiedOrders;
}

async function read(ports: SalesContext): Promise<UnverifiedOrders> {
  const orders: UnverifiedOrders = { recorded: new Set(), failing: new Map(), newest: '', endedUpTo: '' };
  for (const { saleId, receivedAt, keyId } of await ports.db.unverifiedOrders()) {
    if (saleId === null) {
      orders.failing.clear();
      orders.endedUpTo = receivedAt;
    } else {
      orders.recorded.add(saleId);
      orders.failing.set(saleId, keyId);
    }
    orders.newest = later(orders.newest, receivedAt);
  }
  return orders;
}

const later = (one: string, other: string): string => (one > other ? one : other);

/** Those that failed under the key in use: another key that was entered ends the stop. */
async function failing(ports: SalesContext): Promise<string[]> {
  const orders = await unverifiedOrders(ports);
  return [...orders.failing].filter(([, keyId]) => keyId === (ports.keyId ?? null)).map(([id]) => id);
}

/** Whether the key was probably changed at the provider, for the screen; null: no sign of it. */
export async function keyChange(ports: SalesContext): Promise<{ orders: number; stopped: boolean } | null> {
  const orders = (await failing(ports)).length;
  return orders === 0 ? null : { orders, stopped: orders > maxFailing };
}

/**
 * Webhooks whose signature fits no key. Those that are addressed to unresolved orders of ours were sent by somebody who knows
 * their ids, so by the provider: the key was changed there. Others are ignored: anybody may have sent them.
 */
export async function recordUnverified(ports: SalesContext, webhooks: readonly UnverifiedWebhook[]): Promise<void> {
  const orders = await unverifiedOrders(ports);
  const keyId = ports.keyId ?? null;
  if ([...orders.failing.values()].some((one) => one !== keyId)) {
    // What the relay hands on now may have met the key before.
    for (const { receivedAt } of webhooks) orders.newest = later(orders.newest, receivedAt);
    return end(ports, 'key');
  }
  for (const { ref, receivedAt } of webhooks.toReversed()) {
    if (receivedAt <= orders.endedUpTo) continue;
    if (orders.failing.has(ref)) {
      orders.newest = later(orders.newest, receivedAt);
      continue;
    }
    const sale = await ports.db.get(ref);
    if (sale?.kind !== 'prepaid' || !isUnresolved(sale.state)) continue;
    await updateSale(ports, ref, () => ({
      changes: {},
      event: { type: 'webhook.unverified', actor: 'relay', data: { receivedAt, keyId }, bodies: [] },
    }));
    orders.recorded.add(ref);
    orders.failing.set(ref, keyId);
    orders.newest = later(orders.newest, receivedAt);
    ports.log.warn('the webhook of an order fits no key of the shop', { orders: orders.failing.size });
  }
}

/** A webhook that a key of ours signed came after those that none did: the keys are right. */
export async function endStopByWebhook(ports: SalesContext, receivedAt: string): Promise<void> {
  const orders = await unverifiedOrders(ports);
  if (orders.failing.size > 0 && receivedAt > orders.newest) await end(ports, 'webhook');
}

/** A supervisor lets orders be sent again: they answer for the results reaching this counter. */
export async function allowOrders(
  ports: SalesContext,
  input: { note: string; pin?: string | undefined },
): Promise<Result<null>> {
  const verdict = await ports.supervisor(input.pin);
  if (verdict !== 'ok') return fail('not_allowed', 'Only a supervisor may allow this.', { reason: verdict });
  await end(ports, 'person', input.note);
  return ok(null);
}

async function end(ports: SalesContext, by: 'webhook' | 'key' | 'person', note?: string): Promise<void> {
  const orders = await unverifiedOrders(ports);
  const receivedAt = orders.newest;
  await ports.db.commit({
    sale: null,
    event: {
      type: 'webhook.unverified',
      at: isoNow(ports.clock),
      actor: by === 'person' ? 'supervisor' : 'system',
      data: { ended: by, receivedAt },
      bodies: noteOf(note),
    },
  });
  orders.failing.clear();
  orders.endedUpTo = receivedAt;
}

/** Orders whose webhook was refused and that nothing has settled since, newest first: for a person to look up. */
export async function refusedOrders(ports: SalesContext): Promise<Transaction[]> {
  const { recorded } = await unverifiedOrders(ports);
  const sales = await Promise.all([...recorded].toReversed().map((id) => ports.db.get(id)));
  return sales.filter((sale): sale is Transaction => sale !== null && isUnresolved(sale.state));
}

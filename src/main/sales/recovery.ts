import { timestamp, updateSale } from './sale.ts';
import type { SalesPorts } from './sales-ports.ts';
import { replayAll } from './webhooks/replay.ts';

/**
 * At the start: a sale found in `sending` was being sent when the program ended, and nobody heard the answer. It may have
 * reached the provider, so it is unknown; a webhook or a person settles it. One whose answer was the last thing written may
 * have webhooks that were put aside before that answer: they are heard again.
 * @returns how many were found in `sending`
 */
export async function recover(ports: SalesPorts): Promise<number> {
  const found = await ports.journal.foundSending();
  for (const sale of found) {
    await updateSale(ports, sale.id, (now) =>
      now.state === 'sending'
        ? { changes: { state: 'unknown' }, event: { type: 'sale.recovered', actor: 'system', data: {}, bodies: [] } }
        : null,
    );
  }
  await replayAll(ports);
  await recordMailboxChange(ports);
  return found.length;
}

/**
 * The relay no longer has what came behind our place in the mailbox (410), or our place is of another database than it has
 * now (400). What it held may be lost: that stands in the story of every unresolved sale, for a person to look at, and
 * reading goes on from the oldest that is kept.
 * @param oldest the place before the oldest; null: the place is forgotten
 */
export async function relayGap(ports: SalesPorts, mailbox: string, oldest: string | null): Promise<void> {
  const unresolved = await ports.journal.unresolved();
  for (const { id } of unresolved) {
    await updateSale(ports, id, () => ({
      changes: {},
      event: { type: 'relay.gap', actor: 'relay', data: {}, bodies: [] },
    }));
  }
  // Last, with the place: a crash before it finds the same gap again.
  await ports.journal.commit({
    sale: null,
    event: {
      type: 'relay.gap',
      at: timestamp(ports),
      actor: 'relay',
      data: { unresolved: unresolved.map((sale) => sale.id) },
      bodies: [],
    },
    cursor: { mailbox, cursor: oldest },
  });
}

/**
 * Orders that wait for a webhook in another mailbox than the one that is read now: nothing comes here for them. That stands in
 * the story of each, once for each mailbox that took the place of its own, for a person to look at.
 */
async function recordMailboxChange(ports: SalesPorts): Promise<void> {
  const { mailboxId, journal, log } = ports;
  if (mailboxId === undefined) return;
  const ids = await journal.ordersAtOtherMailbox(mailboxId);
  for (const id of ids) {
    await updateSale(ports, id, () => ({
      changes: {},
      event: { type: 'relay.changed', actor: 'system', data: { mailbox: mailboxId }, bodies: [] },
    }));
  }
  if (ids.length > 0) log.warn('orders wait for results in another mailbox', { orders: ids.length });
}

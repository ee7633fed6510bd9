import type { Kysely } from 'kysely';
import { checkOf } from '../../core/cursor.ts';
import type { Engine, Overdue } from '../engine.ts';
import type { Tables } from '../tables.ts';

type Ask = Parameters<Engine['drop']>[1];

/** Drops of one mailbox after the other, until it is as many as were asked for. */
export async function dropOverdue(tx: Kysely<Tables>, overdue: readonly Overdue[], ask: Ask): Promise<number> {
  let dropped = 0;
  for (const mailbox of overdue) {
    if (dropped < ask.limit) dropped += await dropOldest(tx, mailbox, { ...ask, limit: ask.limit - dropped });
  }
  return dropped;
}

/** Drops from one mailbox's oldest on, and writes down how far, so that a cursor behind it is told "gone". */
async function dropOldest(tx: Kysely<Tables>, mailbox: Overdue, ask: Ask): Promise<number> {
  const oldest = await tx
    .selectFrom('webhooks')
    .select(['id', 'fingerprint', 'received_at'])
    .where('mailbox', '=', mailbox.number)
    .orderBy('id')
    .limit(ask.limit)
    .execute();
  const kept = oldest.findIndex(
    (one) => one.received_at >= (one.id <= mailbox.acked_to ? ask.ackedBefore : ask.unackedBefore),
  );
  const old = kept === -1 ? oldest : oldest.slice(0, kept);
  const last = old.at(-1);
  if (!last) return 0;
  const { numDeletedRows } = await tx
    .deleteFrom('webhooks')
    .where('mailbox', '=', mailbox.number)
    .where('id', '<=', last.id)
    .executeTakeFirst();
  await tx
    .updateTable('mailboxes')
    .set({
      dropped_to: last.id,
      dropped_check: checkOf({ fingerprint: last.fingerprint, receivedAt: last.received_at }),
    })
    .where('number', '=', mailbox.number)
    .where('dropped_to', '<', last.id)
    .execute();
  return Number(numDeletedRows);
}

import type { Kysely } from 'kysely';
import type { Store } from '../core/store.ts';
import type { Tables } from './tables.ts';

type Ask = Parameters<Store['drop']>[0];

/** Drops from one mailbox's oldest on, and writes down how far, so that a cursor behind it is told "gone". */
export async function dropOldest(
  tx: Kysely<Tables>,
  mailbox: { id: string; acked_to: number },
  ask: Ask,
): Promise<number> {
  const oldest = await tx
    .selectFrom('webhooks')
    .select(['id', 'received_at'])
    .where('mailbox_id', '=', mailbox.id)
    .orderBy('id')
    .limit(ask.limit)
    .execute();
  const kept = oldest.findIndex(
    (one) => one.received_at >= (one.id <= mailbox.acked_to ? ask.ackedBefore : ask.unackedBefore),
  );
  const old = kept === -1 ? oldest : oldest.slice(0, kept);
  const last = old.at(-1);
  if (!last) return 0;
  await tx.deleteFrom('webhooks').where('mailbox_id', '=', mailbox.id).where('id', '<=', last.id).execute();
  await tx.updateTable('mailboxes').set({ dropped_to: last.id }).where('id', '=', mailbox.id).execute();
  return old.length;
}

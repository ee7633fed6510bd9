import type { Kysely } from 'kysely';
import type { MailboxStore } from '../core/mailbox-store.ts';
import type { Engine } from './engine.ts';
import { takePlaces } from './places.ts';
import type { Tables } from './tables.ts';

/** See MailboxStore.moveToEnd. The counter of places is held first, as by whoever appends. */
export async function moveToEnd(
  engine: Engine,
  tx: Kysely<Tables>,
  mailbox: string,
  { after, upTo, limit }: Parameters<MailboxStore['moveToEnd']>[1],
): Promise<number> {
  await takePlaces(tx, 0);
  const rows = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('mailbox', '=', tx.selectFrom('mailboxes').select('number').where('mailboxes.id', '=', mailbox))
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .orderBy('id')
    .limit(limit)
    .execute();
  if (rows.length === 0) return 0;
  const before = await takePlaces(tx, rows.length);
  for (const [index, { id }] of rows.entries()) {
    await tx
      .updateTable('webhooks')
      .set({ id: before + index + 1 })
      .where('id', '=', id)
      .execute();
  }
  await engine.announce(tx, { kind: 'came', mailboxes: [mailbox], after: before, to: before + rows.length });
  return rows.length;
}

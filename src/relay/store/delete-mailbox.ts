import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** See MailboxStore.dropWebhooks. Writes down how far, so that a mailbox that is enabled again after all tells of the gap. */
export async function dropWebhooks(tx: Kysely<Tables>, mailbox: string, limit: number): Promise<number> {
  // Its row first, as whoever drops what is old does: on PostgreSQL each would wait for the other else.
  await tx
    .updateTable('mailboxes')
    .set((of) => ({ dropped_to: of.ref('dropped_to') }))
    .where('id', '=', mailbox)
    .execute();
  const oldest = tx
    .selectFrom('webhooks')
    .select('id')
    .where('mailbox', '=', tx.selectFrom('mailboxes').select('number').where('mailboxes.id', '=', mailbox))
    .orderBy('id')
    .limit(limit);
  const gone = await tx.deleteFrom('webhooks').where('id', 'in', oldest).returning('id').execute();
  const last = gone.reduce((most, { id }) => Math.max(most, id), 0);
  await tx
    .updateTable('mailboxes')
    .set({ dropped_to: last })
    .where('id', '=', mailbox)
    .where('dropped_to', '<', last)
    .execute();
  return gone.length;
}

/** Deletes a mailbox and what is left in it. Nobody who keeps webhooks for another one waits for it. */
export async function deleteMailbox(tx: Kysely<Tables>, mailbox: string): Promise<boolean> {
  const found = await tx.selectFrom('mailboxes').select('number').where('id', '=', mailbox).executeTakeFirst();
  if (!found) return false;
  const empty = () => tx.deleteFrom('webhooks').where('mailbox', '=', found.number).execute();
  await empty();
  await tx.deleteFrom('mailbox_secrets').where('mailbox_id', '=', mailbox).execute();
  await tx.deleteFrom('mailboxes').where('id', '=', mailbox).execute();
  // On PostgreSQL this has waited for whoever was just keeping one in it, and nobody finds it from now on.
  await empty();
  return true;
}

import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Its row first, as whoever drops what is old does: on PostgreSQL each would wait for the other else. */
const hold = (tx: Kysely<Tables>, mailbox: string) =>
  tx
    .updateTable('mailboxes')
    .set((of) => ({ dropped_to: of.ref('dropped_to') }))
    .where('id', '=', mailbox)
    .returning('number')
    .executeTakeFirst();

/** See MailboxStore.dropWebhooks. Writes down how far, so that a mailbox that is enabled again after all tells of the gap. */
export async function dropWebhooks(tx: Kysely<Tables>, mailbox: string, limit: number): Promise<number> {
  const held = await hold(tx, mailbox);
  if (!held) return 0;
  const oldest = tx.selectFrom('webhooks').select('id').where('mailbox', '=', held.number).orderBy('id').limit(limit);
  const gone = await tx.deleteFrom('webhooks').where('id', 'in', oldest).returning('id').execute();
  const last = gone.reduce((most, { id }) => Math.max(most, id), 0);
  await tx
    .updateTable('mailboxes')
    .set({ dropped_to: last })
    .where('number', '=', held.number)
    .where('dropped_to', '<', last)
    .execute();
  return gone.length;
}

/** Deletes a mailbox and what is left in it. Nobody who keeps webhooks for another one waits for it. */
export async function deleteMailbox(tx: Kysely<Tables>, mailbox: string): Promise<boolean> {
  const held = await hold(tx, mailbox);
  if (!held) return false;
  const empty = () => tx.deleteFrom('webhooks').where('mailbox', '=', held.number).execute();
  await empty();
  await tx.deleteFrom('mailbox_secrets').where('mailbox_id', '=', mailbox).execute();
  await tx.deleteFrom('mailboxes').where('id', '=', mailbox).execute();
  // On PostgreSQL this has waited for whoever was just keeping one in it, and nobody finds it from now on.
  await empty();
  return true;
}

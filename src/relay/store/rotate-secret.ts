import type { Kysely } from 'kysely';
import type { Rotation } from '../core/mailbox-store.ts';
import type { Tables } from './tables.ts';

/** Puts a new secret beside the one in force, which gets its end; forgets those whose time is over. */
export async function rotateSecret(
  tx: Kysely<Tables>,
  mailbox: string,
  ask: { sealed: string; now: string; oldUntil: string },
): Promise<Rotation> {
  const { sealed, now, oldUntil } = ask;
  const known = await tx.selectFrom('mailboxes').select('keyless').where('id', '=', mailbox).executeTakeFirst();
  if (!known) return 'unknown';
  if (known.keyless === 1) return 'keyless';
  await tx.deleteFrom('mailbox_secrets').where('mailbox_id', '=', mailbox).where('retired_at', '<=', now).execute();
  const rotating = await tx
    .selectFrom('mailbox_secrets')
    .select('created_at')
    .where('mailbox_id', '=', mailbox)
    .where('retired_at', 'is not', null)
    .executeTakeFirst();
  if (rotating) return 'rotating';
  // One that ends at once goes: marked as over, a relay whose clock is behind would take it still.
  const ending =
    oldUntil > now
      ? tx.updateTable('mailbox_secrets').set({ retired_at: oldUntil }).where('mailbox_id', '=', mailbox)
      : tx.deleteFrom('mailbox_secrets').where('mailbox_id', '=', mailbox);
  await ending.execute();
  await tx
    .insertInto('mailbox_secrets')
    .values({ mailbox_id: mailbox, sealed, created_at: now, retired_at: null })
    .execute();
  return 'rotated';
}

import type { Kysely } from 'kysely';
import type { MailboxState } from '../core/mailbox-store.ts';
import type { Tables } from './tables.ts';

/** Every mailbox with what it holds and which secrets are valid, the oldest first. */
export async function mailboxStates(db: Kysely<Tables>, now: string): Promise<MailboxState[]> {
  const secrets = await db
    .selectFrom('mailbox_secrets')
    .select(['mailbox_id', 'created_at', 'retired_at'])
    .where((is) => is.or([is('retired_at', 'is', null), is('retired_at', '>', now)]))
    .orderBy('created_at')
    .execute();
  const rows = await db
    .selectFrom('mailboxes as m')
    .select(['m.id', 'm.name', 'm.created_at', 'm.disabled_at', 'm.keyless'])
    .select((of) => [
      of
        .selectFrom('webhooks as w')
        .select((each) => each.fn.countAll().as('count'))
        .whereRef('w.mailbox', '=', 'm.number')
        .as('kept'),
      of
        .selectFrom('webhooks as w')
        .select((each) => each.fn.countAll().as('count'))
        .whereRef('w.mailbox', '=', 'm.number')
        .whereRef('w.id', '>', 'm.acked_to')
        .as('unacked'),
    ])
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute();
  const bySecret = Map.groupBy(secrets, (secret) => secret.mailbox_id);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    disabled: row.disabled_at !== null,
    keyless: row.keyless === 1,
    secrets: (bySecret.get(row.id) ?? []).map((one) => ({ createdAt: one.created_at, retiresAt: one.retired_at })),
    kept: Number(row.kept),
    unacked: Number(row.unacked),
  }));
}

import { type Kysely, sql } from 'kysely';
import type { MailboxState, MailboxStore, Rotation } from '../core/store.ts';
import type { Engine } from './engine.ts';
import type { Tables } from './tables.ts';

/** The commands' access to mailboxes. */
export function mailboxRepository(engine: Engine): MailboxStore {
  const { db } = engine;
  /** A transaction that changes the directory. Raising its version first puts concurrent commands in order. */
  const change = <Result>(work: (tx: Kysely<Tables>) => Promise<Result>): Promise<Result> =>
    engine.write(async (tx) => {
      await markDirectoryChanged(engine, tx);
      return work(tx);
    });
  const update = (mailbox: string, to: { token_hash: string } | { disabled_at: string | null }): Promise<boolean> =>
    change(async (tx) => {
      const { numUpdatedRows } = await tx.updateTable('mailboxes').set(to).where('id', '=', mailbox).executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  return {
    createMailbox: ({ id, name, tokenHash, ciphertext, createdAt }) =>
      change(async (tx) => {
        const keyless = ciphertext === null ? 1 : 0;
        await tx
          .insertInto('mailboxes')
          .values({ id, name, token_hash: tokenHash, keyless, created_at: createdAt, disabled_at: null })
          .execute();
        if (ciphertext !== null) await insertSecret(tx, id, ciphertext, createdAt);
      }),
    listMailboxes: (now) => listMailboxes(db, now),
    rotateSecret: (mailbox, ask) => change((tx) => rotateSecret(tx, mailbox, ask)),
    retireSecrets: (mailbox, now) =>
      change(async (tx) => {
        const known = await tx.selectFrom('mailboxes').select('id').where('id', '=', mailbox).executeTakeFirst();
        if (!known) return null;
        // Deleted, not marked as retired: a relay whose clock is behind would still accept it.
        const retired = await tx
          .deleteFrom('mailbox_secrets')
          .where('mailbox_id', '=', mailbox)
          .where('retired_at', 'is not', null)
          .returning('retired_at')
          .execute();
        return retired.filter(({ retired_at: until }) => until !== null && until > now).length;
      }),
    rotateToken: (mailbox, tokenHash) => update(mailbox, { token_hash: tokenHash }),
    setDisabled: (mailbox, at) => update(mailbox, { disabled_at: at }),
    deleteMailbox: (mailbox) => change((tx) => deleteMailbox(tx, mailbox)),
    deleteWebhooks: (mailbox, limit) => engine.write((tx) => deleteWebhooks(tx, mailbox, limit)),
    // A single statement: no lock waits for a round trip.
    beginReplay: async (mailbox) => {
      const { rows } = await sql<{ generation: number }>`
        insert into replays (mailbox, generation) select number, 1 from mailboxes where id = ${mailbox}
        on conflict (mailbox) do update set generation = replays.generation + 1
        returning generation`.execute(db);
      return rows[0]?.generation ?? null;
    },
    sequencesAfter: async (mailbox, after) => {
      const { rows } = await sql<{ id: number }>`
        select w.id from webhooks w join mailboxes m on m.number = w.mailbox
        where m.id = ${mailbox} and w.id > ${after}
        order by coalesce(w.received_seq, w.id)`.execute(db);
      return rows.map(({ id }) => id);
    },
    requeue: engine.requeue,
    beginEpoch: (epoch) =>
      change(async (tx) => {
        await tx.updateTable('metadata').set({ value: epoch }).where('name', '=', 'epoch').execute();
      }),
  };
}

/** Part of each transaction that changes a mailbox or its secrets: relays then refresh their caches. */
export async function markDirectoryChanged(engine: Engine, tx: Kysely<Tables>): Promise<void> {
  await sql`update sequences set value = value + 1 where name = 'directory'`.execute(tx);
  await engine.notifyMailboxesChanged(tx);
}

async function insertSecret(tx: Kysely<Tables>, mailbox: string, ciphertext: string, at: string): Promise<void> {
  await tx
    .insertInto('mailbox_secrets')
    .values({ mailbox_id: mailbox, ciphertext, created_at: at, retired_at: null })
    .execute();
}

/** Adds a secret, retires the one in force, and deletes those that are over. */
async function rotateSecret(
  tx: Kysely<Tables>,
  mailbox: string,
  ask: { ciphertext: string; now: string; oldUntil: string },
): Promise<Rotation> {
  const { ciphertext, now, oldUntil } = ask;
  const known = await tx.selectFrom('mailboxes').select('keyless').where('id', '=', mailbox).executeTakeFirst();
  if (!known) return 'unknown';
  if (known.keyless === 1) return 'keyless';
  await tx.deleteFrom('mailbox_secrets').where('mailbox_id', '=', mailbox).where('retired_at', '<=', now).execute();
  const retiring = await tx
    .selectFrom('mailbox_secrets')
    .select('created_at')
    .where('mailbox_id', '=', mailbox)
    .where('retired_at', 'is not', null)
    .executeTakeFirst();
  if (retiring) return 'rotating';
  // One that ends at once is deleted: a relay whose clock is behind would still accept it.
  const end =
    oldUntil > now
      ? tx.updateTable('mailbox_secrets').set({ retired_at: oldUntil }).where('mailbox_id', '=', mailbox)
      : tx.deleteFrom('mailbox_secrets').where('mailbox_id', '=', mailbox);
  await end.execute();
  await insertSecret(tx, mailbox, ciphertext, now);
  return 'rotated';
}

/** Locks the row of a mailbox before its webhooks, as pruning does: in another order the two could deadlock. */
async function lockMailbox(tx: Kysely<Tables>, mailbox: string): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    update mailboxes set pruned_through = pruned_through where id = ${mailbox} returning number`.execute(tx);
  return rows[0]?.number;
}

/** See MailboxStore.deleteWebhooks. Records how far: a mailbox that is enabled again reports the gap. */
async function deleteWebhooks(tx: Kysely<Tables>, mailbox: string, limit: number): Promise<number> {
  const number = await lockMailbox(tx, mailbox);
  if (number === undefined) return 0;
  const oldest = tx.selectFrom('webhooks').select('id').where('mailbox', '=', number).orderBy('id').limit(limit);
  const deleted = await tx.deleteFrom('webhooks').where('id', 'in', oldest).returning('id').execute();
  const last = deleted.reduce((max, { id }) => Math.max(max, id), 0);
  await tx
    .updateTable('mailboxes')
    .set({ pruned_through: last })
    .where('number', '=', number)
    .where('pruned_through', '<', last)
    .execute();
  return deleted.length;
}

/** Deletes a mailbox and the rest of its webhooks, without delaying appends to others. */
async function deleteMailbox(tx: Kysely<Tables>, mailbox: string): Promise<boolean> {
  const number = await lockMailbox(tx, mailbox);
  if (number === undefined) return false;
  const empty = () => tx.deleteFrom('webhooks').where('mailbox', '=', number).execute();
  await empty();
  await tx.deleteFrom('mailbox_secrets').where('mailbox_id', '=', mailbox).execute();
  await tx.deleteFrom('mailboxes').where('id', '=', mailbox).execute();
  // On PostgreSQL the deletion has waited for a running append, and later ones do not find the mailbox.
  await empty();
  return true;
}

/** Every mailbox with its counts and valid secrets, the oldest first. */
async function listMailboxes(db: Kysely<Tables>, now: string): Promise<MailboxState[]> {
  const secrets = await db
    .selectFrom('mailbox_secrets')
    .select(['mailbox_id', 'created_at', 'retired_at'])
    .where((is) => is.or([is('retired_at', 'is', null), is('retired_at', '>', now)]))
    .orderBy('created_at')
    .execute();
  const { rows } = await sql<{
    id: string;
    name: string;
    created_at: string;
    disabled_at: string | null;
    keyless: number;
    kept: number;
    unacked: number;
  }>`
    select m.id, m.name, m.created_at, m.disabled_at, m.keyless,
      (select count(*) from webhooks w where w.mailbox = m.number) as kept,
      (select count(*) from webhooks w where w.mailbox = m.number and w.id > m.acked_through) as unacked
    from mailboxes m order by m.created_at, m.id`.execute(db);
  const byMailbox = Map.groupBy(secrets, (secret) => secret.mailbox_id);
  return rows.map(({ id, name, created_at: createdAt, disabled_at, keyless, kept, unacked }) => ({
    id,
    name,
    createdAt,
    disabled: disabled_at !== null,
    keyless: keyless === 1,
    secrets: (byMailbox.get(id) ?? []).map((one) => ({ createdAt: one.created_at, retiresAt: one.retired_at })),
    kept,
    unacked,
  }));
}

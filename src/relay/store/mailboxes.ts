import type { Kysely } from 'kysely';
import type { MailboxState, MailboxStore, Rotation } from '../core/mailbox-store.ts';
import type { Engine } from './engine.ts';
import type { Tables } from './tables.ts';

/** The part of the store that the command line needs. */
export function mailboxStore(engine: Engine): MailboxStore {
  const { db } = engine;
  /** The version of the directory is raised first: two commands on it come one after the other. */
  const change = <T>(work: (tx: Kysely<Tables>) => Promise<T>): Promise<T> =>
    engine.write(async (tx) => {
      await directoryChanged(engine, tx);
      return work(tx);
    });
  const set = (mailbox: string, to: { token_hash: string } | { disabled_at: string | null }): Promise<boolean> =>
    change(async (tx) => {
      const { numUpdatedRows } = await tx.updateTable('mailboxes').set(to).where('id', '=', mailbox).executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  return {
    createMailbox: ({ id, name, tokenHash, sealedSecret, createdAt }) =>
      change(async (tx) => {
        const keyless = sealedSecret === null ? 1 : 0;
        await tx
          .insertInto('mailboxes')
          .values({ id, name, token_hash: tokenHash, keyless, created_at: createdAt, disabled_at: null })
          .execute();
        if (sealedSecret === null) return;
        await tx
          .insertInto('mailbox_secrets')
          .values({ mailbox_id: id, sealed: sealedSecret, created_at: createdAt, retired_at: null })
          .execute();
      }),
    mailboxes: (now) => mailboxStates(db, now),
    rotateSecret: (mailbox, ask) => change((tx) => rotateSecret(tx, mailbox, ask)),
    retireSecrets: (mailbox, now) =>
      change(async (tx) => {
        const known = await tx.selectFrom('mailboxes').select('id').where('id', '=', mailbox).executeTakeFirst();
        if (!known) return null;
        // Away, not marked as over: a relay whose clock is behind, or is set back, would take it still.
        const ended = await tx
          .deleteFrom('mailbox_secrets')
          .where('mailbox_id', '=', mailbox)
          .where('retired_at', 'is not', null)
          .returning('retired_at')
          .execute();
        return ended.filter(({ retired_at: until }) => until !== null && until > now).length;
      }),
    rotateToken: (mailbox, tokenHash) => set(mailbox, { token_hash: tokenHash }),
    setDisabled: (mailbox, at) => set(mailbox, { disabled_at: at }),
    deleteMailbox: (mailbox) => change((tx) => deleteMailbox(tx, mailbox)),
    dropWebhooks: (mailbox, limit) => engine.write((tx) => dropWebhooks(tx, mailbox, limit)),
    ...replaysOver(engine),
    beginEpoch: (epoch) =>
      change(async (tx) => {
        await tx.updateTable('facts').set({ value: epoch }).where('name', '=', 'epoch').execute();
      }),
  };
}

/** To be called in every transaction that changes a mailbox or its secrets: relays that know it look again. */
export async function directoryChanged(engine: Engine, tx: Kysely<Tables>): Promise<void> {
  await tx
    .updateTable('counters')
    .set((counter) => ({ value: counter('value', '+', 1) }))
    .where('name', '=', 'directory')
    .execute();
  await engine.announceChange(tx);
}

/** Puts a new secret beside the one in force, which gets its end; forgets those whose time is over. */
async function rotateSecret(
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

/** What a replay asks of the store. Each is one statement, so that no lock waits for the network. */
function replaysOver(engine: Engine): Pick<MailboxStore, 'takeReplay' | 'placesBehind' | 'moveToEnd'> {
  const { db } = engine;
  return {
    takeReplay: async (mailbox) => {
      const taken = await db
        .insertInto('replays')
        .columns(['mailbox', 'turn'])
        .expression((of) =>
          of
            .selectFrom('mailboxes')
            .select(['number', of.lit(1).as('turn')])
            .where('id', '=', mailbox),
        )
        .onConflict((before) => before.column('mailbox').doUpdateSet((of) => ({ turn: of('replays.turn', '+', 1) })))
        .returning('turn')
        .executeTakeFirst();
      return taken?.turn ?? null;
    },
    placesBehind: async (mailbox, after) => {
      const rows = await db
        .selectFrom('webhooks as w')
        .innerJoin('mailboxes as m', 'm.number', 'w.mailbox')
        .select('w.id')
        .where('m.id', '=', mailbox)
        .where('w.id', '>', after)
        .orderBy((of) => of.fn.coalesce('w.first_place', 'w.id'))
        .execute();
      return rows.map(({ id }) => id);
    },
    moveToEnd: (mailbox, ask) => engine.moveToEnd(mailbox, ask),
  };
}

/** Its row first, as whoever drops what is old does: on PostgreSQL each would wait for the other else. */
const hold = (tx: Kysely<Tables>, mailbox: string) =>
  tx
    .updateTable('mailboxes')
    .set((of) => ({ dropped_to: of.ref('dropped_to') }))
    .where('id', '=', mailbox)
    .returning('number')
    .executeTakeFirst();

/** See MailboxStore.dropWebhooks. Writes down how far, so that a mailbox that is enabled again after all tells of the gap. */
async function dropWebhooks(tx: Kysely<Tables>, mailbox: string, limit: number): Promise<number> {
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
async function deleteMailbox(tx: Kysely<Tables>, mailbox: string): Promise<boolean> {
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

/** Every mailbox with what it holds and which secrets are valid, the oldest first. */
async function mailboxStates(db: Kysely<Tables>, now: string): Promise<MailboxState[]> {
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

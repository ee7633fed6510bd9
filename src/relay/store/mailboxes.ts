import type { Store } from '../core/store.ts';
import { directoryChanged } from './directory.ts';
import type { Engine } from './engine.ts';

/** The part of the store that the command line needs. */
export function mailboxStore(engine: Engine): Pick<Store, 'createMailbox' | 'listMailboxes' | 'disableMailbox'> {
  const { db } = engine;
  return {
    createMailbox: ({ id, name, tokenHash, sealedSecret, createdAt }) =>
      engine.write(async (tx) => {
        await directoryChanged(engine, tx);
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
    listMailboxes: async () => {
      const rows = await db
        .selectFrom('mailboxes as m')
        .select(['m.id', 'm.name', 'm.created_at', 'm.disabled_at'])
        .select((of) => [
          of
            .selectFrom('mailbox_secrets as s')
            .select((each) => each.fn.countAll<number>().as('count'))
            .whereRef('s.mailbox_id', '=', 'm.id')
            .where('s.retired_at', 'is', null)
            .as('secrets'),
          of
            .selectFrom('webhooks as w')
            .select((each) => each.fn.countAll<number>().as('count'))
            .whereRef('w.mailbox_id', '=', 'm.id')
            .as('kept'),
          of
            .selectFrom('webhooks as w')
            .select((each) => each.fn.countAll<number>().as('count'))
            .whereRef('w.mailbox_id', '=', 'm.id')
            .whereRef('w.id', '>', 'm.acked_to')
            .as('unacked'),
        ])
        .orderBy('m.created_at')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        createdAt: row.created_at,
        disabled: row.disabled_at !== null,
        activeSecrets: Number(row.secrets),
        kept: Number(row.kept),
        unacked: Number(row.unacked),
      }));
    },
    disableMailbox: (mailbox, at) =>
      engine.write(async (tx) => {
        await directoryChanged(engine, tx);
        const { numUpdatedRows } = await tx
          .updateTable('mailboxes')
          .set({ disabled_at: at })
          .where('id', '=', mailbox)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),
  };
}

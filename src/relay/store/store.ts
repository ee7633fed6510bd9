import { type Kysely, sql } from 'kysely';
import type { NewWebhook, Store } from '../core/store.ts';
import { dropOldest } from './drop.ts';
import { mailboxStore } from './mailboxes.ts';
import type { Tables } from './tables.ts';

const rowOf = (webhook: NewWebhook) => ({
  mailbox_id: webhook.mailbox,
  fingerprint: webhook.fingerprint,
  ref: webhook.ref,
  event: webhook.event,
  signature: webhook.signature,
  body: Buffer.from(webhook.body),
  received_at: webhook.receivedAt,
});

/** The store over a migrated database. What it needs of the engine is a single writer that commits in the order of ids. */
export function createStore(db: Kysely<Tables>, epoch: string): Store {
  return {
    epoch,
    ...mailboxStore(db),
    secretsOf: async (mailbox) => {
      const rows = await db
        .selectFrom('mailbox_secrets as s')
        .innerJoin('mailboxes as m', 'm.id', 's.mailbox_id')
        .select('s.sealed')
        .where('m.id', '=', mailbox)
        .where('m.disabled_at', 'is', null)
        .where('s.retired_at', 'is', null)
        .execute();
      return rows.map((row) => row.sealed);
    },
    reading: async (mailbox) => {
      const row = await db
        .selectFrom('mailboxes as m')
        .select(['m.token_hash', 'm.dropped_to'])
        .select((of) =>
          of
            .selectFrom('webhooks as w')
            .select((each) => each.fn.max('w.id').as('newest'))
            .whereRef('w.mailbox_id', '=', 'm.id')
            .as('newest'),
        )
        .where('m.id', '=', mailbox)
        .where('m.disabled_at', 'is', null)
        .executeTakeFirst();
      if (!row) return null;
      const { token_hash: tokenHash, dropped_to: droppedTo, newest } = row;
      return { tokenHash, droppedTo, newest: Math.max(newest ?? 0, droppedTo) };
    },
    append: async (webhooks) => {
      // One statement is one commit: all of them, or none.
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('webhooks')
        .values(webhooks.map(rowOf))
        .onConflict((conflict) => conflict.columns(['mailbox_id', 'fingerprint']).doNothing())
        .executeTakeFirstOrThrow();
      return Number(numInsertedOrUpdatedRows ?? 0n);
    },
    read: async (mailbox, after, limit) => {
      const rows = await db
        .selectFrom('webhooks')
        .select(['id', 'ref', 'event', 'signature', 'body', 'received_at'])
        .where('mailbox_id', '=', mailbox)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id, ref, event, signature, body, received_at: receivedAt }) => {
        return { place: id, ref, event, signature, body, receivedAt };
      });
    },
    ack: async (mailbox, place) => {
      await db
        .updateTable('mailboxes')
        .set({ acked_to: place })
        .where('id', '=', mailbox)
        .where('acked_to', '<', place)
        .execute();
    },
    drop: (ask) =>
      db.transaction().execute(async (tx) => {
        let dropped = 0;
        for (const mailbox of await tx.selectFrom('mailboxes').select(['id', 'acked_to']).execute()) {
          dropped += await dropOldest(tx, mailbox, ask);
        }
        return dropped;
      }),
    check: async () => {
      await sql`select 1 from webhooks limit 1`.execute(db);
    },
    close: () => db.destroy(),
  };
}

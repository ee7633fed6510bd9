import { sql } from 'kysely';
import type { NewWebhook, Store } from '../core/store.ts';
import { dropOldest } from './drop.ts';
import type { Engine } from './engine.ts';
import { mailboxStore } from './mailboxes.ts';
import { takePlaces } from './places.ts';

const rowOf = (webhook: NewWebhook, place: number) => ({
  id: place,
  mailbox_id: webhook.mailbox,
  fingerprint: webhook.fingerprint,
  ref: webhook.ref,
  event: webhook.event,
  signature: webhook.signature,
  body: Buffer.from(webhook.body),
  received_at: webhook.receivedAt,
});

/** The store over a migrated database. */
export function createStore(engine: Engine, epoch: string): Store {
  const { db } = engine;
  return {
    epoch,
    ...mailboxStore(engine),
    mailbox: async (id) => {
      const rows = await db
        .selectFrom('mailboxes as m')
        .leftJoin('mailbox_secrets as s', 's.mailbox_id', 'm.id')
        .select(['m.token_hash', 'm.keyless', 's.sealed', 's.retired_at'])
        .where('m.id', '=', id)
        .where('m.disabled_at', 'is', null)
        .orderBy('s.created_at')
        .execute();
      const [first] = rows;
      if (!first) return null;
      const secrets = rows.flatMap(({ sealed, retired_at: retiredAt }) =>
        sealed === null ? [] : { sealed, retiredAt },
      );
      return { tokenHash: first.token_hash, keyless: first.keyless === 1, secrets };
    },
    directoryVersion: async () => {
      const query = db.selectFrom('counters').select('value').where('name', '=', 'directory');
      return (await query.executeTakeFirstOrThrow()).value;
    },
    part: async (mailbox, after, limit) => {
      const rows = await db
        .selectFrom('mailboxes as m')
        .leftJoin('webhooks as w', (join) => join.onRef('w.mailbox_id', '=', 'm.id').on('w.id', '>', after))
        .select(['m.dropped_to', 'w.id', 'w.ref', 'w.event', 'w.signature', 'w.body', 'w.received_at'])
        .select((of) =>
          of
            .selectFrom('webhooks as n')
            .select((each) => each.fn.max('n.id').as('newest'))
            .whereRef('n.mailbox_id', '=', 'm.id')
            .as('newest'),
        )
        .where('m.id', '=', mailbox)
        .where('m.disabled_at', 'is', null)
        .orderBy('w.id')
        .limit(limit)
        .execute();
      const [first] = rows;
      if (!first) return null;
      const kept = rows.flatMap(({ id, ref, event, signature, body, received_at: receivedAt }) =>
        id === null || signature === null || body === null || receivedAt === null
          ? []
          : { place: id, ref, event, signature, body, receivedAt },
      );
      return { droppedTo: first.dropped_to, newest: Math.max(first.newest ?? 0, first.dropped_to), kept };
    },
    listen: () => undefined,
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
    append: (webhooks) =>
      engine.write(async (tx) => {
        const before = await takePlaces(tx, webhooks.length);
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('webhooks')
          .values(webhooks.map((webhook, at) => rowOf(webhook, before + 1 + at)))
          .onConflict((conflict) => conflict.columns(['mailbox_id', 'fingerprint']).doNothing())
          .executeTakeFirstOrThrow();
        return Number(numInsertedOrUpdatedRows ?? 0n);
      }),
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
      engine.write(async (tx) => {
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

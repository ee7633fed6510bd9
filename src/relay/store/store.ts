import { sql } from 'kysely';
import type { Store } from '../core/store.ts';
import { dropOldest } from './drop.ts';
import type { Engine } from './engine.ts';
import { epochOf } from './epoch.ts';
import { hotQueries } from './hot-queries.ts';
import { mailboxStore } from './mailboxes.ts';

/**
 * The store over a migrated database.
 * @param opened the database's epoch when it was opened
 */
export function createStore(engine: Engine, opened: string): Store {
  const { db } = engine;
  const { directoryVersion, ...hot } = hotQueries(engine);
  let epoch = opened;
  let version: number | null = null;
  return {
    get epoch() {
      return epoch;
    },
    createMailbox: mailboxStore(engine).createMailbox,
    ...hot,
    directoryVersion: async () => {
      const found = await directoryVersion();
      if (found !== version) epoch = await epochOf(db);
      version = found;
      return found;
    },
    append: (webhooks) => engine.append(webhooks),
    listen: (ears, complaints) => engine.listen(ears, complaints),
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
    close: () => engine.close(),
  };
}

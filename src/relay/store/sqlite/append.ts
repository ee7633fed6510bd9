import type Database from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { NewWebhook } from '../../core/store.ts';
import type { Tables } from '../tables.ts';

/** Appends in one durable commit, all or nothing; answers how many were new. To be called while no other transaction runs. */
export function preparedAppend(
  file: Database.Database,
  db: Kysely<Tables>,
): (webhooks: readonly NewWebhook[]) => number {
  const take = file
    .prepare<[number, string], number>(
      db
        .updateTable('counters')
        .set((counter) => ({ value: counter('value', '+', 0) }))
        .where('name', '=', 'place')
        .returning('value')
        .compile().sql,
    )
    .pluck();
  const insert = file.prepare<[number, string, string | null, string | null, string, Uint8Array, string, string]>(
    insertion(db),
  );
  const appendAll = file.transaction((webhooks: readonly NewWebhook[]): number => {
    let place = (take.get(webhooks.length, 'place') ?? 0) - webhooks.length;
    let fresh = 0;
    for (const { mailbox, fingerprint, ref, event, signature, body, receivedAt } of webhooks) {
      place += 1;
      fresh += insert.run(place, fingerprint, ref, event, signature, body, receivedAt, mailbox).changes;
    }
    return fresh;
  });
  return (webhooks) => appendAll.immediate(webhooks);
}

/** Passes over what is kept already, and what is for a mailbox that was deleted meanwhile. */
const insertion = (db: Kysely<Tables>): string =>
  db
    .insertInto('webhooks')
    .columns(['id', 'fingerprint', 'ref', 'event', 'signature', 'body', 'received_at', 'mailbox_id'])
    .expression((of) =>
      of
        .selectFrom('mailboxes')
        .select([
          of.val(0).as('id'),
          of.val('').as('fingerprint'),
          of.val('').as('ref'),
          of.val('').as('event'),
          of.val('').as('signature'),
          of.val(Buffer.alloc(0)).as('body'),
          of.val('').as('received_at'),
          'mailboxes.id as mailbox_id',
        ])
        .where('mailboxes.id', '=', ''),
    )
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .compile().sql;

import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the engines call the same thing. On SQLite only "integer" makes the place the row's own number. */
const types = {
  sqlite: { place: 'integer', bytes: 'blob' },
  postgres: { place: 'bigint', bytes: 'bytea' },
} as const;

/** No place is given twice, also when the newest webhook went: whoever deletes it, the counter knows its place (see places.ts). */
const countWhatGoes = sql`
  create trigger webhooks_gone before delete on webhooks
  begin
    update counters set value = old.id where name = 'place' and value < old.id;
  end`;

export type EngineName = keyof typeof types;

export const mailboxesAndWebhooks = (engine: EngineName): Migration => ({
  up: async (db) => {
    const { place, bytes } = types[engine];
    await db.schema
      .createTable('facts')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('counters')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'bigint', (column) => column.notNull())
      .execute();
    for (const name of ['place', 'directory']) {
      await db.insertInto('counters').values({ name, value: 0 }).execute();
    }
    await db.schema
      .createTable('mailboxes')
      .addColumn('number', place, (column) =>
        engine === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity(),
      )
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull())
      .addColumn('keyless', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('disabled_at', 'text')
      .addColumn('acked_to', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('dropped_to', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('mailbox_secrets')
      .addColumn('mailbox_id', 'text', (column) => column.notNull().references('mailboxes.id'))
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('retired_at', 'text')
      .addPrimaryKeyConstraint('mailbox_secrets_of', ['mailbox_id', 'sealed'])
      .execute();
    await db.schema
      .createTable('webhooks')
      .addColumn('id', place, (column) => column.primaryKey())
      .addColumn('mailbox', place, (column) => column.notNull().references('mailboxes.number'))
      // Alone, without the mailbox that is in it already: of all that a webhook writes, this index is the dearest.
      .addColumn('fingerprint', 'text', (column) => column.notNull().unique())
      .addColumn('ref', 'text')
      .addColumn('event', 'text')
      .addColumn('signature', 'text', (column) => column.notNull())
      .addColumn('body', bytes, (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .execute();
    if (engine === 'sqlite') await countWhatGoes.execute(db);
    await db.schema.createIndex('webhooks_in_order').on('webhooks').columns(['mailbox', 'id']).execute();
  },
});

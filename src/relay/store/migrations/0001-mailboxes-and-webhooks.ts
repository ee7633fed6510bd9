import type { Migration } from 'kysely/migration';

export const mailboxesAndWebhooks: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('facts')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('mailboxes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('disabled_at', 'text')
      .addColumn('acked_to', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('dropped_to', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('mailbox_secrets')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('mailbox_id', 'text', (column) => column.notNull().references('mailboxes.id'))
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('retired_at', 'text')
      .execute();
    await db.schema.createIndex('mailbox_secrets_of').on('mailbox_secrets').column('mailbox_id').execute();
    // AUTOINCREMENT matters: without it, numbers would start again below the counters' cursors once all were dropped.
    await db.schema
      .createTable('webhooks')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('mailbox_id', 'text', (column) => column.notNull().references('mailboxes.id'))
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('ref', 'text')
      .addColumn('event', 'text')
      .addColumn('signature', 'text', (column) => column.notNull())
      .addColumn('body', 'blob', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addUniqueConstraint('webhooks_once', ['mailbox_id', 'fingerprint'])
      .execute();
    await db.schema.createIndex('webhooks_in_order').on('webhooks').columns(['mailbox_id', 'id']).execute();
  },
};

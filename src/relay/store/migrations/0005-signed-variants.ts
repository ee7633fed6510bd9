import type { Migration } from 'kysely/migration';
import { maxVariants } from '../../core/variants.ts';
import type { EngineName } from './0001-mailboxes-and-webhooks.ts';

/** Signed bodies that came with more than one ref or event name, and how many of those are kept or were (store/append-variants.ts). */
export const signedVariants = (engine: EngineName): Migration => ({
  up: async (db) => {
    const number = engine === 'sqlite' ? 'integer' : 'bigint';
    await db.schema
      .createTable('signed_variants')
      .addColumn('mailbox', number, (column) => column.notNull().references('mailboxes.number').onDelete('cascade'))
      .addColumn('signed_body', 'text', (column) => column.notNull())
      .addColumn('stored', 'integer', (column) => column.notNull())
      .addColumn('last_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('signed_variants_of', ['mailbox', 'signed_body'])
      .execute();
    // Each commit of SQLite asks whether there is any.
    await db.schema
      .createIndex('signed_variants_full')
      .on('signed_variants')
      .column('stored')
      .where('stored', '>=', maxVariants)
      .execute();
  },
});

import type { Migration } from 'kysely/migration';
import type { EngineName } from './0001-mailboxes-and-webhooks.ts';

/**
 * A replay gives webhooks new places a few at a time: where each stood at first tells in which order they were received, and
 * the turn, which of two replays of one mailbox began later.
 */
export const replays = (engine: EngineName): Migration => ({
  up: async (db) => {
    const place = engine === 'sqlite' ? 'integer' : 'bigint';
    await db.schema.alterTable('webhooks').addColumn('first_place', place).execute();
    await db.schema
      .createTable('replays')
      .addColumn('mailbox', place, (column) => column.primaryKey().references('mailboxes.number').onDelete('cascade'))
      .addColumn('turn', place, (column) => column.notNull())
      .execute();
  },
});

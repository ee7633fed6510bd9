import type { Migration } from 'kysely/migration';

/** Which counter acknowledged a mailbox furthest: it can be told when an older copy of its database was put back. */
export const ackedBy: Migration = {
  up: async (db) => {
    await db.schema.alterTable('mailboxes').addColumn('acked_by', 'text').execute();
  },
};

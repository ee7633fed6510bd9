import type { Migration } from 'kysely/migration';

/**
 * `acked_by`: which counter acknowledged a mailbox furthest. `dropped_check`: of the last webhook that was dropped. By each an
 * older copy of a database that was put back is told from the newer one, the counter's and the relay's.
 */
export const ackedAndDropped: Migration = {
  up: async (db) => {
    for (const name of ['acked_by', 'dropped_check']) {
      await db.schema.alterTable('mailboxes').addColumn(name, 'text').execute();
    }
  },
};

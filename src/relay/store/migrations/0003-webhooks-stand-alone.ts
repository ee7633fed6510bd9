import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { EngineName } from './0001-mailboxes-and-webhooks.ts';

/**
 * On PostgreSQL a webhook's reference to its mailbox was looked up for each row, a fifth of what a batch took. The statement
 * that appends locks each mailbox once instead (store/postgres/append.ts), and is all that makes rows.
 */
export const webhooksStandAlone = (engine: EngineName): Migration => ({
  up: async (db) => {
    if (engine === 'sqlite') return;
    await sql`alter table webhooks drop constraint webhooks_mailbox_fkey`.execute(db);
  },
});

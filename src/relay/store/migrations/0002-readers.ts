import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { EngineName } from './0001-mailboxes-and-webhooks.ts';

/**
 * Which copy of the relay reads a mailbox; on PostgreSQL only, since over SQLite there is one. Unlogged: a poll that is held
 * writes a row, and where the server crashed nobody holds one. The turns are not, so that none is ever given twice.
 */
export const readers = (engine: EngineName): Migration => ({
  up: async (db) => {
    if (engine === 'sqlite') return;
    await sql`create sequence reading_turns`.execute(db);
    await sql`
      create unlogged table readers (
        mailbox bigint primary key references mailboxes (number) on delete cascade,
        copy text not null,
        taken_from text,
        turn bigint not null
      ) with (fillfactor = 50)`.execute(db);
  },
});

import type Database from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { Acked } from '../../core/store.ts';
import type { Tables } from '../tables.ts';

/** Remembers all of them in one commit. To be called while no other transaction runs. */
export function preparedAck(file: Database.Database, db: Kysely<Tables>): (acks: readonly Acked[]) => void {
  const ack = file.prepare<[number, string | null, string, number]>(
    db
      .updateTable('mailboxes')
      .set({ acked_to: 0, acked_by: '' })
      .where('id', '=', '')
      .where('acked_to', '<', 0)
      .compile().sql,
  );
  const ackAll = file.transaction((acks: readonly Acked[]) => {
    for (const { mailbox, place, counter } of acks) ack.run(place, counter ?? null, mailbox, place);
  });
  return (acks) => ackAll.immediate(acks);
}

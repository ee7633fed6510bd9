import type Database from 'better-sqlite3';
import { z } from 'zod';
import { pluckStatement, statement } from './statements.ts';

export interface RelayCursors {
  read(mailbox: string): string | null;
  /** @param cursor null: the place is forgotten */
  write(mailbox: string, cursor: string | null): void;
  /** what the relay had acknowledged when the mailbox was last begun from its oldest */
  readAcked(mailbox: string): string | null;
  writeAcked(mailbox: string, acked: string): void;
}

const Cursor = z.string().nullable();

/** How far each mailbox of the relay was read. */
export function prepareRelayCursors(db: Database.Database): RelayCursors {
  const select = pluckStatement(db, 'SELECT cursor FROM relay_cursors WHERE mailbox = ?');
  const upsert = statement(
    db,
    `INSERT INTO relay_cursors (mailbox, cursor) VALUES (?, ?)
     ON CONFLICT (mailbox) DO UPDATE SET cursor = excluded.cursor`,
  );
  const forget = statement(db, 'DELETE FROM relay_cursors WHERE mailbox = ?');
  const selectAcked = pluckStatement(db, 'SELECT acked FROM relay_acks WHERE mailbox = ?');
  const upsertAcked = statement(
    db,
    `INSERT INTO relay_acks (mailbox, acked) VALUES (?, ?) ON CONFLICT (mailbox) DO UPDATE SET acked = excluded.acked`,
  );
  return {
    readAcked: (mailbox) => Cursor.parse(selectAcked().get(mailbox) ?? null),
    writeAcked: (mailbox, acked) => void upsertAcked().run(mailbox, acked),
    read: (mailbox) => Cursor.parse(select().get(mailbox) ?? null),
    write: (mailbox, cursor) => {
      if (cursor === null) forget().run(mailbox);
      else upsert().run(mailbox, cursor);
    },
  };
}

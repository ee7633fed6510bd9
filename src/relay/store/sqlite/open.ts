import type Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { makeRoomFor } from '../../database-folder.ts';
import type { Engine } from '../engine.ts';
import { epochOf } from '../epoch.ts';
import { migrate } from '../migrate.ts';
import { sinceOf } from '../since.ts';
import type { Tables } from '../tables.ts';
import { preparedAck } from './ack.ts';
import { preparedAppend } from './append.ts';
import { dropOverdue } from './drop.ts';
import { openFile, openReader } from './file.ts';
import { preparedMoveToEnd } from './move-to-end.ts';
import { watch } from './watch.ts';

/** Opens or makes the database, migrated, and answers it with its epoch. Several processes may do so at once. */
export async function openSqlite(path: string): Promise<{ engine: Engine; epoch: string }> {
  makeRoomFor(path);
  const file = openFile(path);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
  try {
    file.exec('BEGIN IMMEDIATE');
    await migrate(db, 'sqlite');
    const epoch = await epochOf(db);
    file.exec('COMMIT');
    return { engine: withReader(path, (reader) => engineOver(file, reader, db)), epoch };
  } catch (error) {
    await db.destroy();
    if (file.open) file.close();
    throw error;
  }
}

/** The reader is closed when nothing could be made with it. */
function withReader(path: string, make: (reader: Database.Database) => Engine): Engine {
  const reader = openReader(path);
  try {
    return make(reader);
  } catch (error) {
    reader.close();
    throw error;
  }
}

function engineOver(file: Database.Database, reader: Database.Database, db: Kysely<Tables>): Engine {
  const append = preparedAppend(file, db);
  const moveToEnd = preparedMoveToEnd(file, db);
  const ack = preparedAck(file, db);
  let stopListening = (): void => {};

  const prepare: Engine['prepare'] = <Row>(query: { compile(): { sql: string } }) => {
    const { sql: text } = query.compile();
    // What only reads is asked on the other line: on this one it could see half of a transaction.
    const statement = text.startsWith('select')
      ? reader.prepare<unknown[], Row>(text)
      : file.prepare<unknown[], Row>(text);
    if (statement.reader) return async (...values) => statement.all(...values);
    return (...values) =>
      alone(() => {
        statement.run(...values);
        return [];
      });
  };
  /** Waits until no transaction is under way on the writing line: there is but one. */
  const alone = <T>(work: () => T): Promise<T> => db.connection().execute(async () => work());

  const engine: Engine = {
    db,
    prepare,
    appendsAtOnce: 1,
    // With no transaction under way there is nothing to wait for; each turn of waiting is as long as a page takes to the disk.
    append: async (webhooks) => (file.inTransaction ? alone(() => append(webhooks)) : append(webhooks)),
    ack: async (acks) => (file.inTransaction ? alone(() => ack(acks)) : ack(acks)),
    moveToEnd: (mailbox, ask) => alone(() => moveToEnd(mailbox, ask)),
    drop: (overdue, ask) => engine.write((tx) => dropOverdue(tx, overdue, ask)),
    take: () => null,
    write: (work) =>
      db.connection().execute(async (tx) => {
        await sql`begin immediate`.execute(tx);
        try {
          const result = await work(tx);
          await sql`commit`.execute(tx);
          return result;
        } catch (error) {
          if (file.inTransaction) await sql`rollback`.execute(tx);
          throw error;
        }
      }),
    announceChange: async () => undefined,
    announceCame: async () => undefined,
    listen: (ears, complaints) => {
      stopListening = watch({ file, since: sinceOf({ db, prepare }), complaints }, ears);
    },
    close: async () => {
      stopListening();
      // The last one out puts the log back into the file, which the reader may not.
      reader.close();
      await db.destroy();
    },
  };
  return engine;
}

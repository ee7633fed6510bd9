import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';

const full = 2;

/** Opens a file durably: better-sqlite3 falls back to NORMAL on a WAL database unless it is told otherwise each time. */
function openFile(path: string): Database.Database {
  const file = new Database(path, { timeout: 10_000 });
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  if (
    file.pragma('journal_mode', { simple: true }) !== 'wal' ||
    file.pragma('synchronous', { simple: true }) !== full
  ) {
    file.close();
    throw new Error('SQLite cannot be made to write durably here (WAL, synchronous=FULL)');
  }
  return file;
}

function engineOver(db: Kysely<Tables>): Engine {
  return {
    db,
    write: (work) =>
      db.connection().execute(async (tx) => {
        await sql`begin immediate`.execute(tx);
        try {
          const result = await work(tx);
          await sql`commit`.execute(tx);
          return result;
        } catch (error) {
          await sql`rollback`.execute(tx);
          throw error;
        }
      }),
    announce: async () => undefined,
  };
}

/** Opens or makes the database, migrated, and answers it with its epoch. Several processes may do so at once. */
export async function openSqlite(path: string): Promise<{ engine: Engine; epoch: string }> {
  mkdirSync(dirname(path), { recursive: true });
  const file = openFile(path);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
  try {
    file.exec('BEGIN IMMEDIATE');
    await migrate(db);
    const fresh = randomBytes(16).toString('hex');
    await db
      .insertInto('facts')
      .values({ name: 'epoch', value: fresh })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await db
      .selectFrom('facts')
      .select('value')
      .where('name', '=', 'epoch')
      .executeTakeFirstOrThrow();
    file.exec('COMMIT');
    return { engine: engineOver(db), epoch: value };
  } catch (error) {
    await db.destroy();
    if (file.open) file.close();
    throw error;
  }
}

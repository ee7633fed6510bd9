import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { createFolderFor, type Database, nameOfDatabase } from '../server/database.ts';
import { migrateTo } from '../server/migrate.ts';
import { openPool } from '../server/postgres.ts';
import { openWriter, writeOn } from '../server/sqlite.ts';
import { databaseError } from '../server/startup-errors.ts';
import type { Engine } from './core/order-repository.ts';
import { migrationsFor, type Tables } from './core/tables.ts';

/** An arbitrary key that no other user of the database locks. */
const migrationLock = 5_668_371_143;
const connections = 5;

/** Opens or creates the bridge's database, and migrates it. Rejects with an error that explains itself. */
export async function openEngine(database: Database): Promise<Engine> {
  const engine = database.engine === 'sqlite' ? openSqlite(database.path) : openPostgres(database.url);
  try {
    await engine.write(async (tx) => {
      if (database.engine === 'postgres') await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
      await migrateTo(tx, migrationsFor(database.engine), 'bridge');
    });
    return engine;
  } catch (error) {
    await engine.close();
    throw databaseError(nameOfDatabase(database), error, 'bridge');
  }
}

function openSqlite(path: string): Engine {
  createFolderFor(path, 'bridge');
  try {
    const file = openWriter(path);
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
    return { db, write: writeOn(db, file), lockClause: '', close: () => db.destroy() };
  } catch (error) {
    throw databaseError(path, error, 'bridge');
  }
}

function openPostgres(address: string): Engine {
  const url = new URL(address);
  if (!url.searchParams.has('application_name')) url.searchParams.set('application_name', 'konter-bridge');
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url.href, connections) }) });
  return { db, write: (work) => db.transaction().execute(work), lockClause: 'for update', close: () => db.destroy() };
}

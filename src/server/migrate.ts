import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import type { ServerProgram } from './startup-errors.ts';

/** Whether these migrations, and no others, have been applied: asking that is cheap, what the migrator asks is not. */
export async function isMigrated<Tables>(
  db: Kysely<Tables>,
  engine: Database['engine'],
  migrations: Readonly<Record<string, Migration>>,
): Promise<boolean> {
  const tables =
    engine === 'sqlite'
      ? sql`select 1 from sqlite_master where name = 'kysely_migration'`
      : sql`select 1 where to_regclass('kysely_migration') is not null`;
  if ((await tables.execute(db)).rows.length === 0) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.length === Object.keys(migrations).length && rows.every(({ name }) => name in migrations);
}

/**
 * Migrates a database to this version of a program. Rejects if a newer one has migrated it. The caller holds a transaction that keeps other
 * starting programs out.
 */
export async function migrateTo<Tables>(
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, Migration>>,
  program: ServerProgram,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    disableTransactions: !db.isTransaction,
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof Error && error.message.includes('corrupted migrations'))
    throw new Error(
      `a newer version of the ${program} made this database: run that one, or put a copy back from before it`,
    );
  throw new Error('the database could not be migrated', { cause: error });
}

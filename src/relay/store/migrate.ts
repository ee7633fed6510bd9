import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type EngineName, firstSchema } from './migrations/0001-first-schema.ts';
import type { Tables } from './tables.ts';

/** A released migration never changes; a later version adds its own at the end. */
const migrationsFor = (engine: EngineName): Record<string, Migration> => ({
  '0001-first-schema': firstSchema(engine),
});

/**
 * Migrates a database to this version. Rejects if a newer relay has migrated it. The caller holds a transaction that keeps other
 * starting relays out.
 */
export async function migrate(db: Kysely<Tables>, engine: EngineName): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrationsFor(engine)) },
    disableTransactions: !db.isTransaction,
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const isNewer = error instanceof Error && error.message.includes('corrupted migrations');
  if (isNewer) {
    throw new Error('a newer version of the relay made this database: run that one, or put a copy back from before it');
  }
  throw new Error('the database could not be migrated', { cause: error });
}

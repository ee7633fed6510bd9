import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
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
  // A sequence is never issued twice: in an older file that of the newest webhook may be the only record of it.
  if (error === undefined) {
    await sql`
      update sequences set value = (select max(id) from webhooks)
      where name = 'webhook' and value < (select max(id) from webhooks)`.execute(db);
    return;
  }
  const isNewer = error instanceof Error && error.message.includes('corrupted migrations');
  if (isNewer) {
    throw new Error('a newer version of the relay made this database: run that one, or put a copy back from before it');
  }
  throw new Error('the database could not be migrated', { cause: error });
}

/** Reads a value of the metadata; the first caller creates it. */
export async function readOrCreate(db: Kysely<Tables>, name: string, create: () => string): Promise<string> {
  await db
    .insertInto('metadata')
    .values({ name, value: create() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom('metadata').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value;
}

/** The database's epoch, created with it; see Store.epoch. */
export const readEpoch = (db: Kysely<Tables>): Promise<string> =>
  readOrCreate(db, 'epoch', () => randomBytes(16).toString('hex'));

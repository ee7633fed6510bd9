import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type EngineName, mailboxesAndWebhooks } from './migrations/0001-mailboxes-and-webhooks.ts';
import { readers } from './migrations/0002-readers.ts';
import { webhooksStandAlone } from './migrations/0003-webhooks-stand-alone.ts';
import { replays } from './migrations/0004-replays.ts';
import { signedVariants } from './migrations/0005-signed-variants.ts';
import { ackedAndDropped } from './migrations/0006-acked-and-dropped.ts';
import type { Tables } from './tables.ts';

const migrationsOf = (engine: EngineName): Record<string, Migration> => ({
  '0001-mailboxes-and-webhooks': mailboxesAndWebhooks(engine),
  '0002-readers': readers(engine),
  '0003-webhooks-stand-alone': webhooksStandAlone(engine),
  '0004-replays': replays(engine),
  '0005-signed-variants': signedVariants(engine),
  '0006-acked-and-dropped': ackedAndDropped,
});

/**
 * Brings a database up to this version. Rejects, with the reason, when a newer relay made it.
 * The caller holds a transaction that keeps other starting relays out.
 */
export async function migrate(db: Kysely<Tables>, engine: EngineName): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrationsOf(engine)) },
    disableTransactions: !db.isTransaction,
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const newer = error instanceof Error && error.message.includes('corrupted migrations');
  if (newer) {
    throw new Error('a newer version of the relay made this database: run that one, or put a copy back from before it');
  }
  throw new Error('the database could not be migrated', { cause: error });
}

import { type Database, nameOf } from './database.ts';
import type { Engine } from './store/engine.ts';
import { openPostgres } from './store/postgres/open.ts';
import { openSqlite } from './store/sqlite/open.ts';
import { storeOn } from './store-on.ts';

async function openEngine(database: Database): Promise<{ engine: Engine; epoch: string }> {
  if (database.engine === 'sqlite') return openSqlite(database.path);
  try {
    return await openPostgres(database.url);
  } catch (error) {
    throw new Error(`${nameOf(database)} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** A refused connection has no words of its own where a name stands for several addresses. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};

/**
 * Opens the database and the vault for its secrets. Rejects with ConfigError when the key is not its key.
 * @param masterKey 32 bytes
 */
export async function openStore(database: Database, masterKey: Uint8Array): ReturnType<typeof storeOn> {
  return await storeOn(await openEngine(database), masterKey);
}

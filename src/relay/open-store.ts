import { type Database, nameOf } from './database.ts';
import type { Engine } from './store/engine.ts';
import { openPostgres } from './store/postgres/open.ts';
import { openSqlite } from './store/sqlite/open.ts';
import { storeOn } from './store-on.ts';
import { cannotBeUsed } from './why-not.ts';

async function openEngine(database: Database): Promise<{ engine: Engine; epoch: string }> {
  try {
    return await (database.engine === 'sqlite' ? openSqlite(database.path) : openPostgres(database.url));
  } catch (error) {
    throw cannotBeUsed(nameOf(database), error);
  }
}

/**
 * Opens the database and the vault for its secrets. Rejects with ConfigError when the key is not its key.
 * @param masterKey 32 bytes
 */
export async function openStore(database: Database, masterKey: Uint8Array): ReturnType<typeof storeOn> {
  return await storeOn(await openEngine(database), masterKey);
}

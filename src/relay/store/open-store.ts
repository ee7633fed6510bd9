import { type Database, nameOfDatabase } from '../../server/database.ts';
import { databaseError } from '../../server/startup-errors.ts';
import { openPostgres } from './postgres/engine.ts';
import { openSqlite } from './sqlite/engine.ts';
import { createVerifiedStore, type OpenStore } from './store.ts';

export type { OpenStore };

/** Opens a database of either engine; see createVerifiedStore. @param masterKey 32 bytes */
export async function openStore(database: Database, masterKey: Uint8Array): Promise<OpenStore> {
  const opened = await (database.engine === 'sqlite' ? openSqlite(database.path) : openPostgres(database.url)).catch(
    (error: unknown) => {
      throw databaseError(nameOfDatabase(database), error, 'relay');
    },
  );
  return createVerifiedStore(opened, masterKey);
}

import type { Kysely } from 'kysely';
import { ConfigError } from './config.ts';
import type { MailboxStore } from './core/mailbox-store.ts';
import type { Store } from './core/store.ts';
import { createVault, type Vault } from './core/vault.ts';
import { type Database, nameOf } from './database.ts';
import type { Engine } from './store/engine.ts';
import { mailboxStore } from './store/mailboxes.ts';
import { openPostgres } from './store/postgres/open.ts';
import { openSqlite } from './store/sqlite/open.ts';
import { createStore } from './store/store.ts';
import type { Tables } from './store/tables.ts';
import { systemRandom } from './system.ts';

const checked = 'master key check';

/** Only the key that the database was first opened with can open what lies in it: say so at the start, not at a webhook. */
async function checkKey(db: Kysely<Tables>, vault: Vault): Promise<void> {
  await db
    .insertInto('facts')
    .values({ name: checked, value: vault.seal(checked, checked) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db.selectFrom('facts').select('value').where('name', '=', checked).executeTakeFirstOrThrow();
  try {
    vault.open(value, checked);
  } catch {
    throw new ConfigError('RELAY_MASTER_KEY: is not the key that this database was made with');
  }
}

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
export async function openStore(
  database: Database,
  masterKey: Uint8Array,
): Promise<{ store: Store; mailboxes: MailboxStore; vault: Vault }> {
  const vault = createVault(masterKey, systemRandom);
  const { engine, epoch } = await openEngine(database);
  try {
    await checkKey(engine.db, vault);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return { store: createStore(engine, epoch), mailboxes: mailboxStore(engine), vault };
}

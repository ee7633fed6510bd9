import type { Kysely } from 'kysely';
import { ConfigError } from './config-error.ts';
import type { MailboxStore } from './core/mailbox-store.ts';
import type { Store } from './core/store.ts';
import { createVault, type Vault } from './core/vault.ts';
import type { Engine } from './store/engine.ts';
import { mailboxStore } from './store/mailboxes.ts';
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

/**
 * The store on a database that is open, and the vault for its secrets. Rejects with ConfigError when the key is not its key.
 * Whenever it rejects, the database is closed.
 * @param masterKey 32 bytes
 */
export async function storeOn(
  { engine, epoch }: { engine: Engine; epoch: string },
  masterKey: Uint8Array,
): Promise<{ store: Store; mailboxes: MailboxStore; vault: Vault }> {
  const vault = createVault(masterKey, systemRandom);
  try {
    await checkKey(engine.db, vault);
    return { store: createStore(engine, epoch), mailboxes: mailboxStore(engine), vault };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

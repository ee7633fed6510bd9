import { type Kysely, sql } from 'kysely';
import { createVault, type Vault } from '../core/credentials.ts';
import type { MailboxStore, Store } from '../core/store.ts';
import { ConfigError } from '../startup-errors.ts';
import { systemRandom } from '../system.ts';
import { appendVariants } from './append-variants.ts';
import type { Engine, OpenedDatabase, OverdueMailbox } from './engine.ts';
import { mailboxRepository } from './mailbox-repository.ts';
import { readOrCreate } from './migrate.ts';
import { changesSince, preparedQueries } from './prepared-queries.ts';
import type { Tables } from './tables.ts';

/** Mailboxes that one commit prunes. */
const mailboxesPerPrune = 50;

export interface OpenStore {
  store: Store;
  mailboxes: MailboxStore;
  vault: Vault;
}

/**
 * The store of an open database, and the vault for its secrets. Rejects with ConfigError if the master key is not the database's. If it
 * rejects, the database is closed.
 * @param masterKey 32 bytes
 */
export async function createVerifiedStore(opened: OpenedDatabase, masterKey: Uint8Array): Promise<OpenStore> {
  const { engine } = opened;
  const vault = createVault(masterKey, systemRandom);
  try {
    await checkMasterKey(engine.db, vault);
    return { store: createStore(opened), mailboxes: mailboxRepository(engine), vault };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

const keyCheck = 'master key check';

/** Only the key of the first start decrypts what is in the database: a wrong one is reported at the start, not at a webhook. */
async function checkMasterKey(db: Kysely<Tables>, vault: Vault): Promise<void> {
  const ciphertext = await readOrCreate(db, keyCheck, () => vault.encrypt(keyCheck, keyCheck));
  try {
    vault.decrypt(ciphertext, keyCheck);
  } catch {
    throw new ConfigError('RELAY_MASTER_KEY: is not the key that this database was made with');
  }
}

/** The store over a migrated database. */
export function createStore({ engine, epoch: openedEpoch }: OpenedDatabase): Store {
  const { db, append, acquireLease, ack, subscribe, publishUnverified, abandon, close } = engine;
  const changes = changesSince(engine);
  let epoch = openedEpoch;
  let version: number | null = null;
  return {
    get epoch() {
      return epoch;
    },
    directoryVersion: async () => {
      const current = await changes.directoryVersion();
      if (current !== version) epoch = await readOrCreate(db, 'epoch', () => openedEpoch);
      version = current;
      return current;
    },
    ...preparedQueries(engine),
    append,
    appendVariants: (variants) => appendVariants(engine, variants),
    acquireLease,
    ack,
    prune: pruneOn(engine),
    createMailbox: mailboxRepository(engine).createMailbox,
    subscribe,
    publishUnverified,
    check: async () => {
      await sql`select 1 from webhooks limit 1`.execute(db);
    },
    ...(abandon ? { abandon } : {}),
    close,
  };
}

/** See Store.prune. The overdue mailboxes are found before the commit, which is short therefore. */
function pruneOn(engine: Engine): Store['prune'] {
  // Ordered, so that instances that prune at once do not deadlock.
  const readOverdue = engine.prepare(sql<OverdueMailbox>`
    select m.number, m.acked_through
    from mailboxes m
    join webhooks w on w.id = (select min(o.id) from webhooks o where o.mailbox = m.number)
    where (w.id <= m.acked_through and w.received_at < ${''}) or (w.id > m.acked_through and w.received_at < ${''})
    order by m.number limit ${1}`);
  return async (ask) => {
    await engine.db.deleteFrom('signed_variants').where('last_at', '<', ask.unackedBefore).execute();
    const overdue = await readOverdue(ask.ackedBefore, ask.unackedBefore, mailboxesPerPrune);
    return overdue.length === 0 ? 0 : engine.prune(overdue, ask);
  };
}

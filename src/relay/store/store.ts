import type { Vault } from '../../server/credentials.ts';
import { readMark, readOrCreate, vaultOf } from '../../server/metadata.ts';
import type { MailboxStore, ShopStore, Store } from '../core/store.ts';
import { claimRepository } from './claim-repository.ts';
import { type OpenedDatabase, positionReader } from './engine.ts';
import { mailboxRepository } from './mailbox-repository.ts';
import { officeRepository } from './members.ts';
import { shippedLogRepository } from './shipped-log-repository.ts';
import { noticeRepository, shopRepository } from './shop-repository.ts';
import { webhookRepository } from './webhook-repository.ts';

export interface OpenStore {
  store: Store;
  mailboxes: MailboxStore;
  shops: ShopStore;
  vault: Vault;
  /** the same for all relays of this database, and another one for every other database */
  mark: string;
}

/**
 * The store of an open database, and the vault for its secrets. Rejects with ConfigError if the master key is not the database's: only
 * the key of the first start decrypts what is in it, and a wrong one is reported now, not at a webhook. If it rejects, the database is
 * closed.
 * @param masterKey 32 bytes
 */
export async function createVerifiedStore(opened: OpenedDatabase, masterKey: Uint8Array): Promise<OpenStore> {
  const { engine } = opened;
  try {
    const mark = await readMark(engine.db, masterKey);
    const vault = vaultOf(mark, masterKey, 'relay');
    return {
      store: createStore(opened),
      mailboxes: mailboxRepository(engine),
      shops: shopRepository(engine),
      vault,
      mark,
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** The store over a migrated database. */
export function createStore({ engine, epoch: openedEpoch }: OpenedDatabase): Store {
  const readPosition = positionReader(engine);
  let epoch = openedEpoch;
  let version: number | null = null;
  return {
    ...engine,
    ...webhookRepository(engine),
    ...claimRepository(engine),
    createMailbox: mailboxRepository(engine).createMailbox,
    shippedLog: shippedLogRepository(engine),
    office: officeRepository(engine),
    notices: noticeRepository(engine),
    get epoch() {
      return epoch;
    },
    directoryVersion: async () => {
      const { version: current } = await readPosition();
      if (current !== version) epoch = await readOrCreate(engine.db, 'epoch', () => openedEpoch);
      version = current;
      return current;
    },
  };
}

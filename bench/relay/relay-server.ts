import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRelay } from '../../src/relay/open-relay.ts';
import { openStore } from '../../src/relay/store/open-store.ts';
import type { Database } from '../../src/server/database.ts';
import { createLog } from '../../src/server/log.ts';
import { NoPostgres, startPostgres } from '../../tests/support/postgres/server.ts';
import type { Figure } from '../figures.ts';
import { benchKeyId, secret } from './requests.ts';
import { type Server, startServer } from './server.ts';

const root = join(import.meta.dirname, '../..');
const masterKey = '00'.repeat(32);
const countersOfShop = 20;

interface BenchMailbox {
  mailbox: string;
  token: string;
}

/** Makes mailboxes in a database of SQLite: in memory where there is a place for files in memory, since each is a commit. */
export async function makeMailboxes(path: string, count: number): Promise<BenchMailbox[]> {
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'konter-bench-'));
  try {
    const mailboxes = await makeMailboxesIn({ engine: 'sqlite', path: join(folder, 'relay.db') }, count);
    await copyFile(join(folder, 'relay.db'), path);
    return mailboxes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes mailboxes where they stay. */
export async function makeMailboxesIn(database: Database, count: number): Promise<BenchMailbox[]> {
  const relay = await openRelay({
    database,
    masterKey: Buffer.from(masterKey, 'hex'),
    host: '127.0.0.1',
    port: 0,
    log: createLog('silent'),
  });
  const mailboxes: BenchMailbox[] = [];
  for (let number = 0; number < count; number += 1) {
    mailboxes.push(await relay.createMailbox({ name: `bench-${number}`, secret }));
  }
  await relay.close();
  return mailboxes;
}

/** Puts mailboxes into shops of twenty, each with a key of the bench. */
export async function joinShops(database: Database, mailboxes: readonly BenchMailbox[]): Promise<void> {
  const { store, shops } = await openStore(database, Buffer.from(masterKey, 'hex'));
  for (const [index, { mailbox }] of mailboxes.entries()) {
    const shop = `shop-${Math.floor(index / countersOfShop)}`;
    if (index % countersOfShop === 0) await shops.createShop({ id: shop, name: shop, createdAt: '2026-01-01' });
    await shops.addToShop(shop, mailbox);
    if (index % countersOfShop === 0) await store.setShopKey(mailbox, { keyId: benchKeyId }, '2026-01-01');
  }
  await store.close();
}

/** What docs/relay.md has copies over one PostgreSQL started with. */
const optionsOfCopies = ['--max-semi-space-size=4', '--single-threaded-gc'];

/** The relay as it is deployed, logging and counting; its log goes to a file. */
export function startRelay({ folder, databaseUrl }: { folder: string; databaseUrl: string }): Promise<Server> {
  const options = databaseUrl.startsWith('postgres') ? optionsOfCopies : [];
  return startServer({
    args: [...options, join(root, 'src/relay/cli/main.ts')],
    env: {
      RELAY_PORT: '0',
      RELAY_METRICS_ADDRESS: '127.0.0.1:0',
      RELAY_DATABASE_URL: databaseUrl,
      RELAY_MASTER_KEY: masterKey,
    },
    logFile: join(folder, 'relay.log'),
  });
}

/** Measures over a PostgreSQL of its own that waits for the disk. Says so, and has no figure, where there is none. */
export async function onPostgres(measure: (url: string) => Promise<Figure[]>): Promise<Figure[]> {
  try {
    const postgres = await startPostgres(['fsync=on', 'full_page_writes=on', 'max_wal_size=4GB']);
    try {
      return await measure(postgres.url);
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error;
    console.log(`! no figures of PostgreSQL: ${error.message}`);
    return [];
  }
}

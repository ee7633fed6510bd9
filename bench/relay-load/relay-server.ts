import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../src/relay/http/log.ts';
import { openRelay } from '../../src/relay/open-relay.ts';
import type { Database } from '../../src/relay/store/database.ts';
import { openStore } from '../../src/relay/store/open-store.ts';
import { type Server, startServer } from './server.ts';
import type { Target } from './signed-requests.ts';

const root = join(import.meta.dirname, '../..');
export const masterKey = '00'.repeat(32);
export const secret = 'bench-secret';
export const benchKeyId = '00'.repeat(8);
const countersOfShop = 20;

/** A mailbox as both of its sides know it. */
export interface BenchMailbox extends Target {
  mailbox: string;
  token: string;
}

/** Makes mailboxes in a database of SQLite: in memory where there is a place for files in memory, since each is a commit. */
export async function makeMailboxes(databasePath: string, count: number): Promise<BenchMailbox[]> {
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'konter-bench-'));
  try {
    const path = join(folder, 'relay.db');
    const made = await makeMailboxesIn({ engine: 'sqlite', path }, count);
    await mkdir(join(databasePath, '..'), { recursive: true });
    await copyFile(path, databasePath);
    return made;
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
  const made: BenchMailbox[] = [];
  for (let number = 0; number < count; number++) {
    const { mailbox, token } = await relay.createMailbox({ name: `bench-${number}`, secret });
    made.push({ mailbox, token, path: `/hooks/${mailbox}`, secret });
  }
  await relay.close();
  return made;
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
export function startRelay(ask: {
  folder: string;
  databaseUrl: string;
  nodeArgs?: readonly string[];
  talks?: boolean;
}): Promise<Server> {
  const options = ask.databaseUrl.startsWith('postgres') ? optionsOfCopies : [];
  return startServer({
    args: [...options, ...(ask.nodeArgs ?? []), join(root, 'src/relay/cli/main.ts')],
    env: {
      RELAY_PORT: '0',
      RELAY_METRICS_ADDRESS: '127.0.0.1:0',
      RELAY_DATABASE_URL: ask.databaseUrl,
      RELAY_MASTER_KEY: masterKey,
    },
    logFile: join(ask.folder, 'relay.log'),
    talks: ask.talks ?? false,
  });
}

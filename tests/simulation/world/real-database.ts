import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { Client } from 'pg';
import { checkOf } from '../../../src/relay/core/cursor.ts';
import type { Engine, OpenedDatabase } from '../../../src/relay/store/engine.ts';
import { mailboxRepository } from '../../../src/relay/store/mailbox-repository.ts';
import { openPostgres } from '../../../src/relay/store/postgres/engine.ts';
import { shopRepository } from '../../../src/relay/store/shop-repository.ts';
import { openSqlite } from '../../../src/relay/store/sqlite/engine.ts';
import { createStore } from '../../../src/relay/store/store.ts';
import type { Tables } from '../../../src/relay/store/tables.ts';
import { pruneMailbox } from '../../../src/relay/store/webhook-repository.ts';
import type { Database } from '../../../src/server/database.ts';
import { inNoTime } from '../engine/schedule.ts';
import type { MailboxDatabase, OpenRelayDatabase, RelayDatabase, RelayStore, StoredShop } from './relay-database.ts';

/** A database that worlds have one after the other: a migration takes longer than to empty it. */
export interface RealDatabase {
  /** emptied for the next world */
  openEmpty: OpenRelayDatabase;
  close(): Promise<void>;
}

const shop = { id: 'shop 1', name: 'Shop', createdAt: '2026-01-01T00:00:00.000Z' };
/** What a relay writes, and a copy of it holds; see RelayDatabase.putBack for the rest. */
const copied = [
  'webhooks',
  'signed_variants',
  'claims',
  'shipped_logs',
  'shipped_batches',
  'shipped_snapshot_parts',
] as const;
/** References come before what they refer to. */
const emptied = [
  ...copied,
  'replays',
  'shop_notices',
  'shop_rosters',
  'mailbox_secrets',
  'mailboxes',
  'shops',
] as const;

async function openRealDatabase(database: Database): Promise<RealDatabase> {
  const opened = await (database.engine === 'sqlite' ? openSqlite(database.path) : openPostgres(database.url));
  return { openEmpty: (options) => emptyDatabase(opened, options), close: () => opened.engine.close() };
}

/** A database of its own for one process. @param where a PostgreSQL's address, or "sqlite" */
export async function makeRealDatabase(where: string): Promise<RealDatabase> {
  if (where === 'sqlite') {
    const memory = '/dev/shm';
    const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'konter-simulated-relay-'));
    const clear = (): void => rmSync(folder, { recursive: true, force: true });
    process.once('exit', clear);
    const real = await openRealDatabase({ engine: 'sqlite', path: join(folder, 'relay.db') });
    const close = async (): Promise<void> => {
      await real.close();
      process.off('exit', clear);
      clear();
    };
    return { ...real, close };
  }
  const name = `simulated_${randomBytes(6).toString('hex')}`;
  const line = new Client(where);
  await line.connect();
  await line.query(`create database ${name}`);
  await line.end();
  return openRealDatabase({ engine: 'postgres', url: Object.assign(new URL(where), { pathname: `/${name}` }).href });
}

/**
 * The relays of a world are instances over one database. No time of the world passes while it works, and it does one thing after the
 * other, in the order of the requests: so a seed has one history over it too.
 */
async function emptyDatabase(
  opened: OpenedDatabase,
  options: Parameters<OpenRelayDatabase>[0],
): Promise<RelayDatabase> {
  const { engine } = opened;
  const { db } = engine;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return inNoTime(turn);
  };
  /** Each of its methods in turn. */
  const calm = <T extends object>(real: T): T =>
    // Object.fromEntries loses the names' types, and what is called takes and answers what it did.
    Object.fromEntries(
      Object.entries(real).map(([name, value]) => [
        name,
        typeof value === 'function'
          ? (...args: unknown[]) => inTurn(async () => (value as (...args: unknown[]) => unknown)(...args))
          : value,
      ]),
    ) as T;
  const watchers = new Set<(mailboxes: readonly string[]) => void>();
  let restores = 0;
  let copy: Awaited<ReturnType<typeof copyOf>> | null = null;

  const open = (): RelayStore => {
    const store = createStore(opened);
    const { shippedLog, office, notices, acquireLease, publishShopChange, ...others } = store;
    return {
      ...calm({ ...others, rotateSecret: mailboxRepository(engine).rotateSecret }),
      shippedLog: calm(shippedLog),
      office: calm(office),
      notices: calm(notices),
      acquireLease: (mailbox) => {
        const lease = acquireLease(mailbox);
        return lease && inNoTime(lease);
      },
      // Delivered at once: the time of a notification is not determined.
      subscribe: ({ onShopChange }) => void watchers.add(onShopChange),
      publishShopChange: async (mailboxes) => {
        await inTurn(async () => publishShopChange?.(mailboxes));
        for (const watch of watchers) watch(mailboxes);
      },
    };
  };
  await inTurn(async () => {
    await empty(db);
    if (!options) return;
    await shopRepository(engine).createShop(shop);
    await db.updateTable('shops').set({ key_id: options.keyId }).execute();
  });
  return {
    mailbox: () => mailboxIn(engine, open, inTurn),
    readShop: () => inTurn(() => (options ? readShop(db) : Promise.resolve(null))),
    shippedLog: open().shippedLog,
    rotateShopKey: () => inTurn(async () => void (await shopRepository(engine).rotateShopKey(shop.id, null))),
    trustShopKey: () =>
      inTurn(async () => {
        const { newer_key_id: newer } = await db.selectFrom('shops').select('newer_key_id').executeTakeFirstOrThrow();
        if (newer === null) return false;
        return (await shopRepository(engine).trustShopKey(shop.id, newer, shop.createdAt)) === 'trusted';
      }),
    copy: () =>
      inTurn(async () => {
        copy = await copyOf(db);
      }),
    putBack: () =>
      inTurn(async () => {
        if (!copy) return;
        await putBack(db, copy);
        await db
          .updateTable('shops')
          .set({ restore_id: `restore ${(restores += 1)}` })
          .execute();
        await db.updateTable('mailboxes').set({ reader: null }).execute();
        // Each change of its counters is made again.
        const gone = await db.selectFrom('mailboxes').select(['id', 'number', 'disabled_at']).execute();
        for (const { id, number, disabled_at: at } of gone) {
          if (at === null || copy.mailboxes.some((one) => one.number === number && one.disabled_at !== null)) continue;
          await db.updateTable('mailboxes').set({ disabled_at: null }).where('id', '=', id).execute();
          await mailboxRepository(engine).setDisabled(id, at);
        }
      }),
  };
}

/** The mailbox that is made in a store that this has opened. */
function mailboxIn(
  engine: Engine,
  open: () => RelayStore,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): MailboxDatabase {
  const { db } = engine;
  let id = '';
  const own = () => db.selectFrom('mailboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return {
    open: () => {
      const store = open();
      return {
        ...store,
        createMailbox: (mailbox) => {
          ({ id } = mailbox);
          return store.createMailbox(mailbox);
        },
      };
    },
    webhooks: () =>
      inTurn(async () => {
        const { number, acked_through: ackedThrough } = await own();
        const rows = await db.selectFrom('webhooks').selectAll().where('mailbox', '=', number).orderBy('id').execute();
        const webhooks = rows.map(({ id: sequence, fingerprint, ref, body, received_at: receivedAt }) => ({
          sequence,
          check: checkOf({ fingerprint, receivedAt }),
          ref,
          body,
        }));
        return { ackedThrough, webhooks };
      }),
    disable: () => inTurn(async () => void (await mailboxRepository(engine).setDisabled(id, shop.createdAt))),
    dropOldest: (limit) =>
      inTurn(async () => {
        const always = '9999';
        const limits = { ackedBefore: always, unackedBefore: always, limit };
        const mailbox = await own();
        await engine.write((tx) => pruneMailbox(engine, tx, mailbox, limits));
      }),
  };
}

async function empty(db: Kysely<Tables>): Promise<void> {
  for (const table of emptied) await db.deleteFrom(table).execute();
  await db.updateTable('sequences').set({ value: 0 }).execute();
}

async function readShop(db: Kysely<Tables>): Promise<StoredShop> {
  const shop = await db.selectFrom('shops').selectAll().executeTakeFirstOrThrow();
  const enabled = await db
    .selectFrom('mailboxes')
    .selectAll()
    .where('shop', '=', shop.number)
    .where('disabled_at', 'is', null)
    .execute();
  const counters = enabled.filter(({ office }) => office === 0);
  return {
    shop: { id: shop.id, name: shop.name, keyId: shop.key_id },
    members: new Map(counters.map(({ id, number, name }) => [id, { mailbox: number, counter: name }])),
    offices: new Set(enabled.filter(({ office }) => office === 1).map(({ id }) => id)),
    claims: await db.selectFrom('claims').select(['id', 'mailbox', 'version', 'state']).execute(),
  };
}

const copyOf = async (db: Kysely<Tables>) => ({
  tables: await Promise.all(
    copied.map(async (table) => ({ table, rows: await db.selectFrom(table).selectAll().execute() })),
  ),
  mailboxes: await db
    .selectFrom('mailboxes')
    .select(['number', 'acked_through', 'acked_by', 'pruned_through', 'pruned_check', 'disabled_at'])
    .execute(),
  shops: await db.selectFrom('shops').select(['number', 'key_id', 'key_at', 'newer_key_id', 'newer_key_by']).execute(),
  last: await db.selectFrom('sequences').select('value').where('name', '=', 'webhook').executeTakeFirstOrThrow(),
});

async function putBack(db: Kysely<Tables>, { tables, mailboxes, shops, last }: Awaited<ReturnType<typeof copyOf>>) {
  for (const { table, rows } of tables) {
    await db.deleteFrom(table).execute();
    if (rows.length > 0) await db.insertInto(table).values(rows).execute();
  }
  for (const { number, disabled_at: _gone, ...marks } of mailboxes)
    await db.updateTable('mailboxes').set(marks).where('number', '=', number).execute();
  for (const { number, ...key } of shops) await db.updateTable('shops').set(key).where('number', '=', number).execute();
  await db.updateTable('sequences').set(last).where('name', '=', 'webhook').execute();
}

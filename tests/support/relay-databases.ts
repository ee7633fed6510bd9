import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { expect, inject, onTestFinished, vi } from 'vitest';
import type { NewWebhook, Store } from '../../src/relay/core/store.ts';
import { openPostgres } from '../../src/relay/store/postgres/engine.ts';
import type { Database as Place } from '../../src/server/database.ts';
import type { Chance } from '../simulation/engine/chance.ts';
import type { RelayEnvironment } from './relay-process.ts';
import { type AtEnd, folder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** what the relay's tests run over: the same files, once for each (vitest.config.ts) */
    engine: Place['engine'];
  }
}

export interface TestDatabase {
  database: Place;
  /** as RELAY_DATABASE_URL names it */
  url: string;
  /** of a relay process over it, on any port */
  env: RelayEnvironment;
  /** Changes or asks it past the relay. */
  sql(text: string): Promise<Record<string, unknown>[]>;
  /** what the engine itself finds broken in it */
  faults(): Promise<unknown[]>;
}

/** A new database that goes with the test, of the engine that the tests run over; on PostgreSQL with its tables. */
export async function newDatabase(atEnd: AtEnd = onTestFinished): Promise<TestDatabase> {
  if (inject('engine') === 'postgres') {
    const url = await newPostgresDatabase(atEnd);
    const database: Place = { engine: 'postgres', url };
    const sql = (text: string) => askPostgres(url, text);
    // Each row is read, and no place stands twice: PostgreSQL has no check of its own.
    const twice = 'SELECT id FROM webhooks GROUP BY id HAVING count(body) > 1';
    return { database, url, env: environmentOf(url), sql, faults: () => sql(twice) };
  }
  const path = join(await folder(atEnd), 'relay.db');
  const database: Place = { engine: 'sqlite', path };
  const url = `sqlite:${path}`;
  const sql = async (text: string) => askFile(path, text);
  const faults = async () => (await sql('PRAGMA integrity_check')).filter((row) => row.integrity_check !== 'ok');
  return { database, url, env: environmentOf(url), sql, faults };
}

/** One without tables, as a relay finds it that was never started. */
export async function databaseWithoutTables(): Promise<TestDatabase> {
  const database = await newDatabase();
  if (database.database.engine === 'postgres') await database.sql('drop schema public cascade; create schema public');
  return database;
}

const environmentOf = (url: string): RelayEnvironment => ({
  RELAY_PORT: '0',
  RELAY_DATABASE_URL: url,
  RELAY_MASTER_KEY: randomBytes(32).toString('hex'),
});

function askFile(path: string, text: string): Record<string, unknown>[] {
  const file = new Database(path);
  try {
    const statement = file.prepare<[], Record<string, unknown>>(text);
    if (statement.reader) return statement.all();
    statement.run();
    return [];
  } finally {
    file.close();
  }
}

interface PostgresDatabase {
  url: string;
  /** a connection for what tests ask it: the server forks a process for each new one */
  client: Client;
  /** what `stateOf` answers while no test has changed more than rows */
  state: unknown;
  /** deletes all rows but those of the migrations, and starts the sequences again */
  emptying: string;
}

/** Empty, and free for the worker's next test: making and migrating one takes fifty times as long as emptying it. */
const free: PostgresDatabase[] = [];
const inUse = new Map<string, PostgresDatabase>();

/** Its tables, migrations and settings, and whether it has grown. */
const stateOf = async (client: Client): Promise<unknown> =>
  (
    await client.query(`select string_agg(concat_ws(' ', relname, relkind, relnatts), ', ' order by relname) as tables,
      sum(pg_relation_size(oid)) > 4e6 as has_grown,
      (select count(*) from kysely_migration) as migrations,
      (select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where datname = current_database()) as settings
      from pg_class where relnamespace = 'public'::regnamespace`)
  ).rows;

async function connected(url: string): Promise<Client> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function make(): Promise<PostgresDatabase> {
  const server = inject('postgresUrl');
  if (server === null) throw new Error('there is no PostgreSQL here: the test should have been skipped');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const maker = await connected(server);
  await maker.query(`create database ${name}`);
  await maker.end();
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  await (await openPostgres(url)).engine.close();
  const client = await connected(url);
  const { rows } = await client.query<{ deletes: string }>(`
    select string_agg(format('delete from %I', tablename), '; ') as deletes from pg_tables
    where schemaname = 'public' and tablename not like 'kysely_%' and tablename <> 'sequences'`);
  const emptying = `begin; set local session_replication_role = replica; ${rows[0]?.deletes};
    update sequences set value = 0;
    select setval(format('%I', sequencename), start_value, false) from pg_sequences; commit`;
  await client.query(emptying);
  return { url, client, state: await stateOf(client), emptying };
}

/** A database for this test, with the relay's tables and no rows; answers its address. */
export async function newPostgresDatabase(atEnd: AtEnd = onTestFinished): Promise<string> {
  const database = free.pop() ?? (await make());
  inUse.set(database.url, database);
  atEnd(() => giveBack(database));
  return database.url;
}

const others = `from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Cuts off connections that are left from the test, and empties it for the next one, if that is all it takes. */
async function giveBack(database: PostgresDatabase): Promise<void> {
  const { url, client, state, emptying } = database;
  inUse.delete(url);
  const left = await client.query(`select pg_terminate_backend(pid) ${others}`);
  // Asked to wait, the server looks whether they are gone ten times a second only, and for one after the other.
  const gone = async (): Promise<void> => expect((await client.query(`select pid ${others}`)).rows).toEqual([]);
  if (left.rows.length > 0) await vi.waitFor(gone, { timeout: 10_000, interval: 5 });
  if (isDeepStrictEqual(await stateOf(client), state)) {
    await client.query(emptying);
    free.push(database);
  } else await client.end();
}

/** Asks the database directly, past the relay. */
async function askPostgres(url: string, text: string): Promise<Record<string, unknown>[]> {
  const database = inUse.get(url);
  if (!database) throw new Error('this database is of another test');
  return (await database.client.query<Record<string, unknown>>(text)).rows;
}

/** The one mailbox that there is. */
export const askedMailbox = {
  id: 'm1',
  name: 'shop',
  tokenHash: 'ab',
  ciphertext: 'ciphertext',
  createdAt: '2026-01-01T00:00:00.000Z',
};

type StoreCall = (store: Store) => Promise<unknown>;

/** Any question or order, the same to whatever store it is put to. */
export function anyAsk(chance: Chance): StoreCall {
  const id = chance.happens(0.9) ? askedMailbox.id : 'unknown';
  const sequence = chance.between(0, 40);
  switch (chance.between(0, 6)) {
    case 0: {
      const acks = Array.from({ length: chance.between(1, 3) }, () => ({
        mailbox: id,
        sequence: chance.between(0, 40),
        ...(chance.happens(0.5) ? { counter: 'c1' } : {}),
      }));
      return (store) => store.ack([{ mailbox: id, sequence }, ...acks]);
    }
    case 1: {
      const [ackedBefore, unackedBefore] = [at(chance), at(chance)];
      const limit = chance.between(1, 4);
      return (store) => store.prune({ ackedBefore, unackedBefore, limit });
    }
    case 2:
      return (store) => store.findMailbox(id);
    case 3: {
      const limit = chance.between(1, 5);
      return async (store) => {
        const page = await store.readPage(id, sequence, limit);
        const hex = page?.webhooks.map(({ body, ...rest }) => [rest, Buffer.from(body).toString('hex')]);
        return page && { ...page, webhooks: hex };
      };
    }
    case 4:
      return (store) => store.directoryVersion();
    case 5: {
      const refs = chance.happens(0.5) ? [chance.pick(['a', 'b', 'c'])] : [];
      const signatures = chance.happens(0.3) ? [`s${chance.between(0, 5)}`] : [];
      return (store) => store.erase(id, { refs, signatures });
    }
    default: {
      const webhooks = Array.from({ length: chance.between(1, 4) }, () => webhook(chance));
      return (store) => store.append(webhooks);
    }
  }
}

const at = (chance: Chance): string => new Date(Date.parse('2026-01-01') + chance.between(0, 200) * 1000).toISOString();

function webhook(chance: Chance): NewWebhook {
  const number = chance.between(0, 30);
  const body = new TextEncoder().encode(`{"n":${number}}`);
  const ref = chance.pick(['a', 'b', null]);
  const fingerprint = `${ref}/${number}`;
  return {
    mailbox: askedMailbox.id,
    ref,
    event: 'e',
    signature: `s${number % 6}`,
    body,
    fingerprint,
    receivedAt: at(chance),
  };
}

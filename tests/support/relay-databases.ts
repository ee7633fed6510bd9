import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { expect, inject, onTestFinished, vi } from 'vitest';
import type { NewWebhook, Store } from '../../src/relay/core/store.ts';
import type { Database as Place } from '../../src/relay/store/database.ts';
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

/** A new database that goes with the test, of the engine that the tests run over. */
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

/** Emptied, and free for the next test of this file: making one takes twenty times as long as emptying it. */
const free: string[] = [];

/** To each database the one connection that tests ask it by: the server forks and warms up a process for each new one. */
const lines = new Map<string, Client>();

async function lineTo(url: string): Promise<Client> {
  const open = lines.get(url);
  if (open) return open;
  const line = new Client(url);
  const forget = (): void => void (lines.get(url) === line && lines.delete(url));
  line.on('error', forget).on('end', forget);
  await line.connect();
  lines.set(url, line);
  return line;
}

async function make(): Promise<string> {
  const server = inject('postgresUrl');
  if (server === null) throw new Error('there is no PostgreSQL here: the test should have been skipped');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await (await lineTo(server)).query(`create database ${name}`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** An empty database for this test; answers its address. */
export async function newPostgresDatabase(atEnd: AtEnd = onTestFinished): Promise<string> {
  const url = free.pop() ?? (await make());
  atEnd(async () => {
    await empty(await lineTo(url), new URL(url).pathname.slice(1));
    free.push(url);
  });
  return url;
}

const others = `from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Cuts off whoever is left from the test, and takes away everything that it made or set. */
async function empty(line: Client, name: string): Promise<void> {
  await line.query(`select pg_terminate_backend(pid) ${others}`);
  // Asked to wait, the server looks whether they are gone ten times a second only, and for one after the other.
  const gone = async (): Promise<void> => expect((await line.query(`select pid ${others}`)).rows).toEqual([]);
  await vi.waitFor(gone, { timeout: 10_000, interval: 5 });
  await line.query(`alter database ${name} reset all; drop schema public cascade; create schema public`);
}

/** Asks the database directly, past the relay. */
export const askPostgres = async (url: string, text: string): Promise<Record<string, unknown>[]> =>
  (await (await lineTo(url)).query<Record<string, unknown>>(text)).rows;

/** The one mailbox that there is. */
export const askedMailbox = {
  id: 'm1',
  name: 'shop',
  tokenHash: 'ab',
  ciphertext: 'ciphertext',
  createdAt: '2026-01-01T00:00:00.000Z',
};

type Ask = (store: Store) => Promise<unknown>;

/** Any question or order, the same to whatever store it is put to. */
export function anyAsk(chance: Chance): Ask {
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

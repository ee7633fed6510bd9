import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { AtEnd } from '../temporary-folder.ts';

/** Emptied, and free for the next test of this file: making one takes twenty times as long as emptying it. */
const free: string[] = [];

async function withLine<T>(url: string, work: (line: Client) => Promise<T>): Promise<T> {
  const line = new Client(url);
  line.on('error', () => undefined);
  await line.connect();
  try {
    return await work(line);
  } finally {
    await line.end();
  }
}

async function make(): Promise<string> {
  const server = inject('postgresUrl');
  if (server === null) throw new Error('there is no PostgreSQL here: the test should have been skipped');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withLine(server, (line) => line.query(`create database ${name}`));
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** An empty database for this test; answers its address. */
export async function newPostgresDatabase(atEnd: AtEnd = onTestFinished): Promise<string> {
  const url = free.pop() ?? (await make());
  atEnd(async () => {
    await withLine(url, (line) => empty(line, new URL(url).pathname.slice(1)));
    free.push(url);
  });
  return url;
}

/** Cuts off whoever is left from the test, and takes away everything that it made or set. */
async function empty(line: Client, name: string): Promise<void> {
  await line.query(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
  await line.query(`alter database ${name} reset all; drop schema public cascade; create schema public`);
}

/** Asks the database directly, past the relay. */
export const askPostgres = (url: string, text: string): Promise<Record<string, unknown>[]> =>
  withLine(url, async (line) => (await line.query<Record<string, unknown>>(text)).rows);

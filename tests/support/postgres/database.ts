import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';

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

/** An empty database that goes with the test; answers its address. */
export async function newPostgresDatabase(): Promise<string> {
  const server = inject('postgresUrl');
  if (server === null) throw new Error('there is no PostgreSQL here: the test should have been skipped');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withLine(server, (line) => line.query(`create database ${name}`));
  onTestFinished(() => withLine(server, async (line) => void (await line.query(`drop database ${name} with (force)`))));
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** Asks the database directly, past the relay. */
export const askPostgres = (url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  withLine(url, async (line) => (await line.query<Record<string, unknown>>(text, values)).rows);

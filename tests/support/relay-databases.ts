import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { inject, onTestFinished } from 'vitest';
import type { Database as Place } from '../../src/relay/store/database-url.ts';
import { askPostgres, newPostgresDatabase } from './postgres/database.ts';
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

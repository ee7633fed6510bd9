import { createServer } from 'node:net';
import { Pool } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPool, queryOn } from '../../../src/server/postgres.ts';
import { listenLocally } from '../../support/local-server.ts';
import { patient, twoCopies } from '../../support/postgres/instances.ts';
import { body, hook, poll } from '../../support/relay.ts';
import { newDatabase } from '../../support/relay-databases.ts';

test('a webhook whose connection drops during the commit is stored on another connection, once', async () => {
  const { url, sql, one, two } = await twoCopies();
  const holder = new Pool({ connectionString: url, max: 1 });
  onTestFinished(() => holder.end());
  const line = await holder.connect();
  await line.query('begin');
  await line.query('lock table sequences in share mode');
  const hooked = hook(one, body('T1'));
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%update sequences%'`;
  await vi.waitFor(async () => expect(await sql(waiting)).toHaveLength(1), patient);
  await sql(`select pg_terminate_backend(pid) from (${waiting}) as cut`);
  await line.query('rollback');
  line.release();
  expect((await hooked).status).toBe(200);
  expect((await poll(two)).events.map((event) => event.body)).toEqual([body('T1')]);
});

/** Runs statements on a pool, and counts how often the driver sends one. */
async function asking(connections: number, at?: string) {
  const { url } = await newDatabase();
  const pool = openPool(at ?? url, connections);
  onTestFinished(() => pool.end());
  const connect = vi.spyOn(pool, 'connect');
  const query = queryOn(pool);
  return { query: (text: string) => query({ text }), attempts: () => connect.mock.calls.length };
}

test('one that ends its own line each time is given up after as many as there are', async () => {
  const { query, attempts } = await asking(3);
  await expect(query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(/terminat/);
  expect(attempts()).toBe(4);
});

test('what the database refuses is not asked again', async () => {
  const { query, attempts } = await asking(3);
  await expect(query('select 1 / 0')).rejects.toThrow(/division/);
  expect(attempts()).toBe(1);
});

test('nor is a database that is away', async () => {
  const { query, attempts } = await asking(3, 'postgres://nobody:none@127.0.0.1:1/none');
  await expect(query('select 1')).rejects.toThrow(/ECONNREFUSED/);
  expect(attempts()).toBe(1);
});

test('nor one behind a balancer that takes a line and drops it', async () => {
  const balancer = createServer((line) => {
    line.on('error', () => undefined);
    line.once('data', () => line.resetAndDestroy());
  });
  const port = await listenLocally(balancer);
  onTestFinished(() => void balancer.close());
  const { query, attempts } = await asking(3, `postgres://nobody:none@127.0.0.1:${port}/none`);
  await expect(query('select 1')).rejects.toThrow(/ECONNRESET/);
  expect(attempts()).toBe(1);
});

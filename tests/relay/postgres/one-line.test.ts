import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { inOneLine } from '../../../src/relay/store/postgres/one-line.ts';
import { openPool } from '../../../src/relay/store/postgres/pool.ts';
import { newDatabase } from '../../support/engines.ts';

function opened(url: string, pipeline: boolean): Pool {
  const pool = openPool(url, 1, { pipeline });
  onTestFinished(() => pool.end());
  return pool;
}

async function oneLine() {
  const { url, sql } = await newDatabase();
  const ask = inOneLine(opened(url, true));
  const line = async (): Promise<number> => {
    const { rows } = await ask<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
    return rows[0]?.pid ?? 0;
  };
  return { url, sql, ask, line };
}

test('statements are done in their order, each for itself: one that fails takes none of those behind it along', async () => {
  const { ask } = await oneLine();
  await ask({ text: 'create table done (id bigserial, what text)' });
  const insert = (what: string) => ask({ text: 'insert into done (what) values ($1)', values: [what] });
  const outcomes = await Promise.allSettled([insert('a'), ask({ text: 'select 1 / 0' }), insert('b'), insert('c')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  const { rows } = await ask<{ what: string }>({ text: 'select what from done order by id' });
  expect(rows.map(({ what }) => what)).toEqual(['a', 'b', 'c']);
});

test('a line on which one failed is left once all on it are answered', async () => {
  const { ask, line } = await oneLine();
  const [first] = await Promise.all([line(), ask({ text: 'select 1 / 0' }).catch(() => undefined)]);
  const next = await line();
  expect(next).not.toBe(first);
  expect(await line()).toBe(next);
});

test('a line that is cut fails all that is under way on it, and nothing after that', async () => {
  const { url, sql, ask, line } = await oneLine();
  await sql('create table waited_for (id int)');
  const holder = await opened(url, false).connect();
  await holder.query('begin');
  await holder.query('lock table waited_for');
  const pid = await line();
  const outcomes = Promise.allSettled([ask({ text: 'select id from waited_for' }), ask({ text: 'select 1' })]);
  const waiting = `select 1 from pg_stat_activity where pid = ${pid} and wait_event_type = 'Lock'`;
  await expect.poll(() => sql(waiting)).toHaveLength(1);
  await holder.query('select pg_terminate_backend($1)', [pid]);
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await holder.query('rollback');
  holder.release();
  expect(await line()).not.toBe(pid);
});

test('a database that is away fails what is asked, and is asked again the next time', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let lines = 0;
  server.on('connection', () => (lines += 1));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const ask = inOneLine(opened(`postgres://nobody:none@127.0.0.1:${port}/none`, true));
  const failed = (statement: string): Promise<boolean> =>
    ask({ text: statement }).then(
      () => false,
      () => true,
    );
  expect(await Promise.all([failed('select 1'), failed('select 2')])).toEqual([true, true]);
  expect(lines).toBe(1);
  expect(await failed('select 3')).toBe(true);
  expect(lines).toBe(2);
});

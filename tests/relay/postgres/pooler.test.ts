import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../src/relay/store/open-store.ts';
import { openPostgres } from '../../../src/relay/store/postgres/engine.ts';
import { openPool } from '../../../src/server/postgres.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { freePort, listenLocally } from '../../support/local-server.ts';
import { newDatabase } from '../../support/relay-databases.ts';

test('a connection asks for nothing that a pooler refuses', async () => {
  const started = Promise.withResolvers<string[]>();
  const server = createServer((line) => {
    line.on('error', () => undefined);
    // Length and version, then names and values, each ended by a zero.
    line.once('data', (bytes) => {
      started.resolve(
        bytes
          .toString('utf8', 8)
          .split('\0')
          .filter((_, at) => at % 2 === 0),
      );
      line.destroy();
    });
  });
  const port = await listenLocally(server);
  onTestFinished(() => void server.close());
  const pool = openPool(`postgres://nobody@127.0.0.1:${port}/none`, 1);
  onTestFinished(() => pool.end());
  await expect(pool.query('select 1')).rejects.toThrow(/terminated|reset/i);
  const parameters = (await started.promise).filter((name) => name !== '');
  expect(parameters.toSorted()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
});

test('a statement that hangs is ended, except where a migration waits', async () => {
  const { url } = await newDatabase();
  const limits = async (isPatient: boolean) => {
    const pool = openPool(url, 1, { isPatient });
    onTestFinished(() => pool.end());
    const { rows } = await pool.query<{ s: string; t: string }>(
      `select current_setting('statement_timeout') as s, current_setting('idle_in_transaction_session_timeout') as t`,
    );
    return rows;
  };
  expect(await limits(false)).toEqual([{ s: '15s', t: '10s' }]);
  expect(await limits(true)).toEqual([{ s: '0', t: '0' }]);
});

const bouncer = '/usr/sbin/pgbouncer';
if (!existsSync(bouncer)) console.warn('SKIPPED: the relay behind PgBouncer, because pgbouncer is not installed.');

/** A PgBouncer before a database. Answers the database's address on it. */
async function pooled(url: string, mode: 'session' | 'transaction'): Promise<string> {
  const server = new URL(url);
  const port = await freePort();
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'users'), `"${server.username}" "${decodeURIComponent(server.password)}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${join(folder, 'users')}`,
      `pool_mode = ${mode}`,
    ].join('\n'),
  );
  const args = [join(folder, 'pgbouncer.ini'), ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : [])];
  const child = spawn(bouncer, args, { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const address = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href;
  await vi.waitFor(
    async () => {
      const client = new Client({ connectionString: address });
      client.on('error', () => undefined);
      await client.connect();
      await client.end();
    },
    { timeout: 10_000, interval: 100 },
  );
  return address;
}

test.skipIf(!existsSync(bouncer))('a relay starts and stores behind PgBouncer, with its limits', async () => {
  const { url } = await newDatabase();
  const opened = await openStore({ engine: 'postgres', url: await pooled(url, 'session') }, randomBytes(32));
  onTestFinished(() => opened.store.close());
  await expect(opened.store.check()).resolves.not.toThrow();
});

test.skipIf(!existsSync(bouncer))(
  'behind a PgBouncer that keeps no sessions it says that no notification comes',
  async () => {
    const { url } = await newDatabase();
    const address = await pooled(url, 'transaction');
    const { engine } = await openPostgres(address);
    onTestFinished(() => engine.close());
    const reported: unknown[] = [];
    const ignore = (): void => undefined;
    const listener = { onWebhooks: ignore, onLeases: ignore, onShopChange: ignore, onMailboxesChanged: ignore };
    engine.subscribe(listener, { report: (...report) => void reported.push(report.map(String)) });
    await vi.waitFor(
      () =>
        expect(reported).toContainEqual([
          'no notification comes',
          'Error: a pooler must keep sessions: pool_mode = session',
        ]),
      { timeout: 20_000, interval: 50 },
    );
  },
);

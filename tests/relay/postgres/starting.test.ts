import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/relay/store/open-store.ts';
import { openPostgres } from '../../../src/relay/store/postgres/engine.ts';
import { databaseWithoutTables, newDatabase } from '../../support/relay-databases.ts';
import { relayCommand } from '../../support/relay-process.ts';

test.each(['read committed', 'serializable'])(
  'five copies that start at once on an empty database, %s by default, all come up, with one epoch and each table made once',
  async (usual) => {
    const { database, url, sql: query } = await databaseWithoutTables();
    await query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_isolation = '${usual}'`);
    const key = randomBytes(32);
    const copies = await Promise.all(Array.from({ length: 5 }, () => openStore(database, key)));
    onTestFinished(async () => void (await Promise.all(copies.map(({ store }) => store.close()))));
    expect(new Set(copies.map(({ store }) => store.epoch)).size).toBe(1);
    expect(await query('select name from kysely_migration order by name')).toEqual([
      { name: '0001-first-schema' },
      { name: '0002-restored-relay' },
      { name: '0003-mailbox-reader' },
      { name: '0004-shop-roster' },
    ]);
    await Promise.all(copies.map(({ store }) => store.check()));
  },
);

test('waits for the disk, and sees what is committed, also where the server’s defaults say otherwise', async () => {
  const { url, sql: query } = await newDatabase();
  const name = new URL(url).pathname.slice(1);
  await query(`alter database ${name} set synchronous_commit = off`);
  await query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  const { engine } = await openPostgres(url);
  onTestFinished(() => engine.close());
  const { rows } = await sql<object>`
    select current_setting('synchronous_commit') as waits, current_setting('transaction_isolation') as sees`.execute(
    engine.db,
  );
  expect(rows).toEqual([{ waits: 'on', sees: 'read committed' }]);
});

test('a database that a newer relay made is left alone', async () => {
  const { database, sql: query } = await newDatabase();
  const key = randomBytes(32);
  await (await openStore(database, key)).store.close();
  await query(`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2099-01-01T00:00:00.000Z')`);
  await expect(openStore(database, key)).rejects.toThrow('a newer version of the relay made this database');
});

test.each([
  [
    'a wrong password',
    (url: URL) => Object.assign(url, { password: 'not-to-be-said' }),
    /password authentication.*; correct the user and the password/,
  ],
  [
    'nobody who listens',
    (url: URL) => Object.assign(url, { port: '1', password: 'not-to-be-said' }),
    /ECONNREFUSED.*; start PostgreSQL/,
  ],
  [
    'no such database',
    (url: URL) => Object.assign(url, { pathname: '/nothing' }),
    /does not exist; make it with createdb/,
  ],
])('says what is wrong with %s, and never the password', async (_what, change, named) => {
  const { url, env } = await newDatabase();
  const wrong = change(new URL(url));
  const { code, stdout, stderr } = await relayCommand({ ...env, RELAY_DATABASE_URL: wrong.href });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain(`PostgreSQL 127.0.0.1:${wrong.port}${wrong.pathname}`);
  expect(stderr).toMatch(named);
  expect(stderr.trimEnd()).not.toContain('\n');
  expect(stderr).not.toContain(wrong.password);
});

test('asks for the master key, which every copy must have', async () => {
  const { url } = await newDatabase();
  const { code, stderr } = await relayCommand({ RELAY_DATABASE_URL: url });
  expect(code).toBe(2);
  expect(stderr).toContain('RELAY_MASTER_KEY');
});

import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from '../../support/relay-databases.ts';
import { type RelayEnvironment, relayCommand } from '../../support/relay-process.ts';
import { smallDisk } from '../../support/small-disk.ts';
import { folder } from '../../support/temporary-folder.ts';

/** What a relay that must not start says, without the lines of its log. */
async function saysOf(env: RelayEnvironment, ...args: string[]): Promise<{ code: number; lines: string[] }> {
  const { code, stdout, stderr } = await relayCommand(env, ...args);
  expect(stdout).toBe('');
  return { code, lines: stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{')) };
}

test('a port that is taken', async () => {
  const { env } = await newDatabase();
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' ? `${address?.port}` : '';
  const { code, lines } = await saysOf({ ...env, RELAY_PORT: port });
  expect([code, lines]).toEqual([
    1,
    [expect.stringMatching(`:${port}: .*EADDRINUSE.*; another program listens there`)],
  ]);
});

test.each<[string, (path: string) => Promise<void>, string]>([
  ['is none', (path) => writeFile(path, 'x'.repeat(5_000)), 'file is not a database; name another file'],
  [
    'is another program’s',
    async (path) => executeIn(path, 'create table mailboxes (x)'),
    'already exists; it may be another',
  ],
  [
    'a newer relay made',
    async (path) => {
      await relayCommand({ RELAY_DATABASE_URL: `sqlite:${path}`, RELAY_MASTER_KEY: key }, 'mailbox', 'list');
      executeIn(path, "insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2099')");
    },
    'a newer version of the relay made this database: run that one',
  ],
])('a database that %s', async (_what, make, words) => {
  const path = join(await folder(), 'relay.db');
  await make(path);
  const { code, lines } = await saysOf({
    RELAY_PORT: '0',
    RELAY_DATABASE_URL: `sqlite:${path}`,
    RELAY_MASTER_KEY: key,
  });
  expect([code, lines]).toEqual([1, [expect.stringContaining(`${path} cannot be used: `)]]);
  expect(lines[0]).toContain(words);
});

test('a folder where the database should be', async () => {
  const path = join(await folder(), 'relay.db');
  await mkdir(path);
  const { code, lines } = await saysOf({ RELAY_DATABASE_URL: `sqlite:${path}`, RELAY_MASTER_KEY: key });
  expect([code, lines[1]]).toEqual([2, expect.stringContaining(`RELAY_DATABASE_URL: ${path} is a folder`)]);
});

test('a full disk', async ({ skip }) => {
  const disk = smallDisk(2);
  if (disk === null) return skip('this user may not mount a disk');
  disk.fill(0);
  const path = join(disk.folder, 'relay.db');
  const { code, lines } = await saysOf({ RELAY_DATABASE_URL: `sqlite:${path}`, RELAY_MASTER_KEY: key });
  expect([code, lines]).toEqual([1, [expect.stringMatching(/relay\.db cannot be used: .*(make room|full or broken)/)]]);
});

const key = 'a'.repeat(64);

function executeIn(path: string, text: string): void {
  const file = new Database(path);
  file.exec(text);
  file.close();
}

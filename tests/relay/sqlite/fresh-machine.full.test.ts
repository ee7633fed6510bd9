import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type RelayEnvironment, relayCommandOfSources as relayCommand } from '../../support/relay-process.ts';
import { folder } from '../../support/temporary-folder.ts';

const newcomer = async (): Promise<{ env: RelayEnvironment; path: string }> => {
  const path = join(await folder(), 'new', 'relay.db');
  return { path, env: { RELAY_DATABASE_URL: `sqlite:${path}`, RELAY_PORT: '0' } };
};

test('works out of the box: makes its key for the owner alone, and says so', async () => {
  const { env, path } = await newcomer();
  const { stderr } = await relayCommand(env, 'mailbox', 'list');
  expect(stderr).toContain(`${path}.key`);
  expect((await stat(`${path}.key`)).mode & 0o777).toBe(0o600);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await relayCommand(env, 'mailbox', 'list')).stderr).toBe('');
});

test('keeps neither secret nor token readable on the disk', async () => {
  const { env, path } = await newcomer();
  const { stdout } = await relayCommand(env, 'mailbox', 'create', 'A', '--secret', 'a-very-visible-secret', '--json');
  const { mailbox, token } = JSON.parse(stdout) as { mailbox: string; token: string };
  const bytes = await readFile(path);
  expect(bytes.includes('a-very-visible-secret')).toBe(false);
  expect(bytes.includes(token)).toBe(false);
  expect(bytes.includes(mailbox)).toBe(true);
});

test('a key file that holds no key is named, and nothing is served', async () => {
  const { env, path } = await newcomer();
  await relayCommand(env, 'mailbox', 'list');
  await writeFile(`${path}.key`, 'nonsense');
  expect((await relayCommand(env)).stderr).toContain('64 hex digits');
});

test.each([
  [{ RELAY_PORT: 'x' }, 'RELAY_PORT'],
  [{ RELAY_DATABASE_URL: 'postgres://u:p@x/y' }, 'RELAY_MASTER_KEY'],
] as Array<[RelayEnvironment, string]>)('refuses to start with %j and names it', async (wrong, named) => {
  const { env } = await newcomer();
  const { code, stdout, stderr } = await relayCommand({ ...env, ...wrong });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(named);
  expect(stderr).not.toContain('u:p@');
});

test.each([
  [['mailbox', 'create', 'x', '--secret', '']],
  [['mailbox', 'create', 'x', '--secret', 'not-to-be-said', '--what']],
  [['mailbox', 'create', 'x', '--secret-file', '/nowhere/not-to-be-said']],
])('explains itself to %j and repeats no secret', async (args) => {
  const { env } = await newcomer();
  const { code, stderr } = await relayCommand(env, ...args);
  expect(code).toBe(2);
  expect(stderr).toContain('konter-relay mailbox create NAME SECRET');
  expect(stderr).not.toContain('not-to-be-said');
});

import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, body, folder, sign } from '../support/relay.ts';
import { type RelayEnvironment, relayCommand, relayCommandFed, relayProcess } from '../support/relay-process.ts';

interface Made {
  mailbox: string;
  token: string;
  callbackUrl: string;
}

const newcomer = async (): Promise<{ env: RelayEnvironment; path: string }> => {
  const path = join(await folder(), 'new', 'relay.db');
  return { path, env: { RELAY_DATABASE_URL: `sqlite:${path}`, RELAY_PORT: '0' } };
};

async function create(env: RelayEnvironment, secret: string): Promise<Made> {
  const { stdout } = await relayCommand(env, 'mailbox', 'create', 'Toko Satu', '--secret', secret, '--json');
  expect(stdout.trim().split('\n')).toHaveLength(1);
  return JSON.parse(stdout) as Made;
}

test('works out of the box: makes its key for the owner alone, and says so', async () => {
  const { env, path } = await newcomer();
  const { stderr } = await relayCommand(env, 'mailbox', 'list');
  expect(stderr).toContain(`${path}.key`);
  expect((await stat(`${path}.key`)).mode & 0o777).toBe(0o600);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await relayCommand(env, 'mailbox', 'list')).stderr).toBe('');
});

const anyText = ['plain', '--looks-like-an-option', 'with "quotes" and spaces', 'kunci-é-🔑'];

test('a mailbox with any text as its secret is heard at once by a relay that already serves the database', async () => {
  const { env } = await newcomer();
  const { url, line } = await relayProcess(env);
  expect(line).toContain(url);
  const outside = { ...env, RELAY_PUBLIC_URL: 'https://relay.example/' };
  for (const secret of anyText) {
    const made = await create(outside, secret);
    expect(made.callbackUrl).toBe(`https://relay.example/hooks/${made.mailbox}`);
    const headers = { 'x-service-signature': sign(body('T1'), secret) };
    const answer = await ask(url, `/hooks/${made.mailbox}/order-1`, { method: 'POST', body: body('T1'), headers });
    expect([secret, answer.status]).toEqual([secret, 200]);
  }
});

test('keeps neither secret nor token readable on the disk', async () => {
  const { env, path } = await newcomer();
  const made = await create(env, 'a-very-visible-secret');
  const bytes = await readFile(path);
  expect(bytes.includes('a-very-visible-secret')).toBe(false);
  expect(bytes.includes(made.token)).toBe(false);
  expect(bytes.includes(made.mailbox)).toBe(true);
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

test('refuses another master key, and a lost one, rather than taking webhooks it cannot check', async () => {
  const { env, path } = await newcomer();
  await create(env, 'a-secret');
  const another = randomBytes(32).toString('hex');
  expect((await relayCommand({ ...env, RELAY_MASTER_KEY: another })).stderr).toContain('RELAY_MASTER_KEY');
  await writeFile(`${path}.key`, 'nonsense');
  expect((await relayCommand(env)).stderr).toContain('64 hex digits');
});

test.each([
  [['mailbox', 'create', 'x', '--secret', '']],
  [['mailbox', 'create', 'x', '--secret', 'not-to-be-said', '--what']],
  [['mailbox', 'create', 'x', '--secret-file', '/nowhere/not-to-be-said']],
])('explains itself to %j and repeats no secret', async (args) => {
  const { env } = await newcomer();
  const { code, stderr } = await relayCommand(env, ...args);
  expect(code).toBe(2);
  expect(stderr).toContain('npm run relay');
  expect(stderr).not.toContain('not-to-be-said');
});

test('takes a secret from the standard input, without the line break at its end', async () => {
  const { env } = await newcomer();
  const { url } = await relayProcess(env);
  const { stdout } = await relayCommandFed(
    'kunci rahasia\n',
    env,
    'mailbox',
    'create',
    'A',
    '--secret-stdin',
    '--json',
  );
  const { mailbox } = JSON.parse(stdout) as Made;
  const headers = { 'x-service-signature': sign(body('T1'), 'kunci rahasia') };
  expect((await ask(url, `/hooks/${mailbox}`, { method: 'POST', body: body('T1'), headers })).status).toBe(200);
});

test('two relays that start at once on a new database both come up', async () => {
  const { env } = await newcomer();
  const [one, two] = await Promise.all([relayProcess(env), relayProcess(env)]);
  expect((await ask(one.url, '/readyz')).status).toBe(200);
  expect((await ask(two.url, '/readyz')).status).toBe(200);
});

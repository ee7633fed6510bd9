import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { compiledTests } from '../../scripts/compiled-tests.ts';
import { projectDir } from '../../scripts/project.ts';
import { readConfig } from '../../src/bridge/cli/config.ts';
import { OrderRepository } from '../../src/bridge/core/order-repository.ts';
import { openDatabase, providerName } from '../../src/bridge/open-bridge.ts';
import { readConnectionCode } from '../../src/shared/wire/connection-code.ts';
import { sentOrder } from '../support/bridge-order.ts';
import { DigiflazzServer, digiflazzAccount } from '../support/digiflazz-server.ts';
import { relayCommandInProcess } from '../support/relay-process.ts';
import { folder } from '../support/temporary-folder.ts';

const program = join(projectDir, 'src/bridge/cli/main.ts');
type Environment = Record<string, string>;

const environment = (env: Environment): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], ...compiledTests, ...env });

async function run(env: Environment, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [program, ...args], { env: environment(env) })) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

/** The tokens that the bridge of these settings takes. */
async function tokens(env: Environment) {
  const { engine, counters } = await openDatabase(readConfig(env));
  return { findByToken: (token: string) => counters.findByToken(token), close: () => engine.close() };
}

/** A database with credentials, whose secrets came from files. */
async function prepared() {
  const place = await folder();
  const env = {
    BRIDGE_DATABASE_URL: `sqlite:${join(place, 'bridge.db')}`,
    BRIDGE_RELAY_URL: 'https://relay.example.com',
    BRIDGE_PORT: '0',
  };
  await writeFile(join(place, 'api-key'), `${digiflazzAccount.apiKey}\n`);
  await writeFile(join(place, 'secret'), digiflazzAccount.webhookSecret);
  const files = ['--key-file', join(place, 'api-key'), '--webhook-secret-file', join(place, 'secret')];
  const stored = await run(env, 'provider', 'set', '--username', digiflazzAccount.username, ...files);
  expect([stored.code, stored.stdout]).toEqual([0, 'Stored for digiflazz. Start the bridge again.\n']);
  return { place, env };
}

test('from nothing to a sale: credentials, a counter, a connection code, a process', async () => {
  const { place, env } = await prepared();
  const digiflazz = new DigiflazzServer();
  const running = { ...env, BRIDGE_PROVIDER_URL: await digiflazz.listen() };
  onTestFinished(digiflazz.close);
  const files = join(place, 'kasir-1');
  await mkdir(files);
  const created = await run(env, 'counter', 'create', 'Kasir 1', '--limit', '5000000', '--files', files);
  expect(created.code).toBe(0);
  const headers = JSON.parse(await readFile(join(files, 'headers.json'), 'utf8'));
  expect(created.stdout).not.toContain(headers.authorization.replace('Bearer ', ''));
  expect((await stat(join(files, 'key'))).mode & 0o777).toBe(0o600);

  const relay = {
    RELAY_DATABASE_URL: `sqlite:${join(place, 'relay.db')}`,
    RELAY_PUBLIC_URL: 'https://relay.example.com',
  };
  const provider = [
    '--provider-url',
    'https://bridge.example.com/v1',
    '--provider-headers-file',
    join(files, 'headers.json'),
  ];
  const mailbox = ['mailbox', 'create', 'Kasir 1', '--secret-file', join(files, 'key'), ...provider, '--json'];
  const { connectionCode } = JSON.parse((await relayCommandInProcess(relay, ...mailbox)).stdout);
  const read = readConnectionCode(connectionCode);
  expect(read).toMatchObject({
    ok: true,
    code: {
      secretKey: (await readFile(join(files, 'key'), 'utf8')).trim(),
      provider: { url: 'https://bridge.example.com/v1', headers },
    },
  });

  const child = spawn(process.execPath, [program], { env: environment(running), stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let logged = '';
  child.stderr.on('data', (chunk) => (logged += String(chunk)));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === 2) break;
  }
  expect(lines[0]).toMatch(/^Untried: /);
  const url = /http:\S+?:\d+/.exec(lines[1] ?? '')?.[0] ?? '';
  const callback = 'https://relay.example.com/hooks/m123/0197f3a000007000';
  const order = { product_code: 'xld10', customer_no: '087800001230', callback_url: callback };
  const sold = await fetch(`${url}/v1/order`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  expect(await sold.json()).toMatchObject({
    status: 'success',
    data: { status: 'success', sn: '12345678901234567890' },
  });
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  for (const secret of [
    ...Object.values(digiflazzAccount),
    '087800001230',
    '12345678901234567890',
    headers.authorization,
    'hooks/',
  ])
    expect(logged).not.toContain(secret);
  expect(logged).toContain('"says":"success"');
});

test('credentials of another account name the purchases that wait for theirs', async () => {
  const { place, env } = await prepared();
  const config = readConfig(env);
  const { engine, counters } = await openDatabase(config);
  onTestFinished(() => engine.close());
  const { counter } = await counters.create({ name: 'Kasir 1', dayLimit: 100_000, mailbox: null, now: 0 });
  const provider = providerName(config, digiflazzAccount.username);
  await new OrderRepository(engine).place(sentOrder(Date.now(), { counter, provider }), 'm');
  const set = async (username: string): Promise<string> =>
    (await run(env, 'provider', 'set', '--username', username, '--key-file', join(place, 'api-key'))).stdout;
  expect(await set(digiflazzAccount.username)).not.toContain('pending');
  expect(await set('toko-lain')).toContain(
    'Not looked up until their own account is stored again: 1 pending purchases.',
  );
});

test('counters are listed, changed, rotated and disabled, and secrets are shown once', async () => {
  const { env } = await prepared();
  const json = async (...args: string[]) => JSON.parse((await run(env, ...args, '--json')).stdout);
  const created = await json('counter', 'create', 'Kasir 1', '--limit', '100000');
  expect(created).toMatchObject({
    headers: { authorization: expect.stringMatching(/^Bearer t/) },
    key: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const { counter } = created;
  await json('counter', 'change', counter, '--limit', '250000', '--mailbox', 'm123');
  await json('counter', 'disable', counter);
  expect(await json('counter', 'list')).toEqual([
    { counter, name: 'Kasir 1', mailbox: 'm123', dayLimit: 250_000, disabled: true },
  ]);
  const rotated = await json('counter', 'rotate', counter);
  expect(rotated.headers.authorization).not.toBe(created.headers.authorization);
  expect(rotated).not.toHaveProperty('key');
  expect(await json('counter', 'enable', counter)).toEqual({ counter, disabled: false });
});

test('a folder that cannot take the secrets is refused before they are made: the old token is not lost', async () => {
  const { place, env } = await prepared();
  const files = join(place, 'kasir-1');
  const create = ['counter', 'create', 'Kasir 1', '--limit', '100000', '--files', files];
  expect((await run(env, ...create)).code).toBe(3);
  expect((await run(env, 'counter', 'list')).stdout).toBe('There is no counter yet\n');
  await mkdir(files);
  const counter = /counter: (\S+)/.exec((await run(env, ...create)).stdout)?.[1] ?? '';
  const { findByToken, close } = await tokens(env);
  const token = JSON.parse(await readFile(join(files, 'headers.json'), 'utf8')).authorization.replace('Bearer ', '');
  const rotated = await run(env, 'counter', 'rotate', counter, '--files', files);
  expect([rotated.code, rotated.stderr]).toEqual([3, expect.stringContaining('headers.json')]);
  expect(await findByToken(token)).toBe(counter);
  await close();
});

test('what is not understood ends with 2, and what cannot be done with 3', async () => {
  const { env } = await prepared();
  expect(await run(env, 'counter', 'rotate', 'c-nobody')).toMatchObject({
    code: 3,
    stderr: 'There is no such counter\n',
  });
  for (const args of [
    ['counter'],
    ['counter', 'create', 'x'],
    ['counter', 'list', 'x'],
    ['provider', 'set', '--key', 'geheim'],
    ['sell'],
  ]) {
    const { code, stdout, stderr } = await run(env, ...args);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).not.toContain('geheim');
  }
});

test('without its relay, credentials or master key it does not start, and says why', async () => {
  const { env } = await prepared();
  const { BRIDGE_RELAY_URL: _, ...withoutRelay } = env;
  const started = async (settings: Environment) => {
    const { code, stderr } = await run(settings);
    return [code, stderr];
  };
  expect(await started(withoutRelay)).toEqual([2, expect.stringContaining('BRIDGE_RELAY_URL')]);
  expect(await started({ ...env, BRIDGE_RELAY_URL: 'http://relay.example.com' })).toEqual([
    2,
    expect.stringContaining('https'),
  ]);
  expect(await started({ ...env, BRIDGE_MASTER_KEY: 'ab'.repeat(32) })).toEqual([
    2,
    expect.stringContaining('BRIDGE_MASTER_KEY'),
  ]);
  const empty = { ...env, BRIDGE_DATABASE_URL: `sqlite:${join(await folder(), 'other.db')}` };
  expect(await started(empty)).toEqual([2, expect.stringContaining('provider set')]);
  expect(await started({ ...env, BRIDGE_RELAY_ULR: 'x' })).toEqual([
    2,
    expect.stringContaining('is BRIDGE_RELAY_URL meant?'),
  ]);
});

test('the help text begins with what is not proven, and names every setting', async () => {
  const { stdout } = await run({}, '--help');
  expect(stdout).toMatch(/^Untried: /);
  const config = await readFile(join(projectDir, 'src/bridge/cli/config.ts'), 'utf8');
  const settings = [...config.matchAll(/^ {2}(BRIDGE_[A-Z_]+):/gm)].map(([, name]) => name);
  expect(settings.length).toBeGreaterThan(10);
  for (const name of settings) expect(stdout).toContain(name);
});

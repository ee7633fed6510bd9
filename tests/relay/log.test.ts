import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLog } from '../../src/server/log.ts';
import { type Answer, body, hook, poll, type RelayUnderTest, sign, startRelay } from '../support/relay.ts';
import { relayCommandInProcess, relayProcess } from '../support/relay-process.ts';
import { folder } from '../support/temporary-folder.ts';

/** Of webhooks by default; the server says too that it listens. */
const linesIn = (text: string, about = 'webhook'): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === about);

test('writes a line for each webhook, and no secret, token, body, signature or whole mailbox id', async () => {
  const path = join(await folder(), 'log');
  const under = await startRelay({}, { log: createLog('info', path) });
  await hook(under, body('T1'), { ref: 'order-7' });
  await hook(under, body('T2'), { signature: sign('x') });
  await hook(under, 'not json');
  await poll(under);
  await vi.waitFor(async () => expect(linesIn(await readFile(path, 'utf8'))).toHaveLength(3));
  const text = await readFile(path, 'utf8');
  expect(linesIn(text).map(({ msg, ref, status }) => [msg, ref, status])).toEqual([
    ['webhook', 'order-7', 200],
    ['webhook', 'order-1', 401],
    ['webhook', 'order-1', 400],
  ]);
  expect(linesIn(text)[0]?.mailbox).toBe(under.mailbox.slice(0, 6));
  for (const hidden of [under.mailbox, under.token, '081234567890', 'transaction_id', sign(body('T1'))]) {
    expect(text).not.toContain(hidden);
  }
});

test('fields with the name of a secret are redacted', async () => {
  const path = join(await folder(), 'log');
  const log = createLog('info', path);
  const secret = 'not-to-be-said';
  log.info({ secret, token: secret, body: secret, url: secret, headers: { x: secret }, req: { url: secret } }, 'slip');
  log.error({ err: new Error(secret) }, 'slip');
  await vi.waitFor(async () => expect(linesIn(await readFile(path, 'utf8'), 'slip')).toHaveLength(2));
  expect(await readFile(path, 'utf8')).not.toContain(secret);
});

type Noise = (under: RelayUnderTest) => Promise<Answer>;

test.each<[string, Noise]>([
  ['wrong signatures', (under) => hook(under, body('T1'), { signature: null })],
  ['empty bodies', (under) => hook(under, '', { headers: { 'content-length': '0' } })],
  ['what is not JSON, in a keyless mailbox,', (under) => hook(under, 'noise')],
])('a flood of %s is limited, and does not fill the log', async (name, noise) => {
  const path = join(await folder(), 'log');
  const under = await startRelay({}, { log: createLog('info', path) });
  const keyless = await under.relay.createMailbox({ name: 'keyless', secret: null });
  const flooded = name.includes('keyless') ? { ...under, ...keyless } : under;
  for (let round = 0; round < 8; round++) {
    await Promise.all(Array.from({ length: 50 }, () => noise(flooded)));
  }
  expect((await noise(flooded)).status).toBe(429);
  expect((await hook(under, body('last'), { ref: 'last' })).status).toBe(200);
  await vi.waitFor(async () => expect((await readFile(path, 'utf8')).trimEnd()).toContain('"last"'));
  expect(linesIn(await readFile(path, 'utf8'))).toHaveLength(301);
});

test('buffered lines are written when the process stops', async () => {
  const env = { RELAY_PORT: '0', RELAY_DATABASE_URL: `sqlite:${join(await folder(), 'relay.db')}` };
  const creation = await relayCommandInProcess(env, 'mailbox', 'create', 'a shop', '--secret', 'k', '--json');
  const { mailbox } = JSON.parse(creation.stdout) as { mailbox: string };
  const relay = await relayProcess(env);
  const text = body('T1');
  const at = { relay: { url: relay.url }, mailbox };
  expect((await hook(at, text, { signature: sign(text, 'k') })).status).toBe(200);
  relay.process.kill('SIGTERM');
  await vi.waitFor(() => expect(relay.process.exitCode).toBe(0));
  expect(linesIn(relay.logged()).map(({ msg, status }) => [msg, status])).toEqual([['webhook', 200]]);
});

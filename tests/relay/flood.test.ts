import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLog } from '../../src/server/log.ts';
import { answersIn, type RawLine, rawLine } from '../support/raw-line.ts';
import { body, hook, metric, poll, type RelayUnderTest, sign, startRelay } from '../support/relay.ts';
import { folder } from '../support/temporary-folder.ts';

const wrong = sign('something else');
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

async function flood(under: RelayUnderTest, headers: Record<string, string> = {}): Promise<Set<number>> {
  const answers = await Promise.all(
    Array.from({ length: 320 }, () => hook(under, body('T1'), { signature: wrong, headers })),
  );
  return new Set(answers.map(({ status }) => status));
}

const stalled = (under: RelayUnderTest, sent = ''): RawLine => {
  const line = rawLine(under.relay.url);
  line.send(`POST /hooks/${under.mailbox} HTTP/1.1\r\nHost: relay\r\nContent-Length: 60000\r\n\r\n${sent}`);
  return line;
};
const cut = (lines: readonly RawLine[]): number => lines.filter(({ socket }) => socket.destroyed).length;

test('a flood behind a proxy limits its own address, and nothing signed from there', async () => {
  const under = await startRelay();
  expect(await flood(under, { 'x-forwarded-for': '203.0.113.7' })).toEqual(new Set([401, 429]));
  const one = { signature: wrong, ...from('203.0.113.7') };
  expect((await hook(under, body('T1'), one)).status).toBe(429);
  expect((await hook(under, body('T1'), { signature: wrong, ...from('203.0.113.8') })).status).toBe(401);
  expect((await hook(under, body('T1'), from('203.0.113.7'))).status).toBe(200);
  expect((await poll(under)).status).toBe(200);
  expect(await metric(under, 'relay_http_rate_limited_total')).toBeGreaterThan(0);
});

test('a household of IPv6 addresses is one, and the last proxy’s word counts, not the client’s', async () => {
  const under = await startRelay();
  await flood(under, { 'x-forwarded-for': '198.51.100.1, 2001:db8:1:2::1' });
  const sendFrom = async (address: string) =>
    (await hook(under, body('T1'), { signature: wrong, ...from(address) })).status;
  expect(await sendFrom('2001:db8:1:2:ffff::9')).toBe(429);
  expect(await sendFrom('2001:db8:1:3::1')).toBe(401);
  expect(await sendFrom('198.51.100.1')).toBe(401);
});

test('an address that is none is not believed, however long it is', async () => {
  const under = await startRelay();
  for (let count = 0; count < 310; count++) {
    const nonsense = `${'x'.repeat(3_000)}${count}`;
    const { status } = await hook(under, body('T1'), { signature: wrong, ...from(nonsense) });
    expect(status).toBe(count < 300 ? 401 : 429);
  }
});

test('where no proxy is trusted a client cannot name its own address', async () => {
  const under = await startRelay({}, { trustProxy: false });
  await flood(under, { 'x-forwarded-for': '203.0.113.7' });
  expect((await hook(under, body('T1'), { signature: wrong, ...from('203.0.113.8') })).status).toBe(429);
});

test('a flood of wrong tokens gets 429, and the right one its page', async () => {
  const under = await startRelay();
  const wrongly = () => poll({ ...under, token: 'wrong' });
  const answers = await Promise.all(Array.from({ length: 320 }, wrongly));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
  expect((await hook(under, body('T1'), { signature: wrong })).status).toBe(429);
  expect((await hook(under, body('T1'), { signature: wrong, ...from('203.0.113.9') })).status).toBe(401);
  expect((await poll(under)).status).toBe(200);
});

test('beyond their number the oldest stalled uploads are cut off, and webhooks go on', async () => {
  const under = await startRelay({ bodies: 20 });
  const lines: RawLine[] = [];
  for (let count = 0; count < 30; count++) {
    lines.push(stalled(under));
    await vi.waitFor(async () =>
      expect(await metric(under, 'relay_request_bodies_aborted_total')).toBe(Math.max(0, count - 19)),
    );
  }
  await vi.waitFor(() => expect(cut(lines)).toBe(10));
  expect(cut(lines.slice(0, 10))).toBe(10);
  expect(answersIn(lines[0]?.received() ?? '').map(({ status }) => status)).toEqual([400]);
  expect((await hook(under, body('T1'))).status).toBe(200);
});

test('stalled uploads share their memory: the oldest is cut off when it is full', async () => {
  const under = await startRelay({ bodyBytes: 100_000 });
  const first = stalled(under, 'a'.repeat(50_000));
  const second = stalled(under, 'a'.repeat(40_000));
  const third = stalled(under, 'a'.repeat(30_000));
  await vi.waitFor(async () => expect(await metric(under, 'relay_request_bodies_aborted_total')).toBe(1));
  await vi.waitFor(() => expect(cut([first, second, third])).toBe(1));
  expect((await hook(under, body('T1'))).status).toBe(200);
});

test('beyond their number the oldest strangers are cut off, and neither a held poll nor a new webhook', async () => {
  const under = await startRelay({ untrusted: 20 });
  const held = poll(under, { wait: 30 });
  await vi.waitFor(async () => expect(await metric(under, 'relay_long_polls_active')).toBe(1));
  const lines = Array.from({ length: 60 }, () => rawLine(under.relay.url));
  await vi.waitFor(() => expect(cut(lines)).toBeGreaterThanOrEqual(40));
  expect((await hook(under, body('T1'))).status).toBe(200);
  expect((await held).events).toHaveLength(1);
  await vi.waitFor(async () =>
    expect(await metric(under, 'relay_connections_closed_total')).toBeGreaterThanOrEqual(40),
  );
});

test('takes 1,200 webhooks a minute into a keyless mailbox, and as many as come into others; the rest fills no log', async () => {
  const log = join(await folder(), 'log');
  const under = await startRelay({}, { log: createLog('info', log) });
  const keyless = { ...under, ...(await under.relay.createMailbox({ name: 'keyless', secret: null })) };
  const post = async (count: number) =>
    (await hook(keyless, body(`T${count}`), { signature: count % 2 ? 'anything' : null })).status;
  const statuses: number[] = [];
  for (let round = 0; round < 25; round++) {
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => post(round * 50 + at)))));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(1_200);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  expect((await hook(under, body('T1'), { ref: 'last' })).status).toBe(200);
  await vi.waitFor(async () => expect(await readFile(log, 'utf8')).toContain('"last"'));
  expect(await readFile(log, 'utf8')).not.toContain('"status":429');
  const [first] = (await poll(keyless, { limit: 1 })).events;
  expect(['', 'anything']).toContain(first?.signature);
});

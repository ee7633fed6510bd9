import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import type { RunningRelay } from '../../src/relay/open-relay.ts';
import { body, hook, poll, secret, sign } from '../support/relay.ts';
import { newDatabase } from '../support/relay-databases.ts';
import { relayCommandInProcess, relayProcess } from '../support/relay-process.ts';

const at = (url: string): RunningRelay => ({
  url,
  metricsUrl: null,
  createMailbox: () => Promise.reject(new Error('made by command')),
  close: () => Promise.resolve(),
});

test.each([20, 150, 400])(
  'killed under load after %i answers, it has lost nothing it acknowledged',
  async (killAfter) => {
    const { faults, env } = await newDatabase();
    const creation = await relayCommandInProcess(env, 'mailbox', 'create', 'a shop', '--secret', secret, '--json');
    const { mailbox, token } = JSON.parse(creation.stdout) as { mailbox: string; token: string };
    const first = await relayProcess(env);
    const acknowledged: string[] = [];
    let sent = 0;
    const sender = async (): Promise<void> => {
      for (;;) {
        const text = body(`T${(sent += 1)}`);
        const answer = await hook({ relay: at(first.url), mailbox }, text).catch(() => null);
        if (answer === null) return;
        expect(answer.status).toBe(200);
        acknowledged.push(text);
        if (acknowledged.length === killAfter) first.process.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 16 }, sender));
    expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter);

    const second = await relayProcess(env);
    const stored: string[] = [];
    let after: string | null = null;
    for (let more = true; more; ) {
      const page = await poll({ relay: at(second.url), mailbox, token }, { after, limit: 100 });
      stored.push(...page.events.map((event) => event.body));
      after = String(page.json.next);
      more = page.json.more === true;
    }
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(stored).size).toBe(stored.length);
    const gone = once(second.process, 'exit');
    second.process.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    expect(await faults()).toEqual([]);
  },
);

test('after two stop signals it still answers the request in flight', async () => {
  const { env } = await newDatabase();
  const creation = await relayCommandInProcess(env, 'mailbox', 'create', 'a shop', '--secret', secret, '--json');
  const { mailbox } = JSON.parse(creation.stdout) as { mailbox: string };
  const relay = await relayProcess(env);
  const gone = once(relay.process, 'exit');
  const text = body('T1');
  const socket = connect(Number(new URL(relay.url).port), '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => {});
  // The relay says 100 when it has read the head and waits for the body.
  socket.write(
    `POST /hooks/${mailbox} HTTP/1.1\r\nHost: relay\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n` +
      `X-Service-Signature: ${sign(text)}\r\nContent-Length: ${text.length}\r\n\r\n`,
  );
  await vi.waitFor(() => expect(answer).toContain('100 Continue'));
  relay.process.kill('SIGTERM');
  await vi.waitFor(() => expect(fetch(relay.url)).rejects.toThrow('fetch failed'));
  relay.process.kill('SIGTERM');
  socket.write(text);
  expect(await gone).toEqual([0, null]);
  expect(answer).toContain('200 OK');
});

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRelay } from '../../../../src/relay/core/relay.ts';
import { defaultLimits } from '../../../../src/relay/http/limits.ts';
import { createServer } from '../../../../src/relay/http/server.ts';
import { openStore } from '../../../../src/relay/store/open-store.ts';
import { systemClock as clock } from '../../../../src/relay/system.ts';
import { rawLine } from '../../../support/raw-line.ts';
import { collected, silentLog } from '../../../support/relay.ts';
import { folder } from '../../../support/temporary-folder.ts';

const clients = 100;
const length = 60_000;

/** A server over a database that never answers, and how many requests it was brought. */
async function hanging() {
  const path = join(await folder(), 'relay.db');
  const { store, vault } = await openStore({ engine: 'sqlite', path }, randomBytes(32));
  const relay = createRelay({ store, vault, clock, errors: { report: () => undefined } });
  const asked: unknown[] = [];
  // What could still be answered is what is held.
  const never = (what: unknown): Promise<never> => new Promise((answer) => asked.push([what, answer]));
  const server = createServer({
    relay: { ...relay, receive: never, poll: never, ack: never },
    store,
    clock,
    log: silentLog,
    limits: defaultLimits,
    trustProxy: false,
    verifierPage: null,
  });
  let came = 0;
  server.server.on('request', () => {
    came += 1;
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    server.server.closeAllConnections();
    await server.close();
    await store.close();
  });
  return { url, asked, came: () => came };
}

const ack = JSON.stringify({ cursor: 'c', more: 'x' }).replace('x', 'x'.repeat(length - 24));

test.each([
  ['a webhook no more than its body', 'POST /hooks/m', '1'.repeat(length), length],
  ['an ack no more than its cursor', 'POST /v1/mailboxes/m/ack', ack, 0],
  ['a poll nothing of a body that it came with', 'GET /v1/mailboxes/m/events', 'x'.repeat(length), 0],
])('while it waits for the database, of %s is held', async (_what, start, body, each) => {
  const { url, asked, came } = await hanging();
  const before = collected().buffers;
  const request = `${start} HTTP/1.1\r\nHost: relay\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  // The next one shows that the first is wholly there.
  for (let count = 0; count < clients; count++)
    rawLine(url).send(`${request}${body}GET /healthz HTTP/1.1\r\nHost: r\r\n\r\n`);
  await vi.waitFor(() => expect([asked.length, came()]).toEqual([clients, 2 * clients]));
  await vi.waitFor(() => expect(collected().buffers - before).toBeLessThan(clients * (each + length / 2)));
});

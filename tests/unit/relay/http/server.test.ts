import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRelay } from '../../../../src/relay/core/relay.ts';
import { defaultLimits } from '../../../../src/relay/http/limits.ts';
import { Readiness } from '../../../../src/relay/http/readiness.ts';
import { HttpServer } from '../../../../src/relay/http/server.ts';
import { openStore } from '../../../../src/relay/store/open-store.ts';
import { systemClock as clock } from '../../../../src/server/system.ts';
import { virtualClock } from '../../../support/fake-system.ts';
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
  const holds: unknown[] = [];
  // What could still be answered is what is held.
  const never = (call: unknown): Promise<never> => new Promise((answer) => holds.push([call, answer]));
  const server = new HttpServer({
    relay: { ...relay, receive: never, poll: never, ack: never },
    store,
    clock,
    log: silentLog,
    limits: defaultLimits,
    trustProxy: false,
    verifierPage: null,
    spool: null,
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
  return { url, holds, came: () => came };
}

const ack = JSON.stringify({ cursor: 'c', more: 'x' }).replace('x', 'x'.repeat(length - 24));

test.each([
  ['a webhook no more than its body', 'POST /hooks/m', '1'.repeat(length), length],
  ['an ack no more than its cursor', 'POST /v1/mailboxes/m/ack', ack, 0],
  ['a poll nothing of a body that it came with', 'GET /v1/mailboxes/m/events', 'x'.repeat(length), 0],
])('while it waits for the database, of %s is held', async (_what, start, body, each) => {
  const { url, holds, came } = await hanging();
  const before = collected().buffers;
  const request = `${start} HTTP/1.1\r\nHost: relay\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  // The next one shows that the first is wholly there.
  for (let count = 0; count < clients; count++)
    rawLine(url).send(`${request}${body}GET /healthz HTTP/1.1\r\nHost: r\r\n\r\n`);
  await vi.waitFor(() => expect([holds.length, came()]).toEqual([clients, 2 * clients]));
  await vi.waitFor(() => expect(collected().buffers - before).toBeLessThan(clients * (each + length / 2)));
});

describe('readiness for the probes of load balancers', () => {
  function readinessOn() {
    const clock = virtualClock();
    const after = (ms: number, run: () => void) => {
      void clock.sleep(ms).then(run);
      return () => undefined;
    };
    const readiness = new Readiness({ check: async () => {} }, { now: clock.now, after, soon: (run) => run() });
    let endedAt: number | null = null;
    return {
      clock,
      readiness,
      /** Stops it; how long the relay goes on serving, in milliseconds, once it has stopped. */
      stop: () => {
        const begunAt = clock.now();
        void readiness.withdraw().then(() => (endedAt = clock.now() - begunAt));
        return () => endedAt;
      },
    };
  }

  test('a relay that is never probed stops at once', async () => {
    const { clock, stop } = readinessOn();
    const served = stop();
    await clock.pass(0);
    expect(served()).toBe(0);
  });

  test('a relay that is probed each second answers that it stops, and serves a while longer', async () => {
    const { clock, readiness, stop } = readinessOn();
    expect(await readiness.check()).toBeNull();
    await clock.pass(500);
    const served = stop();
    await clock.pass(500);
    expect(await readiness.check()).not.toBeNull();
    await clock.pass(3_000);
    expect(served()).toBe(1_200);
  });

  test('a relay whose last probe is late, as on a machine with too much to do, waits until the next has been answered', async () => {
    const { clock, readiness, stop } = readinessOn();
    expect(await readiness.check()).toBeNull();
    await clock.pass(1_500);
    const served = stop();
    await clock.pass(1_900);
    expect(served()).toBeNull();
    expect(await readiness.check()).not.toBeNull();
    await clock.pass(3_000);
    expect(served()).toBe(2_200);
  });

  test('no probe is waited for longer than 2.4 s', async () => {
    const { clock, readiness, stop } = readinessOn();
    expect(await readiness.check()).toBeNull();
    const served = stop();
    await clock.pass(3_000);
    expect(served()).toBe(2_400);
  });
});

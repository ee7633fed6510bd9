/**
 * Decides that the bridge commits an order before it leaves, and has a connection of its own to the provider for each (ADR 35).
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildIfNeeded } from '../../scripts/build.ts';
import { built } from '../../scripts/project.ts';
import { readConfig } from '../../src/bridge/cli/config.ts';
import { openDatabase } from '../../src/bridge/open-bridge.ts';
import { digiflazz } from '../../src/bridge/providers/digiflazz.ts';
import { DigiflazzServer, digiflazzAccount } from '../../tests/support/digiflazz-server.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';
import type { Size } from '../size.ts';
import { slowLine } from '../slow-line.ts';

const roundTripMs = 80;
const number = '087800001230';

/** One POST over a fresh connection. Answers the milliseconds to the end of its answer. */
function timedPost(url: string, ca: string, fields: object, headers: Record<string, string>): Promise<number> {
  const body = JSON.stringify(fields);
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
    request(url, { method: 'POST', agent: false, headers: all, ca }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.once('end', () =>
        text.includes('12345678901234567890') ? resolve(performance.now() - started) : reject(new Error(text)),
      );
    })
      .once('error', reject)
      .end(body);
  });
}

/** The bridge as a process of its own. Answers its address once it listens. */
async function startBridge(env: Record<string, string>) {
  const child = spawn(process.execPath, [built.bridge], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\S+?:\d+/.exec(line)?.[0];
    if (url !== undefined) return { child, url };
  }
  throw new Error('the bridge did not start');
}

/**
 * A prepaid order through the bridge and at the provider itself, in turns, each from a shop whose line has that round trip, with TLS and a
 * fresh connection. Bridge and provider are beside each other: the bridge's own way to the provider comes on top.
 */
export async function benchBridge(size: Size): Promise<Figure[]> {
  await buildIfNeeded('bridge');
  const folder = await mkdtemp(join(tmpdir(), 'konter-bench-'));
  const provider = new DigiflazzServer();
  const providerUrl = await provider.listen();
  const env = {
    BRIDGE_PORT: '0',
    BRIDGE_RELAY_URL: 'http://127.0.0.1:9',
    BRIDGE_PROVIDER_URL: providerUrl,
    BRIDGE_DATABASE_URL: `sqlite:${join(folder, 'bridge.db')}`,
    BRIDGE_MASTER_KEY: '00'.repeat(32),
  };
  const { engine, counters } = await openDatabase(readConfig(env));
  await counters.saveSecret('digiflazz', JSON.stringify(digiflazzAccount));
  const { token } = await counters.create({ name: 'bench', dayLimit: 1_000_000_000, mailbox: null, now: 0 });
  await engine.close();
  const { child, url } = await startBridge(env);
  try {
    await using toBridge = await slowLine(new URL(url), roundTripMs);
    await using toProvider = await slowLine(new URL(providerUrl), roundTripMs);
    const adapter = digiflazz({ ...digiflazzAccount, baseUrl: `${toProvider.origin}/v1`, testing: false });
    const [ours, bare]: [number[], number[]] = [[], []];
    const warmUp = size.of(5, 1);
    for (let count = 0; count < warmUp + size.of(60, 2); count += 1) {
      const refId = randomUUID().replaceAll('-', '');
      const sale = { refId, kind: 'prepaid' as const, product: 'xld10', number, billKey: '' };
      const { url: address, body } = adapter.order(sale);
      const least = await timedPost(address, toProvider.cert, body, {});
      const order = {
        product_code: 'xld10',
        customer_no: number,
        callback_url: `http://127.0.0.1:9/hooks/m/${randomUUID()}`,
      };
      const headers = { authorization: `Bearer ${token}` };
      const whole = await timedPost(`${toBridge.origin}/v1/order`, toBridge.cert, order, headers);
      if (count < warmUp) continue;
      bare.push(least);
      ours.push(whole);
    }
    const about = {
      bench: 'bridge',
      unit: 'ms',
      against: 'POST /transaction at the provider itself, over a line of the same 80 ms',
    };
    return [
      figure(
        { ...about, metric: 'order through the bridge at 80 ms', ours: median(ours), baseline: median(bare) },
        { maxRatio: 1.15 },
      ),
      figure({ ...about, metric: 'order through the bridge at 80 ms p99', ours: p99(ours), baseline: p99(bare) }),
    ];
  } finally {
    child.kill('SIGKILL');
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  }
}

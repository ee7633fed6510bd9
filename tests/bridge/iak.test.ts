import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/bridge/cli/config.ts';
import { openBridge, openDatabase } from '../../src/bridge/open-bridge.ts';
import { IakStandIn } from '../simulation/bridge/iak-stand-in.ts';
import { chanceOf } from '../simulation/engine/chance.ts';
import { listenLocally } from '../support/local-server.ts';
import { silentLog } from '../support/relay.ts';
import { folder } from '../support/temporary-folder.ts';

/** The stand-in of the simulation over HTTP, on a good day. */
async function serveIak() {
  const callbacks: Uint8Array[] = [];
  const iak = new IakStandIn({
    chance: chanceOf('iak'),
    now: () => Date.now(),
    after: (_ms, run) => run(),
    webhook: (_headers, body) => void callbacks.push(body),
  });
  iak.calm();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const answer = iak.handle({ url: `http://iak${request.url}`, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(answer?.status ?? 500).end(answer?.body);
  });
  const port = await listenLocally(server);
  onTestFinished(() => void server.close());
  return { iak, callbacks, url: `http://127.0.0.1:${port}` };
}

test('with IAK an order is pending until it is looked up, a bill is inquired, and a callback needs the sign of its order', async () => {
  const { iak, callbacks, url: providerUrl } = await serveIak();
  const config = readConfig({
    BRIDGE_PORT: '0',
    BRIDGE_PROVIDER: 'iak',
    BRIDGE_PROVIDER_URL: providerUrl,
    BRIDGE_RELAY_URL: 'http://127.0.0.1:9',
    BRIDGE_DATABASE_URL: `sqlite:${join(await folder(), 'bridge.db')}`,
    BRIDGE_MASTER_KEY: randomBytes(32).toString('hex'),
  });
  const beside = await openDatabase(config);
  await beside.counters.saveSecret('iak', JSON.stringify({ username: '0811', apiKey: 'iak-key', webhookSecret: null }));
  const { token } = await beside.counters.create({ name: 'Kasir 1', dayLimit: 1_000_000, mailbox: null, now: 0 });
  const bridge = await openBridge(config, silentLog);
  onTestFinished(async () => {
    await bridge.close(0);
    await beside.engine.close();
  });
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${bridge.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, json: await response.json() };
  };
  const order = {
    product_code: 'xld10',
    customer_no: '087800001230',
    callback_url: 'http://127.0.0.1:9/hooks/m/0197f3a00001',
  };
  expect((await post('/v1/order', order)).json.data).toMatchObject({
    transaction_id: '0197f3a00001',
    status: 'pending',
  });
  expect((await post('/v1/order', order)).json.data.status).toBe('pending');
  expect(iak.books()).toMatchObject([{ refId: '0197f3a00001', purchases: 1 }]);
  const bill = await post('/v1/billing/inquiry', { product_code: 'pln', customer_no: '530000000001' });
  expect(bill.json.data).toMatchObject({ status: 'inquiry', price: iak.books()[1]?.total, customer_name: 'BUDI' });

  iak.repeatWebhooks();
  const callback = JSON.parse(Buffer.from(callbacks[0] ?? []).toString());
  expect((await post('/hooks/iak', callback)).status).toBe(200);
  expect((await post('/hooks/iak', { data: { ...callback.data, sign: '0'.repeat(32) } })).status).toBe(401);
  expect((await post('/hooks/digiflazz', callback)).status).toBe(404);
  // A minute has not gone by: nothing that a callback says is believed.
  const [stored] = await beside.engine.db.selectFrom('orders').selectAll().where('kind', '=', 'prepaid').execute();
  expect(stored).toMatchObject({ state: 'pending', sn: '' });
  expect((stored?.nextAt ?? 0) - (stored?.lastAt ?? 0)).toBe(65_000);
});

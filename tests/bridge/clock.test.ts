import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Bridge } from '../../src/bridge/core/bridge.ts';
import { OrderRepository } from '../../src/bridge/core/order-repository.ts';
import type { ProviderRequest } from '../../src/bridge/core/provider-adapter.ts';
import { openEngine } from '../../src/bridge/open-engine.ts';
import { digiflazz } from '../../src/bridge/providers/digiflazz.ts';
import { virtualClock } from '../support/fake-system.ts';
import { folder } from '../support/temporary-folder.ts';

const minute = 60_000;
const flags = { buyer_product_status: true, seller_product_status: true, unlimited_stock: true };
const product = { buyer_sku_code: 'xld10', product_name: 'XL', price: 10_450, ...flags };

/** A bridge whose wall clock can be set, and whose provider never answers about a purchase. */
async function bridgeWithClock() {
  const engine = await openEngine({ engine: 'sqlite', path: join(await folder(), 'bridge.db') });
  onTestFinished(() => engine.close());
  const time = virtualClock();
  const wall = { offset: 0 };
  const now = (): number => time.now() + wall.offset;
  const counter = { id: 'c1', name: 'one', token_hash: 'x', key_ciphertext: 'k', mailbox: null, created_at: now() };
  await engine.db
    .insertInto('counters')
    .values({ ...counter, day_limit: 1_000_000, disabled_at: null })
    .execute();
  const start = time.now();
  const orders: number[] = [];
  const bridge = new Bridge({
    store: new OrderRepository(engine),
    adapter: digiflazz({ baseUrl: 'https://x', username: 'u', apiKey: 'k', webhookSecret: null, testing: false }),
    vault: { decrypt: (text) => text },
    clock: { now, after: time.after, soon: (run) => void setImmediate(run) },
    monotonic: time.monotonic,
    random: { bytes: (count) => new Uint8Array(count) },
    sendToProvider: ({ url }: ProviderRequest) => {
      if (url.endsWith('/price-list'))
        return Promise.resolve({ status: 200, body: Buffer.from(JSON.stringify({ data: [product] })) });
      orders.push(time.now() - start);
      return Promise.resolve(null);
    },
    post: () => Promise.resolve(200),
    relayUrl: 'https://relay.example',
    log: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  await bridge.open();
  onTestFinished(() => bridge.close());
  const sale = { product_code: 'xld10', customer_no: '087800001230' };
  await bridge.order('c1', { ...sale, callback_url: 'https://relay.example/hooks/m/0197f3a00001' });
  const status = async () => (await bridge.status('c1', '0197f3a00001')).envelope.data;
  return { time, wall, orders, status };
}

test('a clock that is set back does not make a check leave after ten minutes, when it may buy', async () => {
  const { time, wall, orders, status } = await bridgeWithClock();
  await time.pass(minute / 2);
  wall.offset = -60 * minute;
  for (let at = 0; at < 90; at += 1) await time.pass(minute);
  expect(orders).toEqual([0]);
  expect(await status()).toMatchObject({ status: 'pending', stopped: true });
});

test('with a clock that runs as it should the checks leave within ten minutes, more than a minute apart', async () => {
  const { time, orders, status } = await bridgeWithClock();
  for (let at = 0; at < 90; at += 1) await time.pass(minute);
  expect(orders.length).toBeGreaterThan(2);
  expect(orders.at(-1)).toBeLessThan(10 * minute);
  const pauses = orders.slice(1).map((sent, at) => sent - (orders[at] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThan(minute);
  expect(await status()).toMatchObject({ status: 'pending', stopped: true });
});

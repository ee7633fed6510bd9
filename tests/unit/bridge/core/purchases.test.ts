import { expect, test } from 'vitest';
import type { Change, Order } from '../../../../src/bridge/core/order.ts';
import { Purchases } from '../../../../src/bridge/core/purchases.ts';
import { digiflazz } from '../../../../src/bridge/providers/digiflazz.ts';
import { sentOrder } from '../../../support/bridge-order.ts';
import { virtualClock } from '../../../support/fake-system.ts';

const minute = 60_000;

/** Purchases over one order, whose disk can be full, and a provider that answers each request with success. */
function oneOrder() {
  const clock = { ...virtualClock(), soon: (run: () => void) => void setImmediate(run) };
  const world = { clock, order: sentOrder(clock.now()), isFull: false, writes: 0 };
  const answer = { ref_id: '0197abcd', rc: '00', status: 'Sukses', sn: '123', price: 10_450 };
  const purchases = new Purchases({
    store: {
      change: (_refId: string, decide: (order: Order) => Change) => {
        world.writes += 1;
        if (world.isFull) return Promise.reject(new Error('database or disk is full'));
        const change = decide(world.order);
        world.order = change.order;
        return Promise.resolve(change);
      },
      dueOrders: () => Promise.resolve([]),
      nextOrderAt: () => Promise.resolve(null),
      beginCheck: () => Promise.resolve(null),
    },
    adapter: digiflazz({ baseUrl: 'https://x', username: 'u', apiKey: 'k', webhookSecret: null, testing: false }),
    clock,
    monotonic: clock.monotonic,
    sendToProvider: () => Promise.resolve({ status: 200, body: Buffer.from(JSON.stringify({ data: answer })) }),
    onResult: () => undefined,
    onWord: () => undefined,
    onError: () => undefined,
  });
  return { world, purchases };
}

test('what was said is stored however long the disk is full: after ten minutes nobody could say it again', async () => {
  const { world, purchases } = oneOrder();
  world.isFull = true;
  const begun = purchases.begin(world.order);
  await world.clock.pass(30 * minute);
  expect([world.order.state, world.writes > 10]).toEqual(['pending', true]);
  world.isFull = false;
  await world.clock.pass(2 * minute);
  await begun;
  expect(world.order).toMatchObject({ state: 'success', sn: '123' });
  await purchases.stop();
});

test('a bridge that ends waits for no disk', async () => {
  const { world, purchases } = oneOrder();
  world.isFull = true;
  const begun = purchases.begin(world.order);
  await world.clock.pass(minute);
  await purchases.stop();
  await world.clock.pass(2 * minute);
  await begun;
  const { writes } = world;
  await world.clock.pass(30 * minute);
  expect(world.writes).toBe(writes);
});

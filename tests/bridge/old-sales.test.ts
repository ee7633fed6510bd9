import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { OrderRepository } from '../../src/bridge/core/order-repository.ts';
import { openEngine } from '../../src/bridge/open-engine.ts';
import { startBridge } from '../support/bridge.ts';
import { sentOrder } from '../support/bridge-order.ts';
import { folder } from '../support/temporary-folder.ts';

const day = 24 * 3_600_000;
const ref = (at: number): string => `0197f3a000007000800000000000000${at}`;
const bill = { product_code: 'pln', customer_no: '530000000001' };

async function bridgeWithSales() {
  const bridge = await startBridge();
  const counter = await bridge.addCounter('Kasir 1');
  const { db } = bridge.beside.engine;
  const order = (at: number, customer_no = '087800001230') =>
    counter.request('POST', '/order', {
      product_code: 'xld10',
      customer_no,
      callback_url: counter.callbackUrl(ref(at)),
    });
  const inquire = async (): Promise<string> =>
    (await counter.request('POST', '/billing/inquiry', bill)).json.data.transaction_id;
  const pay = (transaction_id: string) => counter.request('POST', '/billing/pay', { ...bill, transaction_id });
  return {
    ...bridge,
    counter,
    order,
    inquire,
    pay,
    stored: async () =>
      (await db.selectFrom('orders').select(['refId', 'state']).orderBy('refId').execute()).map(({ refId }) => refId),
    /** Makes a sale older, and starts the bridge again, which looks for old ones. */
    age: async (refId: string, days: number): Promise<void> => {
      await db
        .updateTable('orders')
        .set({ createdAt: Date.now() - days * day })
        .where('refId', '=', refId)
        .execute();
    },
  };
}

test('after 120 days nothing of a sale is stored but its ref, under which nothing is bought again', async () => {
  const {
    addCounter: _,
    order,
    inquire,
    pay,
    age,
    stored,
    counter,
    digiflazz,
    beside,
    restart,
  } = await bridgeWithSales();
  await order(1);
  await order(2);
  const paid = await inquire();
  await pay(paid);
  await expect.poll(async () => (await counter.results()).length).toBe(3);
  for (const old of [ref(1), paid]) await age(old, 121);
  await age(ref(2), 119);
  await restart();
  await expect.poll(stored).toEqual([ref(2)]);
  const { rows } = await sql<{ body: string }>`select body from results`.execute(beside.engine.db);
  expect(rows.map(({ body }) => JSON.parse(body).transaction_id)).toEqual([ref(2)]);

  const before = digiflazz.requests.length;
  // No refusal: it may have been bought, and no counter may take it for a failure.
  for (const answer of [await order(1), await order(1, '087800009990'), await pay(paid)])
    expect([answer.status, answer.json.status]).toEqual([409, 'pending']);
  expect(digiflazz.requests).toHaveLength(before);
  expect((await order(2)).json.data.status).toBe('success');
});

test('a sale with a result that waits, or that is still asked about, is not removed', async () => {
  const { order, age, stored, relay, restart, beside, digiflazz } = await bridgeWithSales();
  await relay.relay.close();
  await order(1);
  digiflazz.faults.push('lost');
  await order(2);
  await order(3);
  await beside.engine.db.updateTable('results').set({ nextAt: null }).where('refId', '=', ref(3)).execute();
  for (const at of [1, 2, 3]) await age(ref(at), 200);
  await restart();
  await expect.poll(stored).toEqual([ref(1), ref(2)]);
});

test('a bill that nobody paid is removed after two days, with the name on it, and cannot be paid any more', async () => {
  const { inquire, pay, age, stored, restart, digiflazz } = await bridgeWithSales();
  const [old, young] = [await inquire(), await inquire()];
  await age(old, 2.1);
  await age(young, 1.9);
  await restart();
  await expect.poll(stored).toEqual([young]);
  expect((await pay(old)).status).toBe(404);
  expect(digiflazz.requests).not.toContain('transaction pay-pasca');
});

test('what a database of the first version has under way is not asked about: its account is not noted there', async () => {
  const path = join(await folder(), 'bridge.db');
  const engine = await openEngine({ engine: 'sqlite', path });
  onTestFinished(() => engine.close());
  for (const undo of [
    'drop table old_refs',
    'drop index orders_by_age',
    "delete from kysely_migration where name = '0002-old-refs'",
  ])
    await sql.raw(undo).execute(engine.db);
  const counter = { id: 'c1', name: 'one', token_hash: 'x', key_ciphertext: 'k', mailbox: null, created_at: 0 };
  await engine.db
    .insertInto('counters')
    .values({ ...counter, day_limit: 1, disabled_at: null })
    .execute();
  await engine.db
    .insertInto('orders')
    .values({ ...sentOrder(1), day: 0 })
    .execute();
  await (await openEngine({ engine: 'sqlite', path })).close();
  const store = new OrderRepository(engine);
  expect(await store.find(sentOrder(1).refId)).toMatchObject({
    state: 'pending',
    nextAt: null,
    number: '087800001230',
  });
});

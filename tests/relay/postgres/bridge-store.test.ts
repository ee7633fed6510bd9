import { expect, onTestFinished, test } from 'vitest';
import { applyWord, type Order } from '../../../src/bridge/core/order.ts';
import { OrderRepository } from '../../../src/bridge/core/order-repository.ts';
import { openEngine } from '../../../src/bridge/open-engine.ts';
import { sentOrder } from '../../support/bridge-order.ts';
import { databaseWithoutTables } from '../../support/relay-databases.ts';

const now = Date.parse('2026-11-29T10:00:00Z');
const order = (at: number, change: Partial<Order> = {}): Order => {
  const refId = `0197f3a0000${at}`;
  const callbackUrl = `https://relay.example/hooks/m/${refId}`;
  return sentOrder(now, { refId, callbackUrl, nextAt: now + 1000, cost: 10_000, ...change });
};

test('the bridge keeps orders, limits and results over PostgreSQL too, for as many requests at once as come', async () => {
  const { database } = await databaseWithoutTables();
  // Two that start at once.
  const [engine, other] = await Promise.all([openEngine(database), openEngine(database)]);
  onTestFinished(async () => {
    await engine.close();
    await other.close();
  });
  const counter = { id: 'c1', name: 'one', token_hash: 'x', key_ciphertext: 'k', mailbox: null, created_at: now };
  await engine.db
    .insertInto('counters')
    .values({ ...counter, day_limit: 25_000, disabled_at: null })
    .execute();
  const stores = [new OrderRepository(engine), new OrderRepository(other)] as const;
  const same = await Promise.all(
    [1, 1, 1, 1].map((at, index) => stores[index % 2 === 0 ? 0 : 1].place(order(at), 'm')),
  );
  expect(same.map(({ kind }) => kind).toSorted()).toEqual(['placed', 'same', 'same', 'same']);
  const more = await Promise.all([2, 3, 4].map((at, index) => stores[index % 2 === 0 ? 0 : 1].place(order(at), 'm')));
  expect(more.map(({ kind }) => kind).toSorted()).toEqual(['limit', 'limit', 'placed']);
  expect((await stores[0].place(order(1, { number: '1' }), 'm')).kind).toBe('other');
  expect((await stores[0].place(order(9), 'another')).kind).toBe('mailbox');

  const [due] = await stores[0].dueOrders('digiflazz', now + 1000, 1);
  const times = { now: now + 70_000, nextAt: now + 200_000, checkBuys: true };
  const begun = await Promise.all(stores.map((store) => store.beginCheck(due ?? order(1), times)));
  expect(begun.filter((one) => one !== null)).toHaveLength(1);

  const word = { code: '00', message: 'ok', sn: '123', cost: 10_450, total: null, customerName: '' };
  const apply = (says: 'success' | 'refunded') =>
    stores[0].change(
      due?.refId ?? '',
      (one) => applyWord(one, { ...word, says }, { source: 'webhook', rules: { checkBuys: true }, now }),
      now,
    );
  await apply('success');
  await apply('refunded');
  const [first, ...blocked] = await stores[1].dueResults(now, 10);
  expect(blocked).toEqual([]);
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ status: 'success', sn: '123', price: 10_450 });
  expect(await stores[0].nextResultAt()).toBe(now);
  await stores[0].deferResult(first?.id ?? '', null);
  expect((await stores[1].dueResults(now, 10)).map(({ body }) => JSON.parse(body).status)).toEqual(['failed']);
  expect(await stores[0].figures('digiflazz')).toEqual({ pending: 1, stopped: 0, undelivered: 1 });

  expect(await stores[0].figures('iak')).toEqual({ pending: 1, stopped: 1, undelivered: 1 });
  expect(await stores[0].waitingElsewhere('iak')).toBe(1);
  for (const { id } of await stores[0].dueResults(now, 10)) await stores[0].deferResult(id, null);
  const forget = () => stores[1].forget({ unpaid: now + 1, purchases: now + 1 }, 10);
  expect([await forget(), await forget()]).toEqual([1, 0]);
  expect((await stores[0].place(order(1), 'm')).kind).toBe('old');
});

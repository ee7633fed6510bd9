import { expect, it } from 'vitest';
import { counterWorld, neverSent, refusal, withPending, withUnknown } from '../../support/counter-world.ts';

it.each([
  ['failed', refusal],
  ['unsent', neverSent],
])('the cash of an order that is %s is to be returned until somebody says that it was', async (state, said) => {
  const world = await counterWorld();
  world.say('order', said);
  const sale = await world.ordered({ tendered: 20_000 });
  const owed = async () => (await world.journal.openMoney('2026-03-10T00:00:00.000Z')).cashToReturn;
  expect([sale.state, await owed()]).toEqual([state, { count: 1, amount: 12_000 }]);
  expect(await world.counter.cashReturned(sale.id)).toMatchObject({
    ok: true,
    value: { state, cashReturnedAt: '2026-03-10T03:00:00.000Z' },
  });
  expect(await owed()).toEqual({ count: 0, amount: 0 });
});

it('said twice, it stays as first said', async () => {
  const world = await counterWorld();
  world.say('order', refusal);
  const sale = await world.ordered({ tendered: 20_000 });
  await world.counter.cashReturned(sale.id);
  world.pass(60_000);
  expect(await world.counter.cashReturned(sale.id)).toMatchObject({
    ok: true,
    value: { cashReturnedAt: '2026-03-10T03:00:00.000Z' },
  });
  expect((await world.events(sale.id)).filter((type) => type === 'cash.returned')).toHaveLength(1);
});

it('nothing is returned of a sale that took no cash', async () => {
  const world = await counterWorld();
  world.say('order', refusal);
  const sale = await world.ordered();
  expect(await world.counter.cashReturned(sale.id)).toMatchObject({
    error: { code: 'not_allowed', reason: 'no_cash_owed', transaction: { id: sale.id } },
  });
});

it('nothing is returned while the sale may still go through', async () => {
  const { world, sale } = await withPending();
  expect(await world.counter.cashReturned(sale.id)).toMatchObject({ error: { reason: 'no_cash_owed' } });
});

it('a sale that is not there has no cash', async () => {
  const { world } = await withUnknown();
  expect(await world.counter.cashReturned('nobody')).toMatchObject({ error: { code: 'not_found' } });
});

it('a bill that was never sent holds no cash and owes none', async () => {
  const world = await counterWorld();
  const bill = await world.inquired();
  world.say('pay', neverSent);
  await world.counter.pay({ id: bill.id, tendered: 200_000 });
  const money = await world.journal.openMoney('2026-03-10T00:00:00.000Z');
  expect([money.cashHeld.count, money.cashToReturn.count]).toEqual([0, 0]);
});

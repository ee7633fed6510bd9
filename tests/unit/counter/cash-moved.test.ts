import { expect, it } from 'vitest';
import { counterWorld, neverSent, saleOf } from '../../support/counter-world.ts';
import { envelope, prepaidData } from '../../support/provider-answers.ts';
import { fullAggregate, keptBooks, openShift } from '../../support/stored-sales.ts';

/** An order that never left, with 15,000 handed over for 12,000; the line is back. */
async function withUnsent() {
  const world = await counterWorld();
  world.say('order', neverSent);
  const unsent = await world.ordered({ tendered: 15_000 });
  expect(unsent.state).toBe('unsent');
  world.says.order({});
  world.pass(60_000);
  const again = (more: object = {}) =>
    world.counter.order({ productCode: 'TSEL10', customerNo: '081234567890', cashFrom: unsent.id, ...more });
  return { world, unsent, again };
}

it('takes price and cash over from the unsent order, and has the cash once', async () => {
  const { world, unsent, again } = await withUnsent();
  const open = () => world.journal.openMoney('2026-03-10T00:00:00.000Z');
  expect(await open()).toMatchObject({ cashToReturn: { count: 1, amount: 12_000 }, cashHeld: { count: 0 } });
  const sale = saleOf(await again());
  expect(sale).toMatchObject({ state: 'pending', total: 12_000, tendered: 15_000, change: 3000 });
  expect(await open()).toMatchObject({ cashToReturn: { count: 0 }, cashHeld: { count: 1, amount: 12_000 } });
  expect(await world.stored(unsent.id)).toMatchObject({ state: 'unsent', tendered: null, cashReturnedAt: null });
  expect(world.announced.map(({ id }) => id)).toContain(unsent.id);
  const moved = (await world.journal.timeline(unsent.id)).at(-1);
  expect(moved).toMatchObject({ type: 'cash.moved', data: { amount: 12_000, to: sale.id, cash: -12_000 } });
  expect(await keptBooks(world.journal)).toEqual(await fullAggregate(world.journal));

  // One request went for the new sale; its failure leaves one sum to be returned.
  expect(world.times('order')).toBe(2);
  await world.receiveWebhook({ status: 'failed', sn: null }, { ref: sale.id });
  expect(await open()).toMatchObject({ cashToReturn: { count: 1, amount: 12_000 }, cashHeld: { count: 0 } });
});

it('stands once in the cash of its shift, also where the new sale is cheaper', async () => {
  const { world, unsent, again } = await withUnsent();
  await openShift(world.journal, 0);
  await again({ sellingPrice: 11_000, tendered: 12_000 });
  const report = await world.journal.shifts.report(1, unsent.createdAt);
  // The shift before took 12,000; this one gave 1,000 of it back.
  expect(report?.cash).toMatchObject({ taken: 0, returned: 1000, expected: -1000 });

  const { world: second, again: sell } = await withUnsent();
  await openShift(second.journal, 0);
  second.say('order', neverSent);
  const other = await second.ordered({ customerNo: '081277777777', tendered: 12_000 });
  second.says.order({});
  await sell({ customerNo: '081277777777', cashFrom: other.id });
  expect((await second.journal.shifts.report(1, other.createdAt))?.cash).toMatchObject({ taken: 12_000, returned: 0 });
});

it('leaves the cash where it was while the new order is refused before sending', async () => {
  const { world, unsent, again } = await withUnsent();
  world.state.hears = false;
  expect(await again()).toMatchObject({ error: { code: 'relay_unreachable' } });
  expect(await world.stored(unsent.id)).toMatchObject({ tendered: 15_000 });
});

it('moves with a sale that again never leaves', async () => {
  const { world, unsent, again } = await withUnsent();
  world.say('order', neverSent);
  const second = saleOf(await again());
  expect(second).toMatchObject({ state: 'unsent', tendered: 15_000 });
  world.says.order({});
  expect(saleOf(await again({ cashFrom: second.id })).state).toBe('pending');
  expect([await world.stored(unsent.id), await world.stored(second.id)]).toMatchObject([
    { tendered: null },
    { tendered: null },
  ]);
});

it('counts for one sale only, however many presses come at the same moment', async () => {
  const { world, again } = await withUnsent();
  const other = { productCode: 'TSEL10', allowDuplicate: true };
  const all = await Promise.all([again(other), again(other), again(other)]);
  expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  expect(world.times('order')).toBe(2);
  const { cashHeld, cashToReturn } = await world.journal.openMoney('2026-03-10T00:00:00.000Z');
  expect([cashHeld.amount, cashToReturn.amount]).toEqual([12_000, 0]);
});

it('counts for no sale once it was handed back', async () => {
  const { world, unsent, again } = await withUnsent();
  await world.counter.cashReturned(unsent.id);
  expect(await again()).toMatchObject({
    error: { code: 'not_allowed', reason: 'no_cash_owed', other: { id: unsent.id } },
  });
  expect(await again({ cashFrom: 'nothing' })).toMatchObject({
    error: { code: 'not_allowed', reason: 'no_cash_owed' },
  });
  expect(world.times('order')).toBe(1);
});

it('counts for no sale when it is handed back while the product is asked about', async () => {
  const { world, unsent, again } = await withUnsent();
  world.say('product', async () => {
    await world.counter.cashReturned(unsent.id);
    const pause = { start_cut_off: '00:00:00', end_cut_off: '00:00:00' };
    return { json: envelope(prepaidData(pause)) };
  });
  expect(await again()).toMatchObject({
    error: { code: 'not_allowed', reason: 'no_cash_owed', other: { id: unsent.id } },
  });
  expect(world.times('order')).toBe(1);
});

it('counts for no sale that took cash and did leave, and for no other number', async () => {
  const { world, again } = await withUnsent();
  expect(await again({ customerNo: '081299999999' })).toMatchObject({
    error: { code: 'invalid_input', fields: ['customerNo'] },
  });
  const pending = await world.ordered({ tendered: 12_000, customerNo: '081277777777' });
  expect(await again({ cashFrom: pending.id })).toMatchObject({ error: { reason: 'no_cash_owed' } });
});

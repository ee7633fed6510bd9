import { expect, it } from 'vitest';
import { counterWorld, withBill } from '../../support/counter-world.ts';

const opening = { actor: 'cashier', at: '2026-03-10T02:00:00.000Z', counted: 0, day: '2026-03-10' };

it('an order without a shift is not sent where the owner wants one; with one it is', async () => {
  const world = await counterWorld();
  world.rules.shiftsRequired = true;
  expect(await world.order()).toMatchObject({ error: { code: 'not_allowed', reason: 'shift_needed' } });
  expect(world.times('order')).toBe(0);
  await world.journal.shifts.open(opening);
  expect(await world.order()).toMatchObject({ ok: true });
});

it('a bill without a shift stays to be paid', async () => {
  const { world, bill, pay } = await withBill();
  world.rules.shiftsRequired = true;
  expect(await pay()).toMatchObject({
    error: { code: 'not_allowed', reason: 'shift_needed', transaction: { id: bill.id, state: 'inquired' } },
  });
  await world.journal.shifts.open(opening);
  expect(await pay()).toMatchObject({ ok: true });
});

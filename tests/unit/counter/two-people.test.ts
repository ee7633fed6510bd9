import { expect, it } from 'vitest';
import { withUnknown } from '../../support/counter-world.ts';

const note = 'seen in the dashboard';

it('recording a failure, after which it could be sent again, takes a second person where the shop says so', async () => {
  const { world, sale } = await withUnknown();
  world.rules.twoPeople = true;
  world.state.secondPerson = 'pin_needed';
  expect(await world.counter.resolve({ id: sale.id, outcome: 'failed', note })).toMatchObject({
    error: { code: 'not_allowed', reason: 'second_pin_needed' },
  });
  expect((await world.stored(sale.id)).state).toBe('unknown');
  world.state.secondPerson = 'ok';
  await world.counter.resolve({ id: sale.id, outcome: 'failed', note });
  expect((await world.journal.timeline(sale.id)).at(-1)?.data).toMatchObject({ twoPeople: true });
});

it('recording a success takes one person even then', async () => {
  const { world, sale } = await withUnknown();
  world.rules.twoPeople = true;
  world.state.secondPerson = 'wrong_pin';
  expect(await world.counter.resolve({ id: sale.id, outcome: 'success', sn: 'SN-1', note })).toMatchObject({
    ok: true,
  });
});

it('a number or an amount read back wrongly stops it', async () => {
  const { world, sale } = await withUnknown();
  const right = { customerNo: sale.customerNo, amount: sale.total ?? 0 };
  for (const readBack of [
    { ...right, customerNo: '081299999999' },
    { ...right, amount: right.amount + 1 },
  ]) {
    expect(await world.counter.resolve({ id: sale.id, outcome: 'failed', note, readBack })).toMatchObject({
      error: { code: 'invalid_input', reason: 'read_back_differs' },
    });
  }
  expect(await world.counter.resolve({ id: sale.id, outcome: 'failed', note, readBack: right })).toMatchObject({
    ok: true,
  });
  expect((await world.journal.timeline(sale.id)).at(-1)?.data).toMatchObject({ readBack: true });
});

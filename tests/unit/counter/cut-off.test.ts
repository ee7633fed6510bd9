import { expect, it } from 'vitest';
import { counterWorld } from '../../support/counter-world.ts';

/** An order at that time of day in Jakarta. */
async function orderAt(time: string, pause: { start_cut_off: string; end_cut_off: string }, allowCutOff = false) {
  const world = await counterWorld({ now: new Date(`2026-03-10T${time}+07:00`).toISOString() });
  world.says.product(pause);
  return { world, result: await world.order({ allowCutOff }) };
}

const overMidnight = { start_cut_off: '23:30:00', end_cut_off: '00:30:00' };
const morning = { start_cut_off: '03:00:00', end_cut_off: '05:00:00' };

it.each([
  ['23:29:59', overMidnight, true],
  ['23:30:00', overMidnight, false],
  ['23:59:59', overMidnight, false],
  ['00:00:00', overMidnight, false],
  ['00:29:59', overMidnight, false],
  ['00:30:00', overMidnight, true],
  ['02:59:59', morning, true],
  ['03:00:00', morning, false],
  ['04:59:59', morning, false],
  ['05:00:00', morning, true],
  ['00:00:00', { start_cut_off: '00:00:00', end_cut_off: '00:00:00' }, true],
  ['12:00:00', { start_cut_off: '12:00:00', end_cut_off: '12:00:00' }, true],
  ['12:00:00', { start_cut_off: '', end_cut_off: '' }, true],
  ['12:00:00', { start_cut_off: 'siang', end_cut_off: '13:00:00' }, true],
] as const)('at %s, with the pause %o, an order leaves: %s', async (time, pause, leaves) => {
  const { world, result } = await orderAt(time, pause);
  const expected = leaves ? { ok: true, value: { flags: [] } } : { ok: false, error: { code: 'cut_off' } };
  expect(result).toMatchObject(expected);
  expect(world.times('order')).toBe(leaves ? 1 : 0);
});

it('says which pause it is, and in whose time zone', async () => {
  const { result } = await orderAt('23:45:00', overMidnight);
  expect(result).toMatchObject({
    error: { cutOff: { start: '23:30:00', end: '00:30:00', timeZone: 'Asia/Jakarta' } },
  });
});

it('leaves in the pause when the cashier says so, and is flagged', async () => {
  const { result } = await orderAt('23:45:00', overMidnight, true);
  expect(result).toMatchObject({ ok: true, value: { flags: ['cut_off_overridden'] } });
});

it('is not flagged when the cashier would have allowed what was not needed', async () => {
  const { result } = await orderAt('12:00:00', overMidnight, true);
  expect(result).toMatchObject({ ok: true, value: { flags: [] } });
});

it('counts in the time zone of the payment service, whatever the shop’s', async () => {
  const world = await counterWorld({ now: '2026-03-10T16:30:00.000Z' });
  world.says.product(overMidnight);
  world.rules.timeZone = 'Asia/Jayapura';
  expect(await world.order()).toMatchObject({ error: { code: 'cut_off', cutOff: { timeZone: 'Asia/Jakarta' } } });
  world.rules.providerTimeZone = 'Asia/Makassar';
  expect(await world.order()).toMatchObject({ ok: true });
});

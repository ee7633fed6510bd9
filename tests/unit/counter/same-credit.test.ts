import { expect, it } from 'vitest';
import { type CounterWorld, counterWorld, lost } from '../../support/counter-world.ts';
import { envelope, prepaidData } from '../../support/provider-answers.ts';

const names: Readonly<Record<string, string>> = {
  TSEL10: 'Telkomsel 10.000',
  TS10: 'Pulsa Tsel 10rb',
  TSEL20: 'Telkomsel 20.000',
};

/** A provider that sells one nominal under two codes. */
async function withCodes(): Promise<
  CounterWorld & { sell(code: string, more?: Parameters<CounterWorld['order']>[0]): ReturnType<CounterWorld['order']> }
> {
  const world = await counterWorld();
  let orders = 0;
  const sell = (productCode: string, more: Parameters<CounterWorld['order']>[0] = {}) => {
    orders += 1;
    const pause = { start_cut_off: '00:00:00', end_cut_off: '00:00:00' };
    world.say('product', {
      json: envelope(prepaidData({ product_code: productCode, product_name: names[productCode], ...pause })),
    });
    if (productCode !== 'TSEL10') world.says.order({ product_code: productCode, transaction_id: `other-${orders}` });
    return world.order({ productCode, ...more });
  };
  return { ...world, sell };
}

it('asks about the same credit under another code while the first is unknown', async () => {
  const world = await withCodes();
  world.say('order', lost);
  const first = await world.sell('TSEL10');
  const id = first.ok ? '' : (first.error.transaction?.id ?? '');
  const asked = await world.sell('TS10');
  expect(asked).toMatchObject({ ok: false, error: { code: 'duplicate', reason: 'same_credit', other: { id } } });
  expect(world.times('order')).toBe(1);

  const allowed = await world.sell('TS10', { allowDuplicate: true, duplicateOf: id });
  expect(allowed).toMatchObject({ ok: true, value: { flags: ['repeat_allowed'] } });
  expect(world.times('order')).toBe(2);
});

it('asks while it is pending, and no more once it has failed', async () => {
  const world = await withCodes();
  const first = await world.ordered();
  expect(await world.sell('TS10')).toMatchObject({ error: { code: 'duplicate', other: { id: first.id } } });
  await world.receiveWebhook({ status: 'failed', sn: null }, { ref: first.id });
  expect(await world.sell('TS10')).toMatchObject({ ok: true });
});

it.each([
  ['another nominal', 'TSEL20', {}],
  ['another number', 'TS10', { customerNo: '081299999999' }],
])('does not ask for %s', async (_what, code, more) => {
  const world = await withCodes();
  await world.ordered();
  expect(await world.sell(code, more)).toMatchObject({ ok: true });
});

it('never lets the answer override a sale of the product itself that is not settled', async () => {
  const world = await withCodes();
  const first = await world.ordered();
  expect(await world.sell('TS10', { allowDuplicate: true, duplicateOf: first.id })).toMatchObject({ ok: true });
  const third = await world.sell('TS10', { allowDuplicate: true, duplicateOf: first.id });
  expect(third).toMatchObject({ ok: false, error: { code: 'in_flight' } });
});

it('asks about one after the other, and ends, where a repeat and the same credit meet', async () => {
  const world = await withCodes();
  world.says.order({ status: 'success' });
  const repeat = await world.ordered();
  world.pass(60_000);
  const other = await world.sell('TS10');
  const otherId = other.ok ? other.value.id : '';
  world.pass(60_000);
  const third = await world.sell('TSEL10', { allowDuplicate: true, duplicateOf: repeat.id });
  expect(third).toMatchObject({
    ok: false,
    error: { code: 'duplicate', reason: 'same_credit', other: { id: otherId } },
  });
  world.says.order({ transaction_id: 'T-9' });
  expect(await world.sell('TSEL10', { allowDuplicate: true, duplicateOf: otherId })).toMatchObject({ ok: true });
});

it('lets one of two codes through that are pressed at the same moment', async () => {
  const world = await withCodes();
  const pause = { start_cut_off: '00:00:00', end_cut_off: '00:00:00', product_name: 'Telkomsel 10.000' };
  world.say('product', async () => ({ json: envelope(prepaidData({ ...pause, product_code: lastAsked() })) }));
  const codes = ['TSEL10', 'TS10'];
  const lastAsked = (): string => codes.shift() ?? '';
  world.say('order', lost);
  const both = await Promise.all([world.order({ productCode: 'TSEL10' }), world.order({ productCode: 'TS10' })]);
  expect(both.filter((one) => !one.ok && one.error.reason === 'same_credit')).toHaveLength(1);
  expect(world.times('order')).toBe(1);
});

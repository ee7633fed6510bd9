import { expect, it } from 'vitest';
import { envelope, postpaidData } from '../../support/answers.ts';
import { counterWorld } from '../../support/counter-world.ts';

const at = '2026-06-01T00:00:00.000Z';
type World = Awaited<ReturnType<typeof counterWorld>>;

const priced = async (world: World, prices: { cost?: number; sellingPrice?: number }) => {
  await world.counter.product({ productCode: 'TSEL10' });
  expect(await world.journal.catalogue.save([{ productCode: 'TSEL10', ...prices }], at)).toHaveLength(1);
};
const bare = { productCode: 'TSEL10', customerNo: '081234567890' };
const sums = async ({ journal }: World) => {
  const slices = await journal.books.slices({ from: '2026-03-10', to: '2026-03-10', by: 'product' });
  return slices[0]?.sums;
};

it('takes the catalogue’s price where none is said', async () => {
  const world = await counterWorld();
  await priced(world, { cost: 10_250, sellingPrice: 12_000 });
  const sold = await world.counter.order({ ...bare, tendered: 20_000 });
  expect(sold).toMatchObject({ ok: true, value: { total: 12_000, tendered: 20_000, change: 8000 } });
});

it('does not take less cash than the catalogue’s price', async () => {
  const world = await counterWorld();
  await priced(world, { sellingPrice: 12_000 });
  expect(await world.counter.order({ ...bare, tendered: 10_000 })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', reason: 'too_little_cash' },
  });
  expect(world.times('order')).toBe(0);
});

it('sells without a price where nobody knows one', async () => {
  const world = await counterWorld();
  expect(await world.counter.order(bare)).toMatchObject({ ok: true, value: { total: null, flags: [] } });
});

it.each([
  ['said', { sellingPrice: 10_249 }, { cost: 10_250 }],
  ['of the catalogue', {}, { cost: 10_250, sellingPrice: 10_249 }],
])('asks about a price below cost, %s', async (_, ask, prices) => {
  const world = await counterWorld();
  await priced(world, prices);
  expect(await world.counter.order({ ...bare, ...ask })).toMatchObject({
    ok: false,
    error: { code: 'not_allowed', reason: 'below_cost' },
  });
  expect(world.times('order')).toBe(0);
  expect((await world.journal.search({})).items).toEqual([]);
  const sold = await world.counter.order({ ...bare, ...ask, allowBelowCost: true });
  if (!sold.ok) throw new Error('not sold');
  expect(sold.value.flags).toEqual(['below_cost_allowed']);
  const [sending] = await world.journal.timeline(sold.value.id);
  expect(sending).toMatchObject({ type: 'sale.sending', data: { cost: 10_250, belowCost: true } });
});

it('sells at cost without asking', async () => {
  const world = await counterWorld();
  await priced(world, { cost: 12_000 });
  expect(await world.order()).toMatchObject({ ok: true, value: { flags: [] } });
});

it('keeps what a sale cost when it was sold, whatever the catalogue says later', async () => {
  const world = await counterWorld();
  await priced(world, { cost: 10_250 });
  const sale = await world.ordered();
  await priced(world, { cost: 11_900 });
  await world.receiveWebhook({ status: 'success', sn: '0001' }, { ref: sale.id });
  expect(await sums(world)).toMatchObject({ success: 1, price: 10_250, prices: 1, margin: 1750, margins: 1 });
});

it('believes the price that the provider names before the catalogue’s cost', async () => {
  const world = await counterWorld();
  await priced(world, { cost: 10_250 });
  const sale = await world.ordered();
  await world.receiveWebhook({ status: 'success', sn: '0001', price: 10_400 }, { ref: sale.id });
  expect(await sums(world)).toMatchObject({ price: 10_400, margin: 1600 });
});

it('keeps a price that somebody entered, and lets one that was only sold for follow the next sale', async () => {
  const world = await counterWorld();
  await world.order();
  const item = () => world.journal.catalogue.get('TSEL10');
  expect(await item()).toMatchObject({ sellingPrice: 12_000, priceFrom: 'sold' });
  await world.order({ customerNo: '081234567891', sellingPrice: 12_500 });
  expect(await item()).toMatchObject({ sellingPrice: 12_500, priceFrom: 'sold' });
  await priced(world, { sellingPrice: 13_000 });
  await world.order({ customerNo: '081234567892', sellingPrice: 12_500 });
  expect(await item()).toMatchObject({ sellingPrice: 13_000, priceFrom: 'entered' });
});

it('takes the fee of a bill’s own product before the one for every bill', async () => {
  const world = await counterWorld();
  world.say('product', { json: envelope(postpaidData()) });
  const bill = { productCode: 'PLNPOST', customerNo: '530000000001' };
  await world.counter.product(bill);
  const asked = async () => {
    world.say('product', { json: envelope(postpaidData()) });
    return world.counter.inquiry(bill);
  };
  expect(await asked()).toMatchObject({ ok: true, value: { fee: 2500 } });
  await world.journal.catalogue.save([{ productCode: 'PLNPOST', fee: 4000 }], at);
  expect(await asked()).toMatchObject({ ok: true, value: { fee: 4000 } });
});

it('changes nothing when one of the products is not in the catalogue', async () => {
  const world = await counterWorld();
  await priced(world, { cost: 10_250 });
  const { catalogue } = world.journal;
  expect(
    await catalogue.save(
      [
        { productCode: 'TSEL10', cost: 1 },
        { productCode: 'NOPE', cost: 1 },
      ],
      at,
    ),
  ).toBeNull();
  expect(await catalogue.get('TSEL10')).toMatchObject({ cost: 10_250 });
});

it('writes down what the provider says differently than before', async () => {
  const world = await counterWorld();
  await world.counter.product(bare);
  world.says.product({ Status: 'inactive', product_name: 'Telkomsel 10rb', category: { name: 'Pulsa Reguler' } });
  await world.counter.product(bare);
  expect(await world.journal.catalogue.changes(null, 10)).toMatchObject([
    { what: 'category', now: 'Pulsa Reguler' },
    { what: 'name', now: 'Telkomsel 10rb' },
    { what: 'active', was: 'true', now: 'false', productCode: 'TSEL10' },
  ]);
});

import { expect, it } from 'vitest';
import { appWorld } from '../../support/app-world.ts';
import { counterWorld } from '../../support/counter-world.ts';
import { staffed } from '../../support/staff.ts';

const at = '2026-06-01T00:00:00.000Z';
const bare = { productCode: 'TSEL10', sellingPrice: 12_000 };

/** A product for 12,000 that was entered with a cost of 10,250; then the provider takes `price` for it. */
async function afterPrice(price: number, prices: { cost: number | null } = { cost: 10_250 }) {
  const world = await counterWorld();
  await world.counter.product({ productCode: 'TSEL10' });
  await world.journal.catalogue.save([{ productCode: 'TSEL10', sellingPrice: 12_000, ...prices }], at);
  const sale = await world.ordered();
  await world.receiveWebhook({ status: 'success', price }, { ref: sale.id });
  world.says.order({ transaction_id: 'next' });
  const sell = (more: object = {}) => world.counter.order({ ...bare, customerNo: '081299999999', ...more });
  return { world, sell, item: () => world.journal.catalogue.get('TSEL10') };
}

it('says that the provider’s price has risen, and asks nothing while the sale still earns', async () => {
  const { item, sell } = await afterPrice(11_900);
  expect(await item()).toMatchObject({ cost: 10_250, providerPrice: 11_900, costRisen: true });
  expect(await sell()).toMatchObject({ ok: true, value: { flags: [] } });
});

it.each([
  ['known', 10_250, 'below_risen_cost'],
  ['learnt from it', null, 'below_cost'],
])('asks before it sends for less than the provider took, the cost being %s', async (_what, cost, reason) => {
  const { world, sell } = await afterPrice(12_500, { cost });
  expect(await sell()).toMatchObject({ ok: false, error: { code: 'not_allowed', reason } });
  expect(world.times('order')).toBe(1);
  expect(await sell({ allowBelowCost: true })).toMatchObject({ ok: true, value: { flags: ['below_cost_allowed'] } });
});

it('believes the cost that is entered afterwards', async () => {
  const { world, sell, item } = await afterPrice(12_500);
  await world.journal.catalogue.save([{ productCode: 'TSEL10', cost: 11_000 }], at);
  expect(await item()).toMatchObject({ cost: 11_000, providerPrice: null, costRisen: false });
  expect(await sell()).toMatchObject({ ok: true });
});

it.each([
  ['the same', 10_250],
  ['less', 9000],
])('says nothing where the provider took %s', async (_what, price) => {
  const { item, sell } = await afterPrice(price);
  expect(await item()).toMatchObject({ costRisen: false });
  expect(await sell()).toMatchObject({ ok: true });
});

it('learns nothing from what a failed order is said to cost', async () => {
  const world = await counterWorld();
  const sale = await world.ordered();
  await world.receiveWebhook({ status: 'failed', sn: null, price: 99_000 }, { ref: sale.id });
  expect(await world.journal.catalogue.get('TSEL10')).toMatchObject({ providerPrice: null });
});

it('tells pages at once; a cashier is told that it has risen, and no figure', async () => {
  const { call, events } = await appWorld();
  const { signIn } = await staffed({ call });
  await call('product', { productCode: 'SUCCESSNOW10' });
  await call('catalogue.save', { changes: [{ productCode: 'SUCCESSNOW10', cost: 1000, sellingPrice: 13_000 }] });
  await call('order', { productCode: 'SUCCESSNOW10', customerNo: '081234567890' });
  const told = () => events.flatMap((event) => (event.type === 'catalogue' ? (event.items ?? []) : []));
  await expect.poll(() => told().some(({ costRisen }) => costRisen), { timeout: 30_000 }).toBe(true);
  const listed = async () =>
    (await call('catalogue.list')).value.items.find(({ productCode }) => productCode === 'SUCCESSNOW10');
  expect(await listed()).toMatchObject({ cost: 1000, providerPrice: expect.any(Number), costRisen: true });
  await signIn('cashier');
  expect(await listed()).toMatchObject({ cost: null, providerPrice: null, costRisen: true });
});

import { describe, expect, it } from 'vitest';
import { appWorld, staffed } from '../../support/app-world.ts';
import { counterWorld } from '../../support/counter-world.ts';
import { envelope, postpaidData } from '../../support/provider-answers.ts';

describe('a sale at the catalogue’s price', () => {
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
    expect(sending).toMatchObject({ type: 'sale.submitted', data: { cost: 10_250, belowCost: true } });
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
});

describe('a price of the provider that has risen', () => {
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
});

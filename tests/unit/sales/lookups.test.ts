import { describe, expect, it } from 'vitest';
import { readProduct } from '../../../src/main/sales/lookups.ts';
import { appWorld, staffed } from '../../support/app-world.ts';
import { counterWorld, held, lost, neverSent, type Reply, refusal } from '../../support/counter-world.ts';
import { product, productServer } from '../../support/fake-servers.ts';
import { envelope, inquiryData, postpaidData, prepaidData } from '../../support/provider-answers.ts';

describe('readProduct', () => {
  it('a product whose every word is as long as an answer may be is kept short; half an address of a picture is none', async () => {
    const server = await productServer();
    const long = '\u{1F4F1}'.repeat(40_000);
    server.says.set('LONG', () => ({
      json: product('LONG', {
        product_name: `x${long}`,
        type: long,
        description: long,
        category: { name: long },
        brand: { name: long, logo: `https://logos.example/${'a'.repeat(5000)}` },
      }),
    }));
    const outcome = await server.provider.product('LONG');
    if (outcome.kind !== 'answered') throw new Error(outcome.kind);
    const longProduct = readProduct(outcome.value, []);
    expect(longProduct).toMatchObject({ productCode: 'LONG', logo: null });
    expect(longProduct.productName).toHaveLength(200);
    expect(longProduct.productName?.isWellFormed()).toBe(true);
    expect(JSON.stringify(longProduct).length).toBeLessThan(2500);
  });
});

describe('an inquiry', () => {
  const input = { productCode: 'PLNPOST', customerNo: '530000000001' };

  it('keeps the bill with its periods, the fee of the shop and the total', async () => {
    const world = await counterWorld();
    expect(await world.counter.inquiry(input)).toMatchObject({
      ok: true,
      value: {
        kind: 'postpaid',
        state: 'inquired',
        productName: 'PLN Pascabayar',
        brand: 'PLN',
        category: 'Tagihan Listrik',
        customerName: 'NAMA CON***',
        transactionId: 'B-1',
        transactionIdFrom: 'answer',
        price: 152_500,
        fee: 2500,
        total: 155_000,
        bill: { billSheet: 1, details: [{ period: 'JAN 2026', billValue: 150_000, priceAdmin: 2500 }] },
        inquiredAt: '2026-03-10T03:00:00.000Z',
        receiptNo: null,
        flags: [],
      },
    });
    expect(world.requests.at(-1)?.body).toStrictEqual({ product_code: 'PLNPOST', customer_no: '530000000001' });
  });

  it('keeps what was asked and answered', async () => {
    const world = await counterWorld();
    const bill = await world.inquired();
    const [event] = await world.db.timeline(bill.id);
    expect(event).toMatchObject({ type: 'bill.inquired', data: { faults: [] } });
    expect(event?.bodies.map(({ role }) => role)).toEqual(['request', 'answer', 'snapshot']);
  });

  it('keeps a bill that the payment service answers with failed, as failed', async () => {
    const world = await counterWorld();
    world.says.inquiry({ status: 'failed', message: 'Tagihan tidak ditemukan', price: 0 });
    expect(await world.counter.inquiry(input)).toMatchObject({
      ok: false,
      error: {
        code: 'provider_refused',
        reason: 'failed',
        providerMessage: 'Tagihan tidak ditemukan',
        transaction: { state: 'failed', refused: false, settledAt: '2026-03-10T03:00:00.000Z' },
      },
    });
  });

  it.each<[string, Reply, object]>([
    ['refused', refusal, { code: 'provider_refused', reason: 'refused', providerMessage: 'Saldo tidak cukup' }],
    ['never sent', neverSent, { code: 'provider_unreachable', reason: 'never_sent' }],
    ['lost', lost, { code: 'provider_unreachable', reason: 'no_answer' }],
    ['not JSON', { text: '<html>' }, { code: 'provider_bad_answer', reason: 'unreadable' }],
    [
      'without a price',
      { json: envelope(inquiryData({ price: undefined })) },
      { code: 'provider_bad_answer', fields: ['data.price'] },
    ],
  ])('keeps nothing when the answer is %s', async (_, reply, error) => {
    const world = await counterWorld();
    world.say('inquiry', reply);
    expect(await world.counter.inquiry(input)).toMatchObject({ ok: false, error });
    expect((await world.db.search({})).items).toEqual([]);
  });

  it('flags an answer with faults and keeps what it has', async () => {
    const world = await counterWorld();
    world.says.inquiry({ description: null, brand: null });
    expect(await world.inquired()).toMatchObject({
      brand: 'PLN',
      bill: null,
      total: 155_000,
      flags: ['answer_incomplete'],
    });
  });

  it.each([Number.MAX_SAFE_INTEGER, 1_000_000_000_001])(
    'keeps no bill over %d rupiah: a row that cannot be read again would hide every other sale',
    async (price) => {
      const world = await counterWorld();
      await world.inquired();
      world.says.inquiry({ transaction_id: 'B-2', price });
      expect(await world.counter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001' })).toMatchObject({
        ok: false,
        error: { code: 'provider_bad_answer' },
      });
      expect((await world.db.search({ limit: 10 })).items).toHaveLength(1);
    },
  );

  it('does not inquire about what is ordered', async () => {
    const world = await counterWorld();
    world.say('product', { json: envelope(prepaidData()) });
    expect(await world.counter.inquiry({ ...input, productCode: 'TSEL10' })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', reason: 'not_postpaid', fields: ['productCode'] },
    });
  });

  it('does not inquire about an inactive product', async () => {
    const world = await counterWorld();
    world.says.bill({ Status: 'inactive' });
    expect(await world.counter.inquiry(input)).toMatchObject({ ok: false, error: { code: 'product_inactive' } });
    expect(world.times('inquiry')).toBe(0);
  });

  it('refreshes the same bill when it comes under the same id, and counts its age again', async () => {
    const world = await counterWorld();
    const first = await world.inquired();
    world.pass(20 * 60_000);
    await world.counter.pay({ id: first.id });
    expect(await world.stored(first.id)).toMatchObject({ state: 'expired' });
    world.says.inquiry({ price: 160_000 });
    expect(await world.inquired()).toMatchObject({
      id: first.id,
      state: 'inquired',
      total: 162_500,
      inquiredAt: '2026-03-10T03:20:00.000Z',
    });
  });

  it('flags a refreshed bill whose answer has faults', async () => {
    const world = await counterWorld();
    await world.inquired();
    world.says.inquiry({ brand: null });
    expect(await world.inquired()).toMatchObject({ flags: ['answer_incomplete'] });
  });

  it('refuses an id that belongs to the bill of another customer', async () => {
    const world = await counterWorld();
    const first = await world.inquired();
    expect(await world.counter.inquiry({ ...input, customerNo: '530000000002' })).toMatchObject({
      ok: false,
      error: { code: 'provider_bad_answer', reason: 'provider_id_taken', other: { id: first.id } },
    });
  });

  it('says in_flight when the same id comes again while the bill is being paid', async () => {
    const world = await counterWorld();
    const bill = await world.inquired();
    const answer = held<Reply>();
    world.say('pay', () => answer.promise);
    const paying = world.counter.pay({ id: bill.id });
    expect(await world.counter.inquiry(input)).toMatchObject({
      ok: false,
      error: { code: 'in_flight', transaction: { id: bill.id } },
    });
    answer.release(lost);
    await paying;
  });

  it('says that a bill is settled when its id comes again after it was paid', async () => {
    const world = await counterWorld();
    const bill = await world.inquired();
    await world.counter.pay({ id: bill.id });
    expect(await world.counter.inquiry(input)).toMatchObject({
      ok: false,
      error: { code: 'not_allowed', reason: 'already_settled', transaction: { id: bill.id, state: 'success' } },
    });
  });

  it('makes one bill of two inquiries side by side that are answered with one id', async () => {
    const world = await counterWorld();
    const answer = held<Reply>();
    world.say('inquiry', () => answer.promise);
    const asking = [world.inquired(), world.inquired()];
    answer.release({ json: envelope(inquiryData()) });
    const [one, other] = await Promise.all(asking);
    expect(other?.id).toBe(one?.id);
    expect((await world.db.search({})).items).toHaveLength(1);
  });
});

async function unknownBill() {
  const world = await counterWorld();
  const bill = await world.inquired();
  world.say('pay', lost);
  await world.counter.pay({ id: bill.id });
  const inquiryCount = world.times('pay');
  return { world, id: bill.id, inquiryCount };
}

it('an inquiry that names a bill of nothing finds no bill', async () => {
  const world = await counterWorld();
  world.says.inquiry({ price: 0 });
  expect(await world.counter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001' })).toMatchObject({
    ok: false,
    error: { code: 'provider_bad_answer', reason: 'unreadable' },
  });
});

describe('a fresh inquiry of an unknown bill', () => {
  it('that finds the bill gone suggests that it was paid, and changes nothing', async () => {
    const { world, id, inquiryCount } = await unknownBill();
    world.says.inquiry({ status: 'failed', message: 'Tagihan sudah terbayar' });
    expect(await world.counter.evidence(id)).toMatchObject({
      ok: true,
      value: { finding: 'bill_gone', message: 'Tagihan sudah terbayar', price: null },
    });
    expect((await world.stored(id)).state).toBe('unknown');
    expect(world.times('pay')).toBe(inquiryCount);
  });

  it('that is refused is read as gone too', async () => {
    const { world, id } = await unknownBill();
    world.say('inquiry', refusal);
    expect(await world.counter.evidence(id)).toMatchObject({ value: { finding: 'bill_gone' } });
  });

  it('that still finds it says what it costs now, and makes no bill that could be paid', async () => {
    const { world, id } = await unknownBill();
    world.says.inquiry({ transaction_id: 'ANOTHER-1', price: 99_000 });
    expect(await world.counter.evidence(id)).toMatchObject({ value: { finding: 'bill_still_there', price: 99_000 } });
    expect((await world.db.search({ states: ['inquired'] })).items).toEqual([]);
  });

  it('that is not answered says so', async () => {
    const { world, id } = await unknownBill();
    world.say('inquiry', lost);
    expect(await world.counter.evidence(id)).toMatchObject({ value: { finding: 'no_answer' } });
  });

  it('stands in the story of the sale, word for word', async () => {
    const { world, id } = await unknownBill();
    await world.counter.evidence(id);
    const event = (await world.db.timeline(id)).at(-1);
    expect(event).toMatchObject({ type: 'bill.rechecked', data: { finding: 'bill_still_there' } });
    expect(event?.bodies.map(({ role }) => role)).toEqual(['request', 'answer', 'snapshot']);
  });
});

it('evidence is not looked for where nothing is open', async () => {
  const world = await counterWorld();
  const bill = await world.inquired();
  expect(await world.counter.evidence(bill.id)).toMatchObject({
    error: { code: 'not_allowed', reason: 'no_evidence' },
  });
  expect(await world.counter.evidence('no-such-sale')).toMatchObject({ error: { code: 'not_found' } });
});

describe('prices', () => {
  describe('a sale at the catalogue’s price', () => {
    const at = '2026-06-01T00:00:00.000Z';
    type World = Awaited<ReturnType<typeof counterWorld>>;

    const priced = async (world: World, prices: { cost?: number; sellingPrice?: number }) => {
      await world.counter.product({ productCode: 'TSEL10' });
      expect(await world.db.catalogue.save([{ productCode: 'TSEL10', ...prices }], at)).toHaveLength(1);
    };
    const bare = { productCode: 'TSEL10', customerNo: '081234567890' };
    const sums = async ({ db }: World) => {
      const slices = await db.books.slices({ from: '2026-03-10', to: '2026-03-10', by: 'product' });
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
    ])('asks about a price below cost, %s', async (_, input, prices) => {
      const world = await counterWorld();
      await priced(world, prices);
      expect(await world.counter.order({ ...bare, ...input })).toMatchObject({
        ok: false,
        error: { code: 'not_allowed', reason: 'below_cost' },
      });
      expect(world.times('order')).toBe(0);
      expect((await world.db.search({})).items).toEqual([]);
      const sold = await world.counter.order({ ...bare, ...input, allowBelowCost: true });
      if (!sold.ok) throw new Error('not sold');
      expect(sold.value.flags).toEqual(['below_cost_allowed']);
      const [sending] = await world.db.timeline(sold.value.id);
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

    it('becomes the catalogue’s only where a person says so, and is in the log then', async () => {
      const world = await counterWorld();
      const item = () => world.db.catalogue.get('TSEL10');
      await world.order({ sellingPrice: 12_000 });
      expect(await item()).toMatchObject({ sellingPrice: null });
      await world.order({ customerNo: '081234567891', sellingPrice: 12_500, keepPrice: true });
      expect(await item()).toMatchObject({ sellingPrice: 12_500, priceFrom: 'entered' });
      await world.order({ customerNo: '081234567892', sellingPrice: 13_000 });
      expect(await item()).toMatchObject({ sellingPrice: 12_500, priceFrom: 'entered' });
      expect(await world.db.auditLog.list({ limit: 10 })).toMatchObject([
        { prices: [{ code: 'TSEL10', what: 'sellingPrice', was: null, now: 12_500 }], byProvider: false },
      ]);
    });

    it('takes the fee of a bill’s own product before the one for every bill', async () => {
      const world = await counterWorld();
      world.say('product', { json: envelope(postpaidData()) });
      const bill = { productCode: 'PLNPOST', customerNo: '530000000001' };
      await world.counter.product(bill);
      const costAsked = async () => {
        world.say('product', { json: envelope(postpaidData()) });
        return world.counter.inquiry(bill);
      };
      expect(await costAsked()).toMatchObject({ ok: true, value: { fee: 2500 } });
      await world.db.catalogue.save([{ productCode: 'PLNPOST', fee: 4000 }], at);
      expect(await costAsked()).toMatchObject({ ok: true, value: { fee: 4000 } });
    });

    it('changes nothing when one of the products is not in the catalogue', async () => {
      const world = await counterWorld();
      await priced(world, { cost: 10_250 });
      const { catalogue } = world.db;
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
      expect(await world.db.catalogue.changes(null, 10)).toMatchObject([
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
      await world.db.catalogue.save([{ productCode: 'TSEL10', sellingPrice: 12_000, ...prices }], at);
      const sale = await world.ordered();
      await world.receiveWebhook({ status: 'success', price }, { ref: sale.id });
      world.says.order({ transaction_id: 'next' });
      const sell = (more: object = {}) => world.counter.order({ ...bare, customerNo: '081299999999', ...more });
      return { world, sell, item: () => world.db.catalogue.get('TSEL10') };
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
      expect(await sell({ allowBelowCost: true })).toMatchObject({
        ok: true,
        value: { flags: ['below_cost_allowed'] },
      });
    });

    it('believes the cost that is entered afterwards', async () => {
      const { world, sell, item } = await afterPrice(12_500);
      await world.db.catalogue.save([{ productCode: 'TSEL10', cost: 11_000 }], at);
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
      expect(await world.db.catalogue.get('TSEL10')).toMatchObject({ providerPrice: null });
    });

    it('notifies pages at once; a cashier sees that it has risen, and no figure', async () => {
      const { call, events } = await appWorld();
      const { signIn } = await staffed({ call });
      await call('product', { productCode: 'SUCCESSNOW10' });
      await call('catalogue.save', { changes: [{ productCode: 'SUCCESSNOW10', cost: 1000, sellingPrice: 13_000 }] });
      await call('order', { productCode: 'SUCCESSNOW10', customerNo: '081234567890' });
      const updates = () => events.flatMap((event) => (event.type === 'catalogue' ? (event.items ?? []) : []));
      await expect.poll(() => updates().some(({ costRisen }) => costRisen), { timeout: 30_000 }).toBe(true);
      const listed = async () =>
        (await call('catalogue.list')).value.items.find(({ productCode }) => productCode === 'SUCCESSNOW10');
      expect(await listed()).toMatchObject({ cost: 1000, providerPrice: expect.any(Number), costRisen: true });
      await signIn('cashier');
      expect(await listed()).toMatchObject({ cost: null, providerPrice: null, costRisen: true });
    });
  });
});

const number = (n: number): string => `08123456700${n}`;

describe('the look-up before an order', () => {
  it('serves for 60 s, also one that is still under way', async () => {
    const world = await counterWorld();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    world.say('product', async () => {
      await answered;
      return { json: envelope(prepaidData({ start_cut_off: '', end_cut_off: '' })) };
    });
    const chosen = world.counter.product({ productCode: 'tsel10' });
    const ordered = world.order({ customerNo: number(1) });
    answer();
    expect(await chosen).toMatchObject({ ok: true });
    expect(await ordered).toMatchObject({ ok: true });
    expect(world.times('product')).toBe(1);
    world.pass(60_000);
    world.says.order({ transaction_id: 'T-2' });
    expect(await world.order({ customerNo: number(2) })).toMatchObject({ ok: true });
    expect(world.times('product')).toBe(1);
    world.pass(1);
    world.says.order({ transaction_id: 'T-3' });
    expect(await world.order({ customerNo: number(3) })).toMatchObject({ ok: true });
    expect(world.times('product')).toBe(2);
  });

  it('serves no longer after the machine slept, though its monotonic clock stood still meanwhile', async () => {
    const world = await counterWorld();
    const stood = world.ports.clock.monotonic();
    Object.assign(world.ports.clock, { monotonic: () => stood });
    await world.counter.product({ productCode: 'TSEL10' });
    world.pass(3_600_000);
    expect(await world.order()).toMatchObject({ ok: true });
    expect(world.times('product')).toBe(2);
  });

  it('serves no longer once it failed, or said that the product is off', async () => {
    const world = await counterWorld();
    world.say('product', { kind: 'lost', reason: 'ECONNRESET' });
    expect(await world.order()).toMatchObject({ error: { code: 'provider_unreachable' } });
    world.says.product({ Status: 'inactive' });
    expect(await world.order()).toMatchObject({ error: { code: 'product_inactive' } });
    world.says.product({});
    expect(await world.order()).toMatchObject({ ok: true });
    expect(world.times('order')).toBe(1);
  });

  it('is the pause’s too: what was looked up before it began is not sent within it', async () => {
    // 10:00 in Jakarta.
    const world = await counterWorld({ now: '2026-03-10T03:00:00.000Z' });
    world.says.product({ start_cut_off: '10:00:30', end_cut_off: '11:00:00' });
    expect(await world.counter.product({ productCode: 'TSEL10' })).toMatchObject({ ok: true });
    world.pass(30_000);
    expect(await world.order()).toMatchObject({ error: { code: 'cut_off' } });
    expect(world.times('product')).toBe(1);
  });
});

describe('an inquiry', () => {
  it('of a product that the shop knows leaves beside its look-up', async () => {
    const world = await counterWorld();
    await world.inquired();
    world.pass(61_000);
    const inquiryAsked = Promise.withResolvers<void>();
    world.say('product', async () => {
      // Would wait for ever if the inquiry came after the look-up.
      await inquiryAsked.promise;
      return { json: envelope(postpaidData({ product_name: 'PLN Pascabayar' })) };
    });
    world.say('inquiry', async () => {
      inquiryAsked.resolve();
      return { json: envelope(inquiryData()) };
    });
    expect(await world.counter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001' })).toMatchObject({
      ok: true,
    });
    expect(world.times('inquiry')).toBe(2);
  });
});

describe('a number that is probably none for the product', () => {
  it('is not sent before the cashier says that it is right, which is recorded with the sale', async () => {
    const world = await counterWorld();
    world.says.product({ brand: { name: 'XL', logo: null }, category: { name: 'Pulsa' } });
    const input = { customerNo: '081234567890' };
    expect(await world.order(input)).toMatchObject({
      error: { code: 'number_mismatch', mismatch: { kind: 'operator', operator: 'Telkomsel', brand: 'XL' } },
    });
    expect(world.times('order')).toBe(0);
    expect(await world.order({ ...input, allowMismatch: true })).toMatchObject({
      ok: true,
      value: { flags: ['mismatch_allowed'] },
    });
    expect(world.times('order')).toBe(1);
  });

  it('is never sent with a letter in it where the product takes digits only', async () => {
    const world = await counterWorld();
    world.says.product({ brand: { name: 'Telkomsel', logo: null }, category: { name: 'Pulsa' } });
    expect(await world.order({ customerNo: 'tsel10081212', allowMismatch: true })).toMatchObject({
      error: { code: 'invalid_input', reason: 'digits_only', fields: ['customerNo'] },
    });
    expect(world.times('order')).toBe(0);
  });
});

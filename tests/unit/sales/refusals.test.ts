import { describe, expect, it } from 'vitest';
import {
  type CounterWorld,
  counterWorld,
  held,
  lost,
  neverSent,
  type Reply,
  refusal,
  withBill,
} from '../../support/counter-world.ts';
import { envelope, postpaidData, prepaidData } from '../../support/provider-answers.ts';

describe('an order before it is sent', () => {
  it('asks for settings where there is no connection', async () => {
    const world = await counterWorld();
    world.ports.provider = null;
    const { createSalesService } = await import('../../../src/main/sales/sales-service.ts');
    const counter = createSalesService(world.ports);
    const input = { productCode: 'TSEL10', customerNo: '081234567890' };
    expect(await counter.order(input)).toMatchObject({ ok: false, error: { code: 'not_configured' } });
    expect(await counter.inquiry(input)).toMatchObject({ ok: false, error: { code: 'not_configured' } });
    expect(await counter.product(input)).toMatchObject({ ok: false, error: { code: 'not_configured' } });
    expect(await counter.pay({ id: 'x' })).toMatchObject({ ok: false, error: { code: 'not_configured' } });
  });

  it('sends no order whose webhook could not be received', async () => {
    const world = await counterWorld();
    world.state.isRelayLive = false;
    expect(await world.order()).toMatchObject({ ok: false, error: { code: 'relay_unreachable' } });
    expect(world.times('order')).toBe(0);
    expect((await world.db.search({})).items).toEqual([]);
  });

  it('sends no order without an address for its result', async () => {
    const world = await counterWorld();
    world.ports.callbackUrl = null;
    const { createSalesService } = await import('../../../src/main/sales/sales-service.ts');
    const result = await createSalesService(world.ports).order({ productCode: 'TSEL10', customerNo: '081234567890' });
    expect(result).toMatchObject({ ok: false, error: { code: 'not_configured' } });
  });

  it.each(['inactive', 'Inactive', 'gangguan', ''])('does not sell a product that is %j', async (Status) => {
    const world = await counterWorld();
    world.says.product({ Status });
    expect(await world.order()).toMatchObject({ ok: false, error: { code: 'product_inactive' } });
    expect(world.times('order')).toBe(0);
  });

  it.each(['active', 'Active', ' ACTIVE '])('sells a product that is %j', async (Status) => {
    const world = await counterWorld();
    world.says.product({ Status });
    expect(await world.order()).toMatchObject({ ok: true });
  });

  it('says that there is no such product', async () => {
    const world = await counterWorld();
    world.say('product', { status: 404, json: { status: 'error', message: 'Produk tidak ditemukan' } });
    expect(await world.order()).toMatchObject({
      ok: false,
      error: { code: 'not_found', reason: 'no_such_product', providerMessage: 'Produk tidak ditemukan' },
    });
  });

  it.each([401, 403])('says that the shop is not let in with HTTP %i', async (status) => {
    const world = await counterWorld();
    world.say('product', { status, json: { status: 'error', message: 'Unauthorized' } });
    expect(await world.order()).toMatchObject({
      ok: false,
      error: { code: 'provider_refused', reason: 'credentials' },
    });
  });

  it('does not sell when the payment service describes another product', async () => {
    const world = await counterWorld();
    world.says.product({ product_code: 'TSEL20' });
    expect(await world.order()).toMatchObject({ ok: false, error: { code: 'provider_bad_answer' } });
    expect(world.times('order')).toBe(0);
  });

  it.each<[string, Reply]>([
    ['never_sent', neverSent],
    ['no_answer', lost],
  ])('sells nothing while the product cannot be asked for (%s)', async (reason, reply) => {
    const world = await counterWorld();
    world.say('product', reply);
    expect(await world.order()).toMatchObject({ ok: false, error: { code: 'provider_unreachable', reason } });
    expect((await world.db.search({})).items).toEqual([]);
  });

  it('does not order a bill', async () => {
    const world = await counterWorld();
    world.say('product', { json: envelope(postpaidData()) });
    expect(await world.order({ productCode: 'PLNPOST' })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', reason: 'not_prepaid', fields: ['productCode'] },
    });
  });

  it('takes no cash that does not cover the price', async () => {
    const world = await counterWorld();
    expect(await world.order({ sellingPrice: 12_000, tendered: 11_999 })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', reason: 'too_little_cash', fields: ['tendered'] },
    });
    expect(world.requests).toEqual([]);
  });

  it('takes cash that just covers the price', async () => {
    const world = await counterWorld();
    expect(await world.order({ sellingPrice: 12_000, tendered: 12_000 })).toMatchObject({
      ok: true,
      value: { change: 0 },
    });
  });

  it('blocks the same product and number while one is unresolved, whatever the cashier wants', async () => {
    const world = await counterWorld();
    const first = await world.ordered();
    expect(await world.order({ allowDuplicate: true })).toMatchObject({
      ok: false,
      error: { code: 'in_flight', other: { id: first.id } },
    });
    expect(world.times('order')).toBe(1);
  });

  it('lets only one of two presses of the button through', async () => {
    const world = await counterWorld();
    const answer = held<Reply>();
    world.say('order', () => answer.promise);
    const presses = [world.order({ allowDuplicate: true }), world.order({ allowDuplicate: true })];
    const refused = await Promise.race(presses);
    expect(refused).toMatchObject({ ok: false, error: { code: 'in_flight' } });
    answer.release(lost);
    expect((await Promise.all(presses)).filter((one) => !one.ok && one.error.code === 'in_flight')).toHaveLength(1);
    expect(world.times('order')).toBe(1);
  });

  it('sells the same product to another number meanwhile', async () => {
    const world = await counterWorld();
    await world.ordered();
    world.says.order({ transaction_id: 'T-2' });
    expect(await world.order({ customerNo: '081234567891' })).toMatchObject({ ok: true });
  });

  it.each([
    ['midnight has passed', ['2026-03-10T16:55:00Z', '2026-03-10T17:10:00Z']],
    ['the clock was set back a day', ['2026-03-10T03:00:00Z', '2026-03-09T03:05:00Z']],
    ['the clock was years ahead, and set right', ['2030-01-01T03:00:00Z', '2026-03-10T03:00:00Z']],
  ])('asks about a repeat also where %s', async (_why, [sold = '', now = '']) => {
    const world = await counterWorld({ now: sold });
    world.says.order({ status: 'success' });
    const first = await world.ordered();
    world.state.now = Date.parse(now);
    expect(await world.order()).toMatchObject({ ok: false, error: { code: 'duplicate', other: { id: first.id } } });
    expect(world.times('order')).toBe(1);
    world.says.order({ transaction_id: 'T-2' });
    expect(await world.order({ allowDuplicate: true })).toMatchObject({
      ok: true,
      value: { flags: ['repeat_allowed'] },
    });
  });

  describe("where the relay's clock differs", () => {
    it.each([
      ['the business day', '2026-03-10T16:58:00.000Z', {}],
      ["a product's pause", '2026-03-10T03:00:00.000Z', { start_cut_off: '10:02:00', end_cut_off: '11:00:00' }],
    ])('sends nothing that would change %s, until the owner goes on', async (_what, now, product) => {
      const world = await counterWorld({ now });
      world.says.product(product);
      world.state.relayAheadMs = 180_000;
      const refused = { ok: false, error: { code: 'not_allowed', reason: 'clock_differs' } };
      expect(await world.order()).toMatchObject(refused);
      world.state.supervisor = 'wrong_pin';
      expect(await world.counter.acceptClock('1234')).toMatchObject({ ok: false, error: { reason: 'wrong_pin' } });
      expect(await world.order()).toMatchObject(refused);
      expect(world.times('order')).toBe(0);
      world.state.supervisor = 'ok';
      const { seq } = await world.db.head();
      expect(await world.counter.acceptClock('1234')).toMatchObject({ ok: true });
      expect((await world.db.head()).seq).toBe(seq + 1);
      expect(world.counter.clockDifference()).toBeNull();
      expect(await world.order()).toMatchObject({ ok: true });
    });

    it('pays no bill on another day than the relay’s, until the owner goes on', async () => {
      const world = await counterWorld();
      const bill = await world.inquired();
      world.state.relayAheadMs = -3 * 24 * 3_600_000;
      expect(await world.counter.pay({ id: bill.id })).toMatchObject({
        ok: false,
        error: { code: 'not_allowed', reason: 'clock_differs' },
      });
      expect(world.times('pay')).toBe(0);
      expect(await world.counter.acceptClock('1234')).toMatchObject({ ok: true });
      expect((await world.counter.pay({ id: bill.id })).ok).toBe(true);
    });

    it('sells where day and pause are the same, and says so; another difference is a new one', async () => {
      const world = await counterWorld();
      world.state.relayAheadMs = -180_000;
      expect(world.counter.clockDifference()).toBe(-180_000);
      expect((await world.order()).ok).toBe(true);
      await world.counter.acceptClock('1234');
      world.state.relayAheadMs = -360_000;
      expect(world.counter.clockDifference()).toBe(-360_000);
      world.state.relayAheadMs = 120_000;
      expect(world.counter.clockDifference()).toBeNull();
    });
  });

  it('asks about no repeat of the day before once 12 hours have passed, also by the log where the clock was set back', async () => {
    const world = await counterWorld({ now: '2026-03-12T12:00:00Z' });
    world.says.order({ status: 'success' });
    await world.ordered();
    world.state.now = Date.parse('2026-03-10T00:00:00Z');
    const other = { customerNo: '081200000001' };
    world.says.order({ status: 'failed', transaction_id: 'T-2' });
    await world.ordered(other);
    world.pass(11 * 3_600_000);
    expect(await world.order()).toMatchObject({ ok: false, error: { code: 'duplicate' } });
    world.pass(2 * 3_600_000);
    world.says.order({ transaction_id: 'T-3' });
    expect((await world.order()).ok).toBe(true);
  });

  it('asks about a repeat of minutes ago where the clock was set forward by days and further back since', async () => {
    const world = await counterWorld({ now: '2026-03-12T03:00:00Z' });
    world.says.order({ status: 'success' });
    await world.ordered();
    world.pass(24 * 3_600_000);
    world.says.order({ status: 'failed', transaction_id: 'T-2' });
    await world.ordered({ customerNo: '081200000001' });
    world.state.now = Date.parse('2026-02-10T03:02:00Z');
    expect(await world.order()).toMatchObject({ ok: false, error: { code: 'duplicate' } });
  });

  it('asks about a repeat on the same day, then allows it and flags it', async () => {
    const world = await counterWorld();
    world.says.order({ status: 'success' });
    const first = await world.ordered();
    world.says.order({ status: 'success', transaction_id: 'T-2' });
    expect(await world.order()).toMatchObject({ ok: false, error: { code: 'duplicate', other: { id: first.id } } });
    expect(await world.order({ allowDuplicate: true })).toMatchObject({
      ok: true,
      value: { flags: ['repeat_allowed'] },
    });
  });

  it.each([
    ['was sold since', false],
    ['is sold while the product is looked up', true],
  ])(
    'asks again about a repeat where another one than was shown %s, at another window say',
    async (_when, meanwhile) => {
      const world = await counterWorld();
      world.says.order({ status: 'success' });
      const previous = await world.ordered();
      const press = { allowDuplicate: true, duplicateOf: previous.id };
      world.pass(60_001);
      const atOtherWindow = async (): Promise<void> => {
        world.says.order({ status: 'success', transaction_id: 'T-2' });
        expect(await world.order(press)).toMatchObject({ ok: true });
      };
      if (meanwhile) {
        world.say('product', async () => {
          world.says.product({});
          // The other window asks for itself: a look-up this old serves nobody.
          world.pass(60_001);
          await atOtherWindow();
          return { json: envelope(prepaidData({ start_cut_off: '', end_cut_off: '' })) };
        });
      } else await atOtherWindow();
      const result = await world.order(press);
      expect(result).toMatchObject({ ok: false, error: { code: 'duplicate', other: { transactionId: 'T-2' } } });
      expect(world.times('order')).toBe(2);
      const other = result.ok ? null : result.error.other;
      world.says.order({ status: 'success', transaction_id: 'T-3' });
      expect(await world.order({ allowDuplicate: true, duplicateOf: other?.id ?? '' })).toMatchObject({ ok: true });
    },
  );

  it('asks about a repeat of an order that was refused that day', async () => {
    const world = await counterWorld();
    world.say('order', refusal);
    await world.order();
    expect(await world.order()).toMatchObject({ ok: false, error: { code: 'duplicate' } });
  });

  it.each<[string, Reply]>([
    ['failed', { json: envelope({ transaction_id: 'T-1', status: 'failed', message: 'x' }) }],
    ['unsent', neverSent],
  ])('sells again at once after one that %s', async (_, reply) => {
    const world = await counterWorld();
    world.say('order', reply);
    await world.order();
    world.says.order({ transaction_id: 'T-2' });
    expect(await world.order()).toMatchObject({ ok: true, value: { flags: [] } });
  });

  it('asks nothing on the next day of the shop once 12 hours have passed', async () => {
    const world = await counterWorld({ now: '2026-03-10T16:59:59.000Z' });
    world.says.order({ status: 'success' });
    await world.order();
    world.says.order({ status: 'success', transaction_id: 'T-2' });
    expect(await world.order()).toMatchObject({ ok: false, error: { code: 'duplicate' } });
    world.pass(1000);
    expect(await world.order()).toMatchObject({ ok: false, error: { code: 'duplicate' } });
    world.pass(12 * 3_600_000);
    expect(await world.order()).toMatchObject({ ok: true, value: { day: '2026-03-11', flags: [] } });
  });

  it('has the day of the shop, not that of the payment service or of UTC', async () => {
    const world = await counterWorld({ now: '2026-03-10T15:30:00.000Z' });
    world.rules.timeZone = 'Asia/Jayapura';
    expect(await world.ordered()).toMatchObject({ day: '2026-03-11' });
  });

  describe('a product code typed in other letters', () => {
    it('is sent and kept as the provider spells it', async () => {
      const world = await counterWorld();
      const sale = await world.ordered({ productCode: 'tsel10' });
      expect(sale.productCode).toBe('TSEL10');
      expect(world.requests.find(({ operation }) => operation === 'order')?.body).toMatchObject({
        product_code: 'TSEL10',
      });
    });

    it('is the same product to the lock and to the question about a repeat', async () => {
      const world = await counterWorld();
      const { id, transactionId } = await world.ordered();
      expect(await world.order({ productCode: 'tsel10' })).toMatchObject({ error: { code: 'in_flight' } });
      await world.receiveWebhook({ transaction_id: transactionId }, { ref: id });
      expect(await world.order({ productCode: 'tsel10' })).toMatchObject({ error: { code: 'duplicate' } });
      expect(world.times('order')).toBe(1);
    });
  });

  it('knows a product that is typed in other capitals: it is locked, asked about, and kept as the service spells it', async () => {
    const world = await counterWorld();
    world.say('order', lost);
    const first = await world.ordered({ productCode: 'tsel10' });
    expect(first).toMatchObject({ state: 'unknown', productCode: 'TSEL10' });
    for (const productCode of ['TSEL10', 'tsel10', 'Tsel10']) {
      expect(await world.order({ productCode, allowDuplicate: true })).toMatchObject({ error: { code: 'in_flight' } });
    }
    expect(world.times('order')).toBe(1);
    await world.receiveWebhook({}, { ref: first.id });
    expect(await world.order({ productCode: 'tsel10' })).toMatchObject({ error: { code: 'duplicate' } });
    const again = await world.ordered({ productCode: 'tsel10', allowDuplicate: true });
    expect(again.flags).toContain('repeat_allowed');
  });

  it('knows a bill whose product is typed in other capitals', async () => {
    const world = await counterWorld();
    world.says.bill({});
    const bill = await world.inquired({ productCode: 'plnpost' });
    expect(bill.productCode).toBe('PLNPOST');
    world.say('pay', lost);
    await world.counter.pay({ id: bill.id });
    world.says.inquiry({ transaction_id: 'B-2' });
    const other = await world.inquired({ productCode: 'PlnPost' });
    expect(await world.counter.pay({ id: other.id, allowDuplicate: true })).toMatchObject({
      error: { code: 'in_flight' },
    });
    expect(world.times('pay')).toBe(1);
  });

  it.each(['tsel10', 'Tsel10', 'TSEL10'])(
    '%s does not pass beside an unknown TSEL10 where the spelling is echoed',
    async (code) => {
      const world = await counterWorld();
      const echoed = (productCode: string) => {
        world.says.product({ product_code: productCode });
        world.says.order({ product_code: productCode });
      };
      echoed('TSEL10');
      world.say('order', lost);
      expect((await world.ordered()).state).toBe('unknown');
      echoed(code);
      expect(await world.order({ productCode: code })).toMatchObject({ ok: false, error: { code: 'in_flight' } });
      expect(world.times('order')).toBe(1);
    },
  );
});

describe('an order in a pause of the payment service', () => {
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
});

describe('an order of credit that another code sells', () => {
  const names: Readonly<Record<string, string>> = {
    TSEL10: 'Telkomsel 10.000',
    TS10: 'Pulsa Tsel 10rb',
    TSEL20: 'Telkomsel 20.000',
  };

  /** A provider that sells one nominal under two codes. */
  async function withCodes(): Promise<
    CounterWorld & {
      sell(code: string, more?: Parameters<CounterWorld['order']>[0]): ReturnType<CounterWorld['order']>;
    }
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
    const result = await world.sell('TS10');
    expect(result).toMatchObject({ ok: false, error: { code: 'duplicate', reason: 'same_credit', other: { id } } });
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
});

describe('a price far above what the shop sells the product for, or what it stands for', () => {
  it('is sent only once a person has said that it is right, and only that price', async () => {
    const world = await counterWorld();
    const input = { sellingPrice: 120_000 };
    expect(await world.order(input)).toMatchObject({
      error: { code: 'not_allowed', reason: 'unlikely_price', unlikely: { amount: 120_000, known: 10_000 } },
    });
    expect(await world.order({ ...input, allowPrice: 12_000 })).toMatchObject({ error: { reason: 'unlikely_price' } });
    expect(world.times('order')).toBe(0);
    expect(await world.order({ ...input, allowPrice: 120_000 })).toMatchObject({ ok: true, value: { total: 120_000 } });
    expect(world.times('order')).toBe(1);
  });

  it('is measured by the catalogue’s price where there is one', async () => {
    const world = await counterWorld();
    await world.order({ sellingPrice: 12_000, keepPrice: true });
    const other = { customerNo: '081234567891' };
    expect(await world.order({ ...other, sellingPrice: 18_000 })).toMatchObject({
      error: { reason: 'unlikely_price', unlikely: { amount: 18_000, known: 12_000 } },
    });
    await world.order({ ...other, sellingPrice: 17_999 });
    expect(world.times('order')).toBe(2);
  });

  it('is nothing that a number of gigabytes says', async () => {
    const world = await counterWorld();
    world.says.product({ product_name: 'Data 5 GB', category: { name: 'Data' } });
    await world.order({ productCode: 'TSEL10', sellingPrice: 45_000 });
    expect(world.times('order')).toBe(1);
  });
});

describe('the check before any money is taken', () => {
  const input = { productCode: 'TSEL10', customerNo: '081234567890' };

  it('says what an order would be refused for, and sends and stores nothing', async () => {
    const world = await counterWorld();
    expect(await world.counter.checkBeforePaid(input)).toEqual({ ok: true, value: null });
    const pending = await world.ordered();
    expect(await world.counter.checkBeforePaid(input)).toMatchObject({
      error: { code: 'in_flight', other: { id: pending.id } },
    });
    const next = { ...input, customerNo: '081234567891' };
    world.state.isRelayLive = false;
    expect(await world.counter.checkBeforePaid(next)).toMatchObject({ error: { code: 'relay_unreachable' } });
    world.says.product({ Status: 'inactive' });
    world.state.now += 120_000;
    expect(await world.counter.checkBeforePaid(next)).toMatchObject({ error: { code: 'product_inactive' } });
    expect(world.times('order')).toBe(1);
    expect((await world.db.search({})).items).toHaveLength(1);
  });

  it('leaves a repeat and a number that does not fit to the order, and still says that the relay is away', async () => {
    const world = await counterWorld();
    world.says.order({ status: 'success', sn: 'SN-1' });
    await world.order();
    expect(await world.counter.checkBeforePaid(input)).toMatchObject({ ok: true });
    expect(await world.counter.checkBeforePaid({ ...input, customerNo: '086112345678' })).toMatchObject({ ok: true });
    world.state.isRelayLive = false;
    expect(await world.counter.checkBeforePaid(input)).toMatchObject({ error: { code: 'relay_unreachable' } });
  });
});

describe('cash far above what is due', () => {
  const tendered = 6_281_298;

  it('is taken for an order only once a person has said that it is right', async () => {
    const world = await counterWorld();
    expect(await world.order({ tendered })).toMatchObject({
      error: { code: 'not_allowed', reason: 'unlikely_cash', unlikely: { amount: tendered, known: 12_000 } },
    });
    expect(await world.order({ tendered, allowCash: tendered - 1 })).toMatchObject({
      error: { reason: 'unlikely_cash' },
    });
    expect(world.times('order')).toBe(0);
    expect(await world.order({ tendered, allowCash: tendered })).toMatchObject({ ok: true, value: { tendered } });
  });

  it('is ten times as much, but for one note', async () => {
    const world = await counterWorld();
    expect(await world.order({ tendered: 120_000 })).toMatchObject({ error: { reason: 'unlikely_cash' } });
    expect(await world.order({ tendered: 119_999 })).toMatchObject({ ok: true });
  });

  it('is measured by the part that is paid in cash', async () => {
    const world = await counterWorld();
    const payments = [
      { method: 'cash' as const, amount: 2000 },
      { method: 'qris' as const, amount: 10_000 },
    ];
    expect(await world.order({ payments, tendered: 100_001 })).toMatchObject({
      error: { reason: 'unlikely_cash', unlikely: { known: 2000 } },
    });
    expect(await world.order({ payments, tendered: 100_000 })).toMatchObject({ ok: true });
  });

  it('is taken for a bill only once a person has said that it is right', async () => {
    const { world, pay, bill } = await withBill();
    expect(await pay({ tendered })).toMatchObject({
      error: { reason: 'unlikely_cash', unlikely: { amount: tendered, known: 155_000 }, transaction: { id: bill.id } },
    });
    expect(world.times('pay')).toBe(0);
    expect(await pay({ tendered, allowCash: tendered })).toMatchObject({ ok: true, value: { tendered } });
  });
});

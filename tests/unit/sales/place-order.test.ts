import { describe, expect, it } from 'vitest';
import { counterWorld, lost, neverSent, type Reply, refusal, saleOf, withBill } from '../../support/counter-world.ts';
import { envelope, orderData, prepaidData } from '../../support/provider-answers.ts';
import { fullAggregate, keptBooks, openShift } from '../../support/stored-sales.ts';

describe('an order', () => {
  it('is committed in sending, with the request that is to leave, before the request leaves', async () => {
    const world = await counterWorld();
    const sending: unknown[] = [];
    world.say('order', async () => {
      sending.push(...(await world.db.foundSending()));
      return { json: envelope(orderData()) };
    });
    await world.order();
    expect(sending).toMatchObject([{ state: 'sending', revision: 1, sentAt: '2026-03-10T03:00:00.000Z' }]);
  });

  it('leaves once, with a callback address that carries its own id', async () => {
    const world = await counterWorld();
    const sale = await world.ordered();
    expect(world.times('order')).toBe(1);
    expect(world.requests.at(-1)?.body).toStrictEqual({
      product_code: 'TSEL10',
      customer_no: '081234567890',
      callback_url: `https://relay.example/hooks/m1/${sale.id}`,
    });
  });

  it('is pending with the id of the provider when the answer says pending', async () => {
    const world = await counterWorld();
    const result = await world.order({ tendered: 20_000 });
    expect(result).toMatchObject({
      ok: true,
      value: {
        state: 'pending',
        transactionId: 'T-1',
        transactionIdFrom: 'answer',
        total: 12_000,
        tendered: 20_000,
        change: 8000,
        receiptNo: null,
        settledAt: null,
      },
    });
  });

  it('is a success with a receipt number and no serial number when the answer says success', async () => {
    const world = await counterWorld();
    world.says.order({ status: 'success' });
    const result = await world.order();
    expect(result).toMatchObject({
      ok: true,
      value: { state: 'success', sn: null, settledAt: '2026-03-10T03:00:00.000Z' },
    });
    expect(saleOf(result).receiptNo).toMatch(/^\w{4}-000001$/);
  });

  it('is failed, with the words of the provider, when the answer says failed', async () => {
    const world = await counterWorld();
    world.says.order({ status: 'failed', message: 'Nomor salah' });
    expect(await world.order()).toMatchObject({
      ok: false,
      error: {
        code: 'provider_refused',
        reason: 'failed',
        providerMessage: 'Nomor salah',
        transaction: { state: 'failed', refused: false, transactionId: 'T-1' },
      },
    });
  });

  it('is failed and marked refused when the envelope says no', async () => {
    const world = await counterWorld();
    world.say('order', refusal);
    expect(await world.order()).toMatchObject({
      ok: false,
      error: {
        code: 'provider_refused',
        reason: 'refused',
        providerMessage: 'Saldo tidak cukup',
        transaction: { state: 'failed', refused: true, transactionId: null },
      },
    });
  });

  it('is unsent when there was no connection', async () => {
    const world = await counterWorld();
    world.say('order', neverSent);
    expect(await world.order()).toMatchObject({
      ok: false,
      error: { code: 'provider_unreachable', reason: 'never_sent', transaction: { state: 'unsent' } },
    });
  });

  it.each([
    ['no answer came', lost],
    ['HTTP 500', { status: 500, json: envelope(orderData()) }],
    ['HTTP 307', { status: 307, text: '' }],
    ['no JSON', { text: '<html>' }],
    ['no transaction_id', { json: envelope(orderData({ transaction_id: undefined })) }],
    ['a status of its own', { json: envelope(orderData({ status: 'Proses' })) }],
  ] as const)('is unknown and never sent again after %s', async (_, reply) => {
    const world = await counterWorld();
    world.say('order', reply);
    expect(await world.order()).toMatchObject({
      ok: false,
      error: { code: 'outcome_unknown', transaction: { state: 'unknown', settledAt: null } },
    });
    expect(world.times('order')).toBe(1);
  });

  it('keeps what was asked and answered word for word', async () => {
    const world = await counterWorld();
    const sale = await world.ordered();
    const [sending, answered] = await world.db.timeline(sale.id);
    expect([sending?.type, answered?.type]).toEqual(['sale.submitted', 'sale.response_received']);
    const text = (role: string) => answered?.bodies.find((body) => body.role === role)?.text;
    expect(text('request')).toBe(JSON.stringify(world.requests.at(-1)?.body));
    expect(text('answer')).toBe(JSON.stringify(envelope(orderData())));
  });

  it('flags an answer with faults that its outcome did not need', async () => {
    const world = await counterWorld();
    world.says.order({ message: 7 });
    expect(await world.ordered()).toMatchObject({ state: 'pending', flags: ['answer_incomplete'] });
  });

  it('flags an answer that names another product', async () => {
    const world = await counterWorld();
    world.says.order({ product_code: 'TSEL20' });
    expect(await world.ordered()).toMatchObject({
      state: 'pending',
      flags: ['answer_incomplete', 'product_differs'],
    });
  });

  it('is disputed when its answer carries the id of another sale', async () => {
    const world = await counterWorld();
    const first = await world.ordered();
    const second = await world.order({ customerNo: '081234567891' });
    expect(second).toMatchObject({ ok: false, error: { code: 'outcome_unknown', reason: 'disputed' } });
    expect(saleOf(second)).toMatchObject({ state: 'disputed', transactionId: null });
    expect(await world.stored(first.id)).toMatchObject({ state: 'pending', transactionId: 'T-1' });
  });

  it('notifies the UI of every state it goes through', async () => {
    const world = await counterWorld();
    await world.order();
    expect(world.published.map(({ state }) => state)).toEqual(['sending', 'pending']);
  });

  it('has the number of the customer neither in the facts of an event nor in the log', async () => {
    const world = await counterWorld();
    world.say('order', lost);
    const sale = await world.ordered();
    await world.receiveWebhook({}, { ref: sale.id });
    await world.receiveWebhook({ customer_no: '089999999999' }, { ref: sale.id });
    await world.counter.resolve({ id: sale.id, outcome: 'success', note: 'seen at the provider' });
    const facts = (await world.db.timeline(sale.id)).map(({ data, actor }) => ({ data, actor }));
    expect(facts.length).toBeGreaterThan(2);
    expect(JSON.stringify([facts, world.log.lines])).not.toMatch(/08\d{8}/);
  });

  it.each(['SN-77', 7])('an order that succeeds at once keeps the serial number beside it: %j', async (sn) => {
    const world = await counterWorld();
    world.says.order({ status: 'success', sn });
    expect(await world.ordered()).toMatchObject({ state: 'success', sn: String(sn), flags: [] });
  });

  it.each(['-', '', 'SN-\ud83d', { sn: 7 }])('a serial number of %j beside it is none', async (sn) => {
    const world = await counterWorld();
    world.says.order({ status: 'success', sn });
    expect(await world.ordered()).toMatchObject({ state: 'success', sn: null });
  });

  it('one beside an order that is pending is none yet', async () => {
    const world = await counterWorld();
    world.says.order({ status: 'pending', sn: 'SN-77' });
    expect(await world.ordered()).toMatchObject({ state: 'pending', sn: null });
  });

  it.each<[string, Reply, string]>([
    ['was lost', lost, 'unknown'],
    ['cannot be read', { text: '<html>' }, 'answer_unreadable'],
    ['has a wrong shape', { json: envelope({ status: 'pending' }) }, 'answer_unreadable'],
    ['says neither yes nor no', { json: { status: 'processing', message: '' } }, 'answer_unclear'],
    ['came with HTTP 500', { status: 500, text: '' }, 'answer_unclear'],
  ])('an answer that %s is reported as that', async (_, reply, reason) => {
    const world = await counterWorld();
    world.say('order', reply);
    expect(await world.order()).toMatchObject({ error: { code: 'outcome_unknown', reason } });
  });

  it('a payment that is answered about another transaction is reported as that', async () => {
    const world = await counterWorld();
    const bill = await world.inquired();
    world.says.pay({ transaction_id: 'B-2' });
    expect(await world.counter.pay({ id: bill.id })).toMatchObject({ error: { reason: 'answer_about_other' } });
  });

  it('a bill of another product, and a product check that fails before an inquiry, are reported as that', async () => {
    const world = await counterWorld();
    const inquiry = () => world.counter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001' });
    world.says.inquiry({ product_code: 'PDAM' });
    expect(await inquiry()).toMatchObject({ error: { code: 'provider_bad_answer', reason: 'other_product' } });
    // The look-up of the first inquiry no longer serves.
    world.pass(60_001);
    world.say('product', { text: '<html>' });
    expect(await inquiry()).toMatchObject({ error: { code: 'provider_bad_answer', reason: 'product_unreadable' } });
    world.say('product', lost);
    expect(await inquiry()).toMatchObject({ error: { code: 'provider_unreachable', reason: 'product_no_answer' } });
  });

  it('several refusals in a row for lack of deposit are explained as that, until something else is answered', async () => {
    const world = await counterWorld();
    const order = (n: number) => world.order({ customerNo: `08123456700${n}` });
    world.say('order', refusal);
    expect(await order(1)).toMatchObject({ error: { code: 'provider_refused', reason: 'refused' } });
    world.say('order', { status: 400, json: { status: 'failed', message: 'INSUFFICIENT DEPOSIT' } });
    expect(await order(2)).toMatchObject({ error: { code: 'provider_refused', reason: 'deposit_low' } });
    world.say('order', lost);
    await order(3);
    world.say('order', refusal);
    expect(await order(4)).toMatchObject({ error: { reason: 'deposit_low' } });
    world.says.order({ status: 'success' });
    expect(await order(5)).toMatchObject({ ok: true });
    world.say('order', refusal);
    expect(await order(6)).toMatchObject({ error: { reason: 'refused' } });
    world.say('order', { json: { status: 'error', message: 'Nomor tujuan salah' } });
    expect(await order(7)).toMatchObject({ error: { reason: 'refused' } });
  });

  it('counts refusals for lack of deposit that come by webhook, each once, until something else is said', async () => {
    const world = await counterWorld();
    const noDeposit = { status: 'failed', sn: null, message: 'Saldo tidak cukup' };
    const pending = async (n: number) => {
      world.says.order({ transaction_id: `T-${n}` });
      return world.ordered({ customerNo: `08123456700${n}` });
    };
    const failed = async (n: number, fields: object = noDeposit) => {
      const sale = await pending(n);
      const webhook = { transaction_id: `T-${n}`, customer_no: sale.customerNo, ...fields };
      await world.receiveWebhook(webhook, { ref: sale.id });
      await world.receiveWebhook(webhook, { ref: sale.id });
      return sale;
    };
    await failed(1);
    expect(world.counter.lowDeposit()).toBe(false);
    await failed(2);
    expect(world.counter.lowDeposit()).toBe(true);
    world.say('order', refusal);
    expect(await world.order({ customerNo: '081234567003' })).toMatchObject({ error: { reason: 'deposit_low' } });
    // An order that is taken proves nothing yet, nor does what a person records.
    const open = await pending(4);
    world.pass(60 * 60_000);
    const readBack = { customerNo: open.customerNo, amount: 12_000 };
    await world.counter.resolve({ id: open.id, outcome: 'failed', note: 'as they said', readBack });
    expect(world.counter.lowDeposit()).toBe(true);
    await failed(5, { status: 'failed', sn: null, message: 'Nomor tujuan salah' });
    expect(world.counter.lowDeposit()).toBe(false);
  });

  it('shows the provider’s words without the mailbox of a callback address that it repeats; the log keeps them', async () => {
    const world = await counterWorld();
    const message = 'Callback https://relay.example/hooks/m1/x tidak dapat dihubungi';
    world.say('order', { json: { status: 'error', message } });
    const result = await world.order();
    expect(result).toMatchObject({ error: { code: 'provider_refused' } });
    expect(JSON.stringify(result)).not.toContain('hooks/m1');
    const sale = result.ok ? undefined : result.error.transaction;
    expect(sale?.message).toBe('Callback https://relay.example/hooks/…/x tidak dapat dihubungi');
    expect(JSON.stringify(await world.db.timeline(sale?.id ?? ''))).toContain(message);
  });
});

describe('cash that moves to another sale', () => {
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
    const open = () => world.db.openMoney('2026-03-10T00:00:00.000Z');
    expect(await open()).toMatchObject({ cashToReturn: { count: 1, amount: 12_000 }, cashHeld: { count: 0 } });
    const sale = saleOf(await again());
    expect(sale).toMatchObject({ state: 'pending', total: 12_000, tendered: 15_000, change: 3000 });
    expect(await open()).toMatchObject({ cashToReturn: { count: 0 }, cashHeld: { count: 1, amount: 12_000 } });
    expect(await world.stored(unsent.id)).toMatchObject({ state: 'unsent', tendered: null, cashReturnedAt: null });
    expect(world.published.map(({ id }) => id)).toContain(unsent.id);
    const moved = (await world.db.timeline(unsent.id)).at(-1);
    expect(moved).toMatchObject({ type: 'cash.moved', data: { amount: 12_000, to: sale.id, cash: -12_000 } });
    expect(await keptBooks(world.db)).toEqual(await fullAggregate(world.db));

    // One request went for the new sale; its failure leaves one sum to be returned.
    expect(world.times('order')).toBe(2);
    await world.receiveWebhook({ status: 'failed', sn: null }, { ref: sale.id });
    expect(await open()).toMatchObject({ cashToReturn: { count: 1, amount: 12_000 }, cashHeld: { count: 0 } });
  });

  it('does not become cash in the drawer where it came by QRIS', async () => {
    const world = await counterWorld();
    world.say('order', neverSent);
    const { id: cashFrom } = await world.ordered({ payments: [{ method: 'qris', amount: 12_000 }] });
    world.says.order({});
    const again = (more: object) => world.order({ cashFrom, ...more });
    expect(await again({ payments: [{ method: 'cash', amount: 12_000 }], tendered: 12_000 })).toMatchObject({
      error: { code: 'invalid_input', reason: 'payments_sum', other: { id: cashFrom } },
    });
    expect(world.times('order')).toBe(1);
    const dearer = { sellingPrice: 13_000, tendered: 1000 };
    const payments = [
      { method: 'qris', amount: 12_000 },
      { method: 'cash', amount: 1000 },
    ];
    expect(saleOf(await again({ ...dearer, payments })).state).toBe('pending');
  });

  it('stands once in the cash of its shift, also where the new sale is cheaper', async () => {
    const { world, unsent, again } = await withUnsent();
    await openShift(world.db, 0);
    await again({ sellingPrice: 11_000, tendered: 12_000 });
    const report = await world.db.shifts.report(1, unsent.createdAt);
    // The shift before took 12,000; this one gave 1,000 of it back.
    expect(report?.cash).toMatchObject({ taken: 0, returned: 1000, expected: -1000 });

    const { world: second, again: sell } = await withUnsent();
    await openShift(second.db, 0);
    second.say('order', neverSent);
    const other = await second.ordered({ customerNo: '081277777777', tendered: 12_000 });
    second.says.order({});
    await sell({ customerNo: '081277777777', cashFrom: other.id });
    expect((await second.db.shifts.report(1, other.createdAt))?.cash).toMatchObject({
      taken: 12_000,
      returned: 0,
    });
  });

  it('leaves the cash where it was while the new order is refused before sending', async () => {
    const { world, unsent, again } = await withUnsent();
    world.state.isRelayLive = false;
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
    const { cashHeld, cashToReturn } = await world.db.openMoney('2026-03-10T00:00:00.000Z');
    expect([cashHeld.amount, cashToReturn.amount]).toEqual([12_000, 0]);
  });

  it('counts for no sale once it was handed back', async () => {
    const { world, unsent, again } = await withUnsent();
    await world.counter.cashReturned({ id: unsent.id });
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
    // The look-up of the first order no longer serves.
    world.pass(60_001);
    world.say('product', async () => {
      await world.counter.cashReturned({ id: unsent.id });
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
});

describe('a sale without a shift', () => {
  const shiftStart = { actor: 'cashier', at: '2026-03-10T02:00:00.000Z', counted: 0, day: '2026-03-10' };

  it('an order without a shift is not sent where the owner wants one; with one it is', async () => {
    const world = await counterWorld();
    world.rules.shiftsRequired = true;
    expect(await world.order()).toMatchObject({ error: { code: 'not_allowed', reason: 'shift_needed' } });
    expect(world.times('order')).toBe(0);
    await world.db.shifts.open(shiftStart);
    expect(await world.order()).toMatchObject({ ok: true });
  });

  it('a bill without a shift stays to be paid', async () => {
    const { world, bill, pay } = await withBill();
    world.rules.shiftsRequired = true;
    expect(await pay()).toMatchObject({
      error: { code: 'not_allowed', reason: 'shift_needed', transaction: { id: bill.id, state: 'inquired' } },
    });
    await world.db.shifts.open(shiftStart);
    expect(await pay()).toMatchObject({ ok: true });
  });
});

import { expect, it } from 'vitest';
import { counterWorld, lost, neverSent, refusal, type Said, saleOf } from '../../support/counter-world.ts';
import { envelope, orderData } from '../../support/provider-answers.ts';

it('is committed in sending, with the request that is to leave, before the request leaves', async () => {
  const world = await counterWorld();
  const found: unknown[] = [];
  world.say('order', async () => {
    found.push(...(await world.journal.foundSending()));
    return { json: envelope(orderData()) };
  });
  await world.order();
  expect(found).toMatchObject([{ state: 'sending', revision: 1, sentAt: '2026-03-10T03:00:00.000Z' }]);
});

it('leaves once, with a callback address that carries its own id', async () => {
  const world = await counterWorld();
  const sale = await world.ordered();
  expect(world.times('order')).toBe(1);
  expect(world.asked.at(-1)?.body).toStrictEqual({
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
] as const)('is unknown and never sent again after %s', async (_, said) => {
  const world = await counterWorld();
  world.say('order', said);
  expect(await world.order()).toMatchObject({
    ok: false,
    error: { code: 'outcome_unknown', transaction: { state: 'unknown', settledAt: null } },
  });
  expect(world.times('order')).toBe(1);
});

it('keeps what was asked and answered word for word', async () => {
  const world = await counterWorld();
  const sale = await world.ordered();
  const [sending, answered] = await world.journal.timeline(sale.id);
  expect([sending?.type, answered?.type]).toEqual(['sale.submitted', 'sale.response_received']);
  const text = (role: string) => answered?.bodies.find((body) => body.role === role)?.text;
  expect(text('request')).toBe(JSON.stringify(world.asked.at(-1)?.body));
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

it('tells the UI of every state it goes through', async () => {
  const world = await counterWorld();
  await world.order();
  expect(world.announced.map(({ state }) => state)).toEqual(['sending', 'pending']);
});

it('remembers what the product was sold for', async () => {
  const world = await counterWorld();
  await world.order({ sellingPrice: 12_500 });
  expect(await world.journal.knownProducts()).toMatchObject([
    { product: { productCode: 'TSEL10' }, sellingPrice: 12_500 },
  ]);
});

it('has the number of the customer neither in the facts of an event nor in the log', async () => {
  const world = await counterWorld();
  world.say('order', lost);
  const sale = await world.ordered();
  await world.receiveWebhook({}, { ref: sale.id });
  await world.receiveWebhook({ customer_no: '089999999999' }, { ref: sale.id });
  await world.counter.resolve({ id: sale.id, outcome: 'success', note: 'seen at the provider' });
  const facts = (await world.journal.timeline(sale.id)).map(({ data, actor }) => ({ data, actor }));
  expect(facts.length).toBeGreaterThan(2);
  expect(JSON.stringify([facts, world.log.lines])).not.toMatch(/08\d{8}/);
});

it('an order that succeeds at once keeps the serial number beside it', async () => {
  const world = await counterWorld();
  world.says.order({ status: 'success', sn: 'SN-77' });
  expect(await world.ordered()).toMatchObject({ state: 'success', sn: 'SN-77', flags: [] });
});

it.each(['-', '', 'SN-\ud83d', 7])('a serial number of %j beside it is none', async (sn) => {
  const world = await counterWorld();
  world.says.order({ status: 'success', sn });
  expect(await world.ordered()).toMatchObject({ state: 'success', sn: null });
});

it('one beside an order that is pending is none yet', async () => {
  const world = await counterWorld();
  world.says.order({ status: 'pending', sn: 'SN-77' });
  expect(await world.ordered()).toMatchObject({ state: 'pending', sn: null });
});

it.each<[string, Said, string]>([
  ['was lost', lost, 'unknown'],
  ['cannot be read', { text: '<html>' }, 'answer_unreadable'],
  ['has a wrong shape', { json: envelope({ status: 'pending' }) }, 'answer_unreadable'],
  ['says neither yes nor no', { json: { status: 'processing', message: '' } }, 'answer_unclear'],
  ['came with HTTP 500', { status: 500, text: '' }, 'answer_unclear'],
])('an answer that %s is told as that', async (_, said, reason) => {
  const world = await counterWorld();
  world.say('order', said);
  expect(await world.order()).toMatchObject({ error: { code: 'outcome_unknown', reason } });
});

it('a payment that is answered about another transaction is told as that', async () => {
  const world = await counterWorld();
  const bill = await world.inquired();
  world.says.pay({ transaction_id: 'B-2' });
  expect(await world.counter.pay({ id: bill.id })).toMatchObject({ error: { reason: 'answer_about_other' } });
});

it('a bill of another product, and a product check that fails before an inquiry, are told as that', async () => {
  const world = await counterWorld();
  const inquiry = () => world.counter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001' });
  world.says.inquiry({ product_code: 'PDAM' });
  expect(await inquiry()).toMatchObject({ error: { code: 'provider_bad_answer', reason: 'other_product' } });
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
  expect(JSON.stringify(await world.journal.timeline(sale?.id ?? ''))).toContain(message);
});

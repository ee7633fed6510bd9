import { describe, expect, it } from 'vitest';
import { type CounterWorld, counterWorld, withPending, withUnknown } from '../../support/counter-world.ts';
import { envelope, orderData, webhookBody } from '../../support/provider-answers.ts';

describe('a webhook is set aside, shown and passed', () => {
  it.each([
    ['bad_signature', {}, { signed: false }],
    ['other_event', {}, { event: 'balance.update' }],
    ['other_event', {}, { event: null }],
    ['not_readable', { transaction_id: '' }, {}],
    ['not_readable', { status: 'Proses' }, {}],
    ['not_readable', { customer_no: undefined }, {}],
    ['not_readable', {}, { raw: new TextEncoder().encode('{"transaction_id":') }],
    ['not_readable', {}, { raw: new Uint8Array([0x22, 0xff, 0x22]) }],
    ['not_readable', {}, { raw: new TextEncoder().encode('[]') }],
    ['not_readable', {}, { raw: Buffer.from(JSON.stringify(webhookBody({ transaction_id: 'T-é' })), 'latin1') }],
    ['not_readable', { transaction_id: 'T-\ud83d' }, {}],
    ['customer_differs', { customer_no: '081234567891' }, {}],
    ['id_differs', { transaction_id: 'T-9' }, {}],
  ])('as %s: %o %o', async (reason, fields, how) => {
    const { world, sale, now } = await withPending();
    const cursor = await world.receiveWebhook(fields, { ref: sale.id, ...how });
    expect(await now()).toMatchObject({ state: 'pending', transactionId: 'T-1' });
    expect(await world.quarantined()).toEqual([reason]);
    expect(await world.cursor()).toBe(cursor);
    await world.receiveWebhook({ sn: 'SN-0002' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', sn: 'SN-0002' });
  });

  it('as no_such_sale', async () => {
    const { world, now } = await withPending();
    const cursor = await world.receiveWebhook({ transaction_id: 'T-77' }, { ref: 'nobody' });
    expect(await now()).toMatchObject({ state: 'pending' });
    expect(await world.quarantined()).toEqual(['no_such_sale']);
    expect(await world.cursor()).toBe(cursor);
  });

  it('and is applied when it comes again with the right signature', async () => {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({}, { ref: sale.id, signed: false });
    await world.receiveWebhook({}, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success' });
  });

  it('with the ref and customer of one sale and the id of another, both confirmed by their answers, and changes neither', async () => {
    const { world, sale, now } = await withPending();
    world.says.order({ transaction_id: 'T-2' });
    const other = await world.ordered({ customerNo: '081234567891' });
    await world.receiveWebhook({ transaction_id: 'T-2' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'pending', transactionId: 'T-1' });
    expect(await world.stored(other.id)).toMatchObject({ state: 'pending', transactionId: 'T-2' });
    expect(await world.quarantined()).toEqual(['provider_id_taken']);
  });

  it('at an earlier sale’s address, and is applied where it comes to its own: that one was begun before', async () => {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({ status: 'failed', sn: '' }, { ref: sale.id });
    world.says.order({ transaction_id: 'T-2' });
    const next = await world.ordered({ allowDuplicate: true });
    await world.receiveWebhook({ transaction_id: 'T-2' }, { ref: sale.id });
    await world.receiveWebhook({ transaction_id: 'T-2' }, { ref: next.id });
    expect(await now()).toMatchObject({ state: 'failed', transactionId: 'T-1' });
    expect(await world.stored(next.id)).toMatchObject({ state: 'success', transactionId: 'T-2' });
  });

  it('with the ref of a sale of another customer', async () => {
    const { world, sale, now } = await withUnknown();
    await world.receiveWebhook({ transaction_id: 'T-2', customer_no: '081234567891' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'unknown' });
    expect(await world.quarantined()).toEqual(['customer_differs']);
  });

  it.each(['failed', 'pending'])('about a bill that was never paid, when it says %s', async (status) => {
    const world = await counterWorld();
    const bill = await world.inquired();
    const fields = { transaction_id: 'B-1', customer_no: '530000000001', product_name: 'PLN Pascabayar', status };
    await world.receiveWebhook(fields);
    expect(await world.stored(bill.id)).toMatchObject({ state: 'inquired' });
    expect(await world.quarantined()).toEqual(['unsolicited']);
  });

  it('without a customer’s data in the log', async () => {
    const { world, sale } = await withPending();
    await world.receiveWebhook({ customer_no: '089999999999' }, { ref: sale.id });
    expect(world.log.lines).toContainEqual({
      level: 'warn',
      what: 'a webhook was set aside',
      facts: { reason: 'customer_differs' },
    });
  });
});

describe('the count of webhooks set aside falls', () => {
  const counted = async (world: CounterWorld) =>
    (await world.journal.openMoney('2026-03-10T00:00:00.000Z')).quarantined;
  const shown = async (world: CounterWorld) => (await world.journal.quarantined(50, undefined, true)).length;

  it('when one is applied after all', async () => {
    const world = await counterWorld();
    world.say('order', async () => {
      await world.receiveWebhook({});
      expect(await counted(world)).toBe(1);
      return { json: envelope(orderData()) };
    });
    expect(await world.order()).toMatchObject({ ok: true, value: { state: 'success' } });
    expect([await counted(world), await shown(world)]).toEqual([0, 0]);
  });

  it('when a person records the outcome of the sale that it was sent for', async () => {
    const { world, sale } = await withUnknown();
    await world.receiveWebhook({ product_name: 'Something else' }, { ref: sale.id });
    expect([await counted(world), await shown(world)]).toEqual([1, 1]);
    await world.counter.resolve({ id: sale.id, outcome: 'success', note: 'seen at the provider' });
    expect([await counted(world), await shown(world)]).toEqual([0, 0]);
  });

  it('when a person has dealt with one', async () => {
    const { world } = await withPending();
    await world.receiveWebhook({}, { event: 'balance.update' });
    const [one] = await world.journal.quarantined(1);
    const at = '2026-03-10T03:00:01.000Z';
    await world.journal.commit({
      sale: null,
      event: { type: 'webhook.dismissed', at, actor: 'supervisor', data: { quarantined: one?.seq ?? 0 }, bodies: [] },
    });
    expect([await counted(world), await shown(world)]).toEqual([0, 0]);
    expect(await world.quarantined()).toEqual(['other_event']);
  });
});

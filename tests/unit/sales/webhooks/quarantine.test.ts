import { describe, expect, it } from 'vitest';
import { listQuarantined } from '../../../../src/main/sales/webhooks/quarantine.ts';
import { type CounterWorld, counterWorld, withPending, withUnknown } from '../../../support/counter-world.ts';
import { envelope, orderData, webhookBody } from '../../../support/provider-answers.ts';

describe('a webhook is quarantined, shown and discarded', () => {
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
  ])('as %s: %o %o', async (reason, fields, options) => {
    const { world, sale, now } = await withPending();
    const cursor = await world.receiveWebhook(fields, { ref: sale.id, ...options });
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
      message: 'a webhook was quarantined',
      facts: { reason: 'customer_differs' },
    });
  });
});

describe('the count of quarantined webhooks falls', () => {
  const counted = async (world: CounterWorld) => (await world.db.openMoney('2026-03-10T00:00:00.000Z')).quarantined;
  const quarantinedCount = async (world: CounterWorld) => (await world.db.quarantined(50, undefined, true)).length;

  it('when one is applied after all', async () => {
    const world = await counterWorld();
    world.say('order', async () => {
      await world.receiveWebhook({});
      expect(await counted(world)).toBe(1);
      return { json: envelope(orderData()) };
    });
    expect(await world.order()).toMatchObject({ ok: true, value: { state: 'success' } });
    expect([await counted(world), await quarantinedCount(world)]).toEqual([0, 0]);
  });

  it('when a person records the outcome of the sale that it was sent for', async () => {
    const { world, sale } = await withUnknown();
    await world.receiveWebhook({ product_name: 'Something else' }, { ref: sale.id });
    expect([await counted(world), await quarantinedCount(world)]).toEqual([1, 1]);
    await world.counter.resolve({ id: sale.id, outcome: 'success', note: 'seen at the provider' });
    expect([await counted(world), await quarantinedCount(world)]).toEqual([0, 0]);
  });

  it('when a person has dealt with one', async () => {
    const { world } = await withPending();
    await world.receiveWebhook({}, { event: 'balance.update' });
    const [one] = await world.db.quarantined(1);
    const at = '2026-03-10T03:00:01.000Z';
    await world.db.commit({
      sale: null,
      event: { type: 'webhook.dismissed', at, actor: 'supervisor', data: { quarantined: one?.seq ?? 0 }, bodies: [] },
    });
    expect([await counted(world), await quarantinedCount(world)]).toEqual([0, 0]);
    expect(await world.quarantined()).toEqual(['other_event']);
  });
});

describe('webhooks that no key signed', () => {
  const hour = 60 * 60_000;
  const forged = { signed: false, signature: '00'.repeat(32) };

  it('a flood of forged webhooks about a sale disputes nothing, and the genuine one behind it is applied', async () => {
    const { world, sale, now } = await withPending();
    for (let n = 0; n < 700; n++) {
      await world.receiveWebhook(
        { status: n % 2 === 0 ? 'failed' : 'success', sn: `F${n}` },
        { ref: sale.id, ...forged },
      );
    }
    // The first one is recorded as a webhook that no key fits.
    expect(await now()).toEqual({ ...sale, revision: sale.revision + 1 });
    const cursor = await world.receiveWebhook({ sn: 'SN-0002' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', sn: 'SN-0002' });
    expect(await world.cursor()).toBe(cursor);
  });

  it('keeps the first of a flood whole, counts the rest, and the log hardly grows any more', async () => {
    const { world } = await withPending();
    for (let n = 0; n < 500; n++) await world.receiveWebhook({ sn: `F${n}` }, forged);
    const full = (await world.db.head()).seq;
    const before = await world.cursor();
    let last = '';
    for (let n = 0; n < 999; n++) last = await world.receiveWebhook({ sn: `G${n}` }, forged);
    expect((await world.db.head()).seq).toBe(full);
    expect(await world.cursor()).toBe(before);
    last = await world.receiveWebhook({ sn: 'the thousandth' }, forged);
    expect((await world.db.head()).seq).toBe(full + 1);
    expect(await world.cursor()).toBe(last);
  });

  it('large ones use up sooner what is kept whole', async () => {
    const { world } = await withPending();
    const raw = new Uint8Array(60_000).fill(0x20);
    for (let n = 0; n < 20; n++) await world.receiveWebhook({}, { raw, ...forged });
    const count = (await world.db.quarantined(200)).length;
    expect(count).toBeGreaterThan(10);
    expect(count).toBeLessThan(20);
  });

  it('a trickle is kept whole for ever, as where the shop’s own key is wrong', async () => {
    const { world } = await withPending();
    for (let n = 0; n < 600; n++) {
      world.pass(hour / 60);
      await world.receiveWebhook({ sn: `F${n}` }, forged);
    }
    expect((await world.db.unverified(1000)).length).toBe(600);
  });

  it('a webhook that came before its order’s answer is applied though forged ones came between', async () => {
    const { world, sale } = await withUnknown();
    expect(sale.state).toBe('unknown');
    world.say('order', async () => {
      await world.receiveWebhook({ transaction_id: 'T-7', customer_no: '081234567893', sn: 'SN-7' });
      for (let n = 0; n < 80; n++) await world.receiveWebhook({ transaction_id: 'T-7', sn: `F${n}` }, forged);
      return { json: { status: 'success', message: 'OK', data: { transaction_id: 'T-7', status: 'pending' } } };
    });
    const other = await world.ordered({ customerNo: '081234567893' });
    expect(other).toMatchObject({ state: 'success', sn: 'SN-7' });
  });

  it('forged ones take at most half of the list that the screen shows', async () => {
    const { world } = await withPending();
    for (let n = 0; n < 6; n++) await world.receiveWebhook({ transaction_id: `X-${n}` }, { ref: 'nobody' });
    for (let n = 0; n < 20; n++) await world.receiveWebhook({ sn: `F${n}` }, forged);
    const reasons = (await listQuarantined(world.db, 10)).map(({ reason }) => reason);
    expect(reasons).toEqual([...Array(5).fill('bad_signature'), ...Array(5).fill('no_such_sale')]);
    expect(await listQuarantined(world.db, 50)).toHaveLength(26);
    expect(await listQuarantined(world.db, 1)).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { webhookBody } from '../../support/answers.ts';
import { withPending, withUnknown } from '../../support/counter-sales.ts';
import { counterWorld } from '../../support/counter-world.ts';

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
    const cursor = await world.hear(fields, { ref: sale.id, ...how });
    expect(await now()).toMatchObject({ state: 'pending', transactionId: 'T-1' });
    expect(await world.setAside()).toEqual([reason]);
    expect(await world.cursor()).toBe(cursor);
    await world.hear({ sn: 'SN-0002' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', sn: 'SN-0002' });
  });

  it('as no_such_sale', async () => {
    const { world, now } = await withPending();
    const cursor = await world.hear({ transaction_id: 'T-77' }, { ref: 'nobody' });
    expect(await now()).toMatchObject({ state: 'pending' });
    expect(await world.setAside()).toEqual(['no_such_sale']);
    expect(await world.cursor()).toBe(cursor);
  });

  it('and is applied when it comes again with the right signature', async () => {
    const { world, sale, now } = await withPending();
    await world.hear({}, { ref: sale.id, signed: false });
    await world.hear({}, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success' });
  });

  it('with the ref and customer of one sale and the id of another, both confirmed by their answers, and changes neither', async () => {
    const { world, sale, now } = await withPending();
    world.says.order({ transaction_id: 'T-2' });
    const other = await world.ordered({ customerNo: '081234567891' });
    await world.hear({ transaction_id: 'T-2' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'pending', transactionId: 'T-1' });
    expect(await world.stored(other.id)).toMatchObject({ state: 'pending', transactionId: 'T-2' });
    expect(await world.setAside()).toEqual(['id_of_another_sale']);
  });

  it('at an earlier sale’s address, and is applied where it comes to its own: that one was begun before', async () => {
    const { world, sale, now } = await withPending();
    await world.hear({ status: 'failed', sn: '' }, { ref: sale.id });
    world.says.order({ transaction_id: 'T-2' });
    const next = await world.ordered({ allowDuplicate: true });
    await world.hear({ transaction_id: 'T-2' }, { ref: sale.id });
    await world.hear({ transaction_id: 'T-2' }, { ref: next.id });
    expect(await now()).toMatchObject({ state: 'failed', transactionId: 'T-1' });
    expect(await world.stored(next.id)).toMatchObject({ state: 'success', transactionId: 'T-2' });
  });

  it('with the ref of a sale of another customer', async () => {
    const { world, sale, now } = await withUnknown();
    await world.hear({ transaction_id: 'T-2', customer_no: '081234567891' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'unknown' });
    expect(await world.setAside()).toEqual(['customer_differs']);
  });

  it.each(['failed', 'pending'])('about a bill that was never paid, when it says %s', async (status) => {
    const world = await counterWorld();
    const bill = await world.inquired();
    const fields = { transaction_id: 'B-1', customer_no: '530000000001', product_name: 'PLN Pascabayar', status };
    await world.hear(fields);
    expect(await world.stored(bill.id)).toMatchObject({ state: 'inquired' });
    expect(await world.setAside()).toEqual(['not_sent_by_us']);
  });

  it('without a customer’s data in the log', async () => {
    const { world, sale } = await withPending();
    await world.hear({ customer_no: '089999999999' }, { ref: sale.id });
    expect(world.log.lines).toContainEqual({
      level: 'warn',
      what: 'a webhook was set aside',
      facts: { reason: 'customer_differs' },
    });
  });
});

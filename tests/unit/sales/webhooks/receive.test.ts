import { describe, expect, it } from 'vitest';
import type { RestoredJournal } from '../../../../src/main/db/change.ts';
import type { ShopDatabase } from '../../../../src/main/runtime/shop-database.ts';
import { isErased } from '../../../../src/shared/domain/erasure.ts';
import { counterWorld, withBill, withPending } from '../../../support/counter-world.ts';

describe('a webhook of a sale that the database does not have', () => {
  const restored: RestoredJournal = {
    at: '2026-03-10T02:00:00.000Z',
    reason: 'copy',
    acceptedAt: null,
    upTo: '2026-03-09T20:00:00.000Z',
    earlier: [{ upTo: '2026-02-01T00:00:00.000Z', at: '2026-02-03T00:00:00.000Z' }],
  };
  const inRestored = (db: ShopDatabase): ShopDatabase => ({ ...db, restored });

  /** An id of ours as it was made at that moment. */
  function madeAt(time: string): string {
    const digits = Date.parse(time).toString(16).padStart(12, '0');
    return `${digits.slice(0, 8)}-${digits.slice(8)}-7abc-8abc-0123456789ab`;
  }
  const lost = madeAt('2026-03-09T22:00:00.000Z');

  it('an order that the copy did not know is taken over as unknown, with what its webhook says', async () => {
    const world = await counterWorld({ wrap: inRestored });
    const cursor = await world.receiveWebhook({ transaction_id: 'T-77', customer_no: '081200001111' }, { ref: lost });
    expect(await world.stored(lost)).toMatchObject({
      state: 'unknown',
      kind: 'prepaid',
      customerNo: '081200001111',
      transactionId: 'T-77',
      transactionIdFrom: 'webhook',
      createdAt: '2026-03-09T22:00:00.000Z',
      receiptNo: null,
      sn: null,
    });
    expect(await world.events(lost)).toEqual(['sale.created_from_webhook']);
    expect(await world.cursor()).toBe(cursor);
    expect(await world.quarantined()).toEqual([]);
    expect(world.published.at(-1)?.id).toBe(lost);
  });

  it('so is one that a restore before this one had lost', async () => {
    const world = await counterWorld({ wrap: inRestored });
    const before = madeAt('2026-02-02T00:00:00.000Z');
    await world.receiveWebhook({ transaction_id: 'T-77' }, { ref: before });
    expect(await world.stored(before)).toMatchObject({ state: 'unknown', transactionId: 'T-77' });
  });

  it.each([
    ['stood years behind at the restore', { at: '2020-01-01T00:00:00.000Z' }],
    ['ran a year ahead when the copy was made', { upTo: '2027-03-09T20:00:00.000Z' }],
  ])('so is one of a computer whose clock %s', async (_which, wrong) => {
    const world = await counterWorld({ wrap: (db) => ({ ...db, restored: { ...restored, ...wrong } }) });
    await world.receiveWebhook({ transaction_id: 'T-77' }, { ref: lost });
    expect(await world.stored(lost)).toMatchObject({ state: 'unknown', transactionId: 'T-77' });
    await world.receiveWebhook({ transaction_id: 'T-78' }, { ref: madeAt('2026-03-20T00:00:00.000Z') });
    expect(await world.quarantined()).toEqual(['no_such_sale']);
  });

  it('its product and number are locked where the product is known by its name', async () => {
    const world = await counterWorld({ wrap: inRestored });
    await world.counter.product({ productCode: 'TSEL10' });
    const name = (await world.db.knownProducts())[0]?.product.productName;
    await world.receiveWebhook(
      { customer_no: '081234567890', product_name: name, product_code: undefined },
      { ref: lost },
    );
    expect(await world.order()).toMatchObject({ ok: false, error: { code: 'in_flight' } });
  });

  it('the same webhook again does nothing, a further one settles it', async () => {
    const world = await counterWorld({ wrap: inRestored });
    const payload = { transaction_id: 'T-77', status: 'pending', sn: '' };
    await world.receiveWebhook(payload, { ref: lost });
    await world.receiveWebhook(payload, { ref: lost });
    expect(await world.stored(lost)).toMatchObject({ state: 'unknown', revision: 1 });
    await world.receiveWebhook({ transaction_id: 'T-77', status: 'success' }, { ref: lost });
    expect(await world.stored(lost)).toMatchObject({ state: 'success' });
  });

  it('a person can settle it', async () => {
    const world = await counterWorld({ wrap: inRestored });
    await world.receiveWebhook({ transaction_id: 'T-77' }, { ref: lost });
    expect(
      await world.counter.resolve({ id: lost, outcome: 'success', sn: 'SN-9', note: 'seen at the provider' }),
    ).toMatchObject({ ok: true, value: { state: 'success', sn: 'SN-9' } });
  });

  it.each([
    ['was made before the copy', madeAt('2026-03-01T00:00:00.000Z')],
    ['was made after the restore', madeAt('2026-03-20T00:00:00.000Z')],
    ['is none of ours', 'shop-2-order-17'],
    ['is missing', null],
  ])('a webhook whose ref %s is quarantined', async (_why, ref) => {
    const world = await counterWorld({ wrap: inRestored });
    await world.receiveWebhook({ transaction_id: 'T-77' }, { ref });
    expect(await world.quarantined()).toEqual(['no_such_sale']);
  });

  it('one that is not signed is quarantined, and so is any in a database that was never restored', async () => {
    const world = await counterWorld({ wrap: inRestored });
    await world.receiveWebhook({ transaction_id: 'T-77' }, { ref: lost, signed: false });
    expect(await world.quarantined()).toEqual(['bad_signature']);
    const plain = await counterWorld();
    await plain.receiveWebhook({ transaction_id: 'T-77' }, { ref: lost });
    expect(await plain.quarantined()).toEqual(['no_such_sale']);
  });

  it('an old webhook sent to a made-up ref makes no second sale', async () => {
    const world = await counterWorld({ wrap: inRestored });
    const { id } = await world.ordered();
    await world.receiveWebhook({}, { ref: id });
    const before = await world.stored(id);
    await world.receiveWebhook({}, { ref: lost });
    expect(await world.db.get(lost)).toBeNull();
    expect(await world.stored(id)).toEqual(before);
  });
});

describe('a webhook of an erased customer', () => {
  const at = '2026-03-11T03:00:00.000Z';

  /** An order that succeeded, and whose customer was erased afterwards. */
  async function erasedSale() {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({ sn: 'SN-0001' }, { ref: sale.id });
    const { customers } = world.db;
    await customers.begin({ customerNo: sale.customerNo, note: 'asked for it', at });
    while ((await customers.eraseNext(at)).length > 0);
    const erase = async () => {
      while ((await customers.eraseNext(at)).length > 0);
    };
    return { world, sale, now, erase };
  }

  it('a webhook that comes again for an erased customer brings nothing back', async () => {
    const { world, sale, now } = await erasedSale();
    await world.receiveWebhook({ sn: 'SN-0001' }, { ref: sale.id });
    await world.receiveWebhook({ sn: 'SN-0002' }, { ref: sale.id });
    await world.receiveWebhook({ status: 'pending', sn: '' }, { ref: sale.id });
    const stands = await now();
    expect(stands).toMatchObject({ state: 'success', sn: null, message: null });
    const bodies = (await world.db.timeline(sale.id))
      .flatMap(({ bodies }) => bodies)
      .filter(({ text }) => text !== null);
    expect(new Set(bodies.map(({ role }) => role))).toEqual(new Set(['snapshot']));
    expect(JSON.stringify(await world.db.timeline(sale.id))).not.toContain(sale.customerNo);
    expect(await world.quarantined()).toEqual([]);
  });

  it('one that contradicts makes a dispute all the same, and its words go once that is settled', async () => {
    const { world, sale, now, erase } = await erasedSale();
    await world.receiveWebhook({ status: 'failed', sn: '' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'disputed' });
    await erase();
    expect(JSON.stringify(await world.db.timeline(sale.id))).toContain(sale.customerNo);
    const settled = await world.counter.resolve({ id: sale.id, outcome: 'success', note: 'seen at the provider' });
    expect(settled.ok).toBe(true);
    await erase();
    expect(JSON.stringify(await world.db.timeline(sale.id))).not.toContain(sale.customerNo);
    expect(isErased(await now())).toBe(true);
  });

  it('one of another number is quarantined: the customer is still recognised', async () => {
    const { world, sale, now, erase } = await erasedSale();
    await world.receiveWebhook({ customer_no: '081111111111', status: 'failed', sn: '' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success' });
    await erase();
    expect(await world.quarantined()).toEqual(['customer_differs']);
    expect(JSON.stringify(await world.db.timeline(sale.id))).toContain('081111111111');
  });

  it('the same product for the erased customer on that day is asked about', async () => {
    const { world, now } = await erasedSale();
    expect(isErased(await now())).toBe(true);
    const again = await world.order();
    expect(again).toMatchObject({ ok: false, error: { code: 'duplicate' } });
  });

  it('its dispute can be recorded as failed by reading back the number, which is recognised', async () => {
    const { world, sale, now } = await erasedSale();
    await world.receiveWebhook({ status: 'failed', sn: '' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'disputed' });
    const failed = (customerNo: string) =>
      world.counter.resolve({
        id: sale.id,
        outcome: 'failed',
        note: 'seen at the provider',
        readBack: { customerNo, amount: 12_000 },
      });
    expect(await failed('081111111111')).toMatchObject({ error: { reason: 'read_back_differs' } });
    expect(await failed(sale.customerNo)).toMatchObject({ ok: true, value: { state: 'failed' } });
  });

  it('who was erased before paying a bill may ask for it again, though the provider names it under the same id', async () => {
    const { world, bill } = await withBill();
    const { customers } = world.db;
    await customers.begin({ customerNo: bill.customerNo, note: 'asked for it', at });
    while ((await customers.eraseNext(at)).length > 0);
    const { productCode, customerNo, transactionId } = bill;
    const again = await world.counter.inquiry({ productCode, customerNo });
    expect(again).toMatchObject({ ok: true, value: { state: 'inquired', customerNo, transactionId } });
    if (!again.ok) return;
    expect(again.value.id).not.toBe(bill.id);
    expect(await world.counter.pay({ id: again.value.id })).toMatchObject({ ok: true, value: { state: 'success' } });
  });
});

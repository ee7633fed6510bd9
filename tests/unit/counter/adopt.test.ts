import { expect, it } from 'vitest';
import type { RestoredJournal } from '../../../src/main/db/sales-store.ts';
import { type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { counterWorld } from '../../support/counter-world.ts';

const restored: RestoredJournal = {
  at: '2026-03-10T02:00:00.000Z',
  reason: 'copy',
  acceptedAt: null,
  upTo: '2026-03-09T20:00:00.000Z',
  earlier: [{ upTo: '2026-02-01T00:00:00.000Z', at: '2026-02-03T00:00:00.000Z' }],
};
const inRestored = (journal: ShopDatabase): ShopDatabase => ({ ...journal, restored });

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
  expect(world.announced.at(-1)?.id).toBe(lost);
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
  const world = await counterWorld({ wrap: (journal) => ({ ...journal, restored: { ...restored, ...wrong } }) });
  await world.receiveWebhook({ transaction_id: 'T-77' }, { ref: lost });
  expect(await world.stored(lost)).toMatchObject({ state: 'unknown', transactionId: 'T-77' });
  await world.receiveWebhook({ transaction_id: 'T-78' }, { ref: madeAt('2026-03-20T00:00:00.000Z') });
  expect(await world.quarantined()).toEqual(['no_such_sale']);
});

it('its product and number are locked where the product is known by its name', async () => {
  const world = await counterWorld({ wrap: inRestored });
  await world.counter.product({ productCode: 'TSEL10' });
  const name = (await world.journal.knownProducts())[0]?.product.productName;
  await world.receiveWebhook(
    { customer_no: '081234567890', product_name: name, product_code: undefined },
    { ref: lost },
  );
  expect(await world.order()).toMatchObject({ ok: false, error: { code: 'in_flight' } });
});

it('the same webhook again does nothing, a further one settles it', async () => {
  const world = await counterWorld({ wrap: inRestored });
  const said = { transaction_id: 'T-77', status: 'pending', sn: '' };
  await world.receiveWebhook(said, { ref: lost });
  await world.receiveWebhook(said, { ref: lost });
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
])('a webhook whose ref %s is set aside', async (_why, ref) => {
  const world = await counterWorld({ wrap: inRestored });
  await world.receiveWebhook({ transaction_id: 'T-77' }, { ref });
  expect(await world.quarantined()).toEqual(['no_such_sale']);
});

it('one that is not signed is set aside, and so is any in a database that was never restored', async () => {
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
  expect(await world.journal.get(lost)).toBeNull();
  expect(await world.stored(id)).toEqual(before);
});

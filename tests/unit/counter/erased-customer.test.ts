import { expect, it } from 'vitest';
import { isErased } from '../../../src/shared/domain/erasure.ts';
import { withBill, withPending } from '../../support/counter-world.ts';

const at = '2026-03-11T03:00:00.000Z';

/** An order that succeeded, and whose customer was erased afterwards. */
async function erasedSale() {
  const { world, sale, now } = await withPending();
  await world.receiveWebhook({ sn: 'SN-0001' }, { ref: sale.id });
  const { customers } = world.journal;
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
  const said = (await world.journal.timeline(sale.id))
    .flatMap(({ bodies }) => bodies)
    .filter(({ text }) => text !== null);
  expect(new Set(said.map(({ role }) => role))).toEqual(new Set(['snapshot']));
  expect(JSON.stringify(await world.journal.timeline(sale.id))).not.toContain(sale.customerNo);
  expect(await world.quarantined()).toEqual([]);
});

it('one that contradicts makes a dispute all the same, and its words go once that is settled', async () => {
  const { world, sale, now, erase } = await erasedSale();
  await world.receiveWebhook({ status: 'failed', sn: '' }, { ref: sale.id });
  expect(await now()).toMatchObject({ state: 'disputed' });
  await erase();
  expect(JSON.stringify(await world.journal.timeline(sale.id))).toContain(sale.customerNo);
  const settled = await world.counter.resolve({ id: sale.id, outcome: 'success', note: 'seen at the provider' });
  expect(settled.ok).toBe(true);
  await erase();
  expect(JSON.stringify(await world.journal.timeline(sale.id))).not.toContain(sale.customerNo);
  expect(isErased(await now())).toBe(true);
});

it('one of another number is set aside: the customer is still recognised', async () => {
  const { world, sale, now, erase } = await erasedSale();
  await world.receiveWebhook({ customer_no: '081111111111', status: 'failed', sn: '' }, { ref: sale.id });
  expect(await now()).toMatchObject({ state: 'success' });
  await erase();
  expect(await world.quarantined()).toEqual(['customer_differs']);
  expect(JSON.stringify(await world.journal.timeline(sale.id))).toContain('081111111111');
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
  const { customers } = world.journal;
  await customers.begin({ customerNo: bill.customerNo, note: 'asked for it', at });
  while ((await customers.eraseNext(at)).length > 0);
  const { productCode, customerNo, transactionId } = bill;
  const again = await world.counter.inquiry({ productCode, customerNo });
  expect(again).toMatchObject({ ok: true, value: { state: 'inquired', customerNo, transactionId } });
  if (!again.ok) return;
  expect(again.value.id).not.toBe(bill.id);
  expect(await world.counter.pay({ id: again.value.id })).toMatchObject({ ok: true, value: { state: 'success' } });
});

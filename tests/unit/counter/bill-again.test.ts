import { expect, it } from 'vitest';
import { counterWorld, refusal, saleOf } from '../../support/counter-world.ts';

const said = { transaction_id: 'B-1', customer_no: '530000000001', product_name: 'PLN Pascabayar' };

/** A bill whose payment the provider answered with "Gagal", inquired anew under the same id. */
async function withFailedBill() {
  const world = await counterWorld();
  const failed = await world.inquired();
  world.says.pay({ status: 'Gagal', sn: '' });
  await world.counter.pay({ id: failed.id });
  expect(await world.stored(failed.id)).toMatchObject({ state: 'failed', refused: false });
  world.says.pay({});
  return { world, failed: await world.stored(failed.id) };
}

it('pays a bill again whose payment the provider itself called failed, as a sale of its own', async () => {
  const { world, failed } = await withFailedBill();
  const again = await world.inquired();
  expect(again).toMatchObject({ state: 'inquired', transactionId: 'B-1' });
  expect(again.id).not.toBe(failed.id);
  expect(await world.counter.pay({ id: again.id })).toMatchObject({ ok: true, value: { state: 'success' } });
  expect(await world.stored(failed.id)).toEqual(failed);
  // And no third time.
  expect(await world.counter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001' })).toMatchObject({
    error: { reason: 'already_settled', transaction: { id: again.id } },
  });
});

it('refreshes the new inquiry when it is asked for again', async () => {
  const { world } = await withFailedBill();
  const again = await world.inquired();
  expect(await world.inquired()).toMatchObject({ id: again.id });
});

it('inquires anew after an inquiry that failed under the id', async () => {
  const world = await counterWorld();
  world.says.inquiry({ status: 'failed' });
  const none = await world.inquired();
  world.says.inquiry({});
  const bill = await world.inquired();
  expect([none.state, bill.state]).toEqual(['failed', 'inquired']);
  await world.counter.pay({ id: bill.id });
  await world.receiveWebhook({ ...said, sn: 'SN-1' });
  expect(await world.quarantined()).toEqual([]);
});

it('does not pay again what was refused in words', async () => {
  const world = await counterWorld();
  const bill = await world.inquired();
  world.say('pay', refusal);
  await world.counter.pay({ id: bill.id });
  expect(await world.counter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001' })).toMatchObject({
    error: { code: 'not_allowed', reason: 'already_settled' },
  });
});

it('does not pay again what only a person called failed', async () => {
  const world = await counterWorld();
  const bill = await world.inquired();
  world.say('pay', { kind: 'lost', reason: 'reset' });
  await world.counter.pay({ id: bill.id });
  await world.counter.resolve({ id: bill.id, outcome: 'failed', note: 'says the dashboard' });
  expect(await world.counter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001' })).toMatchObject({
    error: { code: 'not_allowed', reason: 'already_settled' },
  });
});

it('applies a webhook that fits both payments to neither, and asks before the bill is paid twice', async () => {
  const { world, failed } = await withFailedBill();
  const again = await world.inquired();
  await world.receiveWebhook({ ...said, status: 'success', sn: 'SN-OLD' });
  expect(await world.quarantined()).toEqual(['fits_two_bills']);
  expect((await world.stored(failed.id)).state).toBe('failed');
  expect(await world.stored(again.id)).toMatchObject({ state: 'inquired', flags: ['maybe_paid_twice'] });
  expect(await world.counter.pay({ id: again.id })).toMatchObject({
    error: { code: 'duplicate', other: { id: failed.id }, transaction: { id: again.id } },
  });
  expect(world.times('pay')).toBe(1);
  const paid = await world.counter.pay({ id: again.id, allowDuplicate: true, duplicateOf: failed.id });
  expect(saleOf(paid).state).toBe('success');
});

it('warns of a double payment when a success comes that is not the one of the second payment', async () => {
  const { world } = await withFailedBill();
  const again = saleOf(await world.counter.pay({ id: (await world.inquired()).id }));
  await world.receiveWebhook({ ...said, status: 'success', sn: again.sn });
  expect((await world.stored(again.id)).flags).toEqual([]);
  await world.receiveWebhook({ ...said, status: 'success', sn: 'SN-OLD' });
  expect(await world.stored(again.id)).toMatchObject({ state: 'success', flags: ['maybe_paid_twice'] });
  await world.receiveWebhook({ ...said, status: 'failed', sn: '' });
  expect((await world.stored(again.id)).state).toBe('success');
});

import { describe, expect, it } from 'vitest';
import { registry } from '../../../src/shared/contract/registry.ts';
import { maxBillAmount } from '../../../src/shared/domain/bounds.ts';
import { readEntry } from '../../../src/shared/domain/entry.ts';
import {
  counterWorld,
  held,
  lost,
  neverSent,
  type Reply,
  refusal,
  saleOf,
  withBill,
} from '../../support/counter-world.ts';
import { envelope, paymentData } from '../../support/provider-answers.ts';

describe('paying a bill', () => {
  it('sends once exactly the id, product and number of the inquiry, and keeps the proof', async () => {
    const { world, pay } = await withBill();
    expect(await pay({ tendered: 200_000 })).toMatchObject({
      ok: true,
      value: {
        state: 'success',
        sn: 'SN-0001',
        price: 152_500,
        total: 155_000,
        tendered: 200_000,
        change: 45_000,
        flags: [],
        refused: false,
      },
    });
    expect(world.times('pay')).toBe(1);
    expect(world.requests.at(-1)?.body).toStrictEqual({
      transaction_id: 'B-1',
      product_code: 'PLNPOST',
      customer_no: '530000000001',
    });
  });

  it('puts the full name of the customer in the place of the masked one', async () => {
    const { bill, pay } = await withBill();
    expect(bill.customerName).toBe('NAMA CON***');
    expect(saleOf(await pay()).customerName).toBe('NAMA CONTOH');
  });

  it.each([null, '', ' '])('keeps the masked name when the payment names %j', async (customer_name) => {
    const { world, pay } = await withBill();
    world.says.pay({ customer_name });
    expect(await pay()).toMatchObject({ ok: true, value: { customerName: 'NAMA CON***' } });
  });

  it.each(['', '-', '0', ' ', '000'])('is a success without a serial number when sn is %j', async (sn) => {
    const { world, pay } = await withBill();
    world.says.pay({ sn });
    expect(await pay()).toMatchObject({ ok: true, value: { state: 'success', sn: null } });
  });

  it('is failed when the payment service says Gagal, and keeps the price of the inquiry', async () => {
    const { world, pay } = await withBill();
    world.says.pay({ status: 'Gagal', sn: '', price: 0, message: 'Tagihan sudah dibayar' });
    expect(await pay({ tendered: 155_000 })).toMatchObject({
      ok: false,
      error: {
        code: 'provider_refused',
        reason: 'failed',
        providerMessage: 'Tagihan sudah dibayar',
        transaction: { state: 'failed', sn: null, price: 152_500, total: 155_000, flags: [], receiptNo: null },
      },
    });
  });

  it('is failed and marked refused when the envelope says no', async () => {
    const { world, pay } = await withBill();
    world.say('pay', refusal);
    expect(await pay()).toMatchObject({
      ok: false,
      error: { code: 'provider_refused', reason: 'refused', transaction: { state: 'failed', refused: true } },
    });
  });

  it('flags another price than the inquiry named, and leaves what the customer paid', async () => {
    const { world, pay } = await withBill();
    world.says.pay({ price: 155_000 });
    expect(await pay()).toMatchObject({
      ok: true,
      value: { state: 'success', price: 155_000, total: 155_000, flags: ['price_differs'] },
    });
  });

  it('flags another product', async () => {
    const { world, pay } = await withBill();
    world.says.pay({ product_code: 'PLNPRE' });
    const { flags } = saleOf(await pay());
    expect(flags).toContain('product_differs');
  });

  it.each<[string, Reply]>([
    ['another customer', { json: envelope(paymentData({ customer_no: '530000000009' })) }],
    ['another transaction', { json: envelope(paymentData({ transaction_id: 'B-9' })) }],
    ['no price', { json: envelope(paymentData({ price: undefined })) }],
    ['a result wrapped once', { json: envelope(paymentData().data) }],
    ['nothing', lost],
  ])('is unknown when the answer is about %s', async (_, reply) => {
    const { world, pay } = await withBill();
    world.say('pay', reply);
    expect(await pay()).toMatchObject({
      ok: false,
      error: { code: 'outcome_unknown', transaction: { state: 'unknown', sn: null } },
    });
    expect(await pay()).toMatchObject({ ok: false, error: { code: 'in_flight' } });
    expect(world.times('pay')).toBe(1);
  });

  it('makes the bill inquired again when nothing was sent, and it may be paid then', async () => {
    const { world, pay } = await withBill();
    world.say('pay', neverSent);
    expect(await pay({ tendered: 160_000 })).toMatchObject({
      ok: false,
      error: {
        code: 'provider_unreachable',
        reason: 'never_sent',
        transaction: { state: 'inquired', tendered: null, change: null, sentAt: null },
      },
    });
    world.says.pay({});
    expect(await pay()).toMatchObject({ ok: true, value: { state: 'success' } });
  });

  it('of more periods than can be added up leaves the books readable: its admin fee is not known', async () => {
    const world = await counterWorld();
    const period = { period: 'JAN 2026', bill_value: '1', price_admin: '999999999999' };
    world.says.inquiry({ description: { bill_sheet: 1, details: Array.from({ length: 10_000 }, () => period) } });
    const bill = await world.inquired();
    expect(await world.counter.pay({ id: bill.id })).toMatchObject({ ok: true, value: { state: 'success' } });
    const { day } = bill;
    expect(await world.db.books.slices({ by: 'day', from: day, to: day })).toMatchObject([
      { sums: { success: 1, turnover: 155_000, admin: 0, admins: 0 } },
    ]);
  });
});

it('a bill above a hundred million is paid with cash and read back', async () => {
  const world = await counterWorld();
  world.says.inquiry({ price: 150_000_000 });
  const bill = await world.inquired();
  const tendered = 160_000_000;
  expect(registry.pay.input.safeParse({ id: bill.id, total: bill.total, tendered }).success).toBe(true);
  world.say('pay', lost);
  expect(await world.counter.pay({ id: bill.id, tendered })).toMatchObject({ error: { code: 'outcome_unknown' } });
  const readBack = { customerNo: bill.customerNo, amount: bill.total ?? 0 };
  const record = { id: bill.id, outcome: 'failed' as const, note: 'not in the list', readBack };
  expect(registry['transactions.resolve'].input.safeParse(record).success).toBe(true);
  expect(await world.counter.resolve(record)).toMatchObject({ value: { state: 'failed' } });
  expect(readEntry('150.000.000', 'tendered', maxBillAmount)).toEqual({ is: 'amount', amount: 150_000_000 });
});

const minute = 60_000;

describe('a bill is not paid', () => {
  it('when there is no such sale', async () => {
    const { world } = await withBill();
    expect(await world.counter.pay({ id: 'nothing' })).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('when it is an order', async () => {
    const { world } = await withBill();
    const { id } = await world.ordered();
    expect(await world.counter.pay({ id })).toMatchObject({
      ok: false,
      error: { code: 'not_allowed', reason: 'not_postpaid', transaction: { id } },
    });
  });

  it('once its inquiry is as old as the shop allows', async () => {
    const { world, bill, pay } = await withBill();
    world.pass(15 * minute);
    expect(await pay()).toMatchObject({
      ok: false,
      error: { code: 'inquiry_expired', transaction: { id: bill.id, state: 'expired' } },
    });
    expect(await pay()).toMatchObject({ ok: false, error: { code: 'inquiry_expired' } });
    expect(world.times('pay')).toBe(0);
  });

  it('and is still paid a millisecond before that', async () => {
    const { world, pay } = await withBill();
    world.pass(15 * minute - 1);
    expect(await pay()).toMatchObject({ ok: true });
  });

  it('after midnight of the payment service, however young its inquiry', async () => {
    const world = await counterWorld({ now: '2026-03-10T16:59:59.000Z' });
    world.rules.timeZone = 'Asia/Jayapura';
    const { id } = await world.inquired();
    world.pass(1000);
    expect(await world.counter.pay({ id })).toMatchObject({ ok: false, error: { code: 'inquiry_expired' } });
  });

  it('and is paid across midnight of the shop where the payment service has another', async () => {
    const world = await counterWorld({ now: '2026-03-10T14:59:59.000Z' });
    world.rules.timeZone = 'Asia/Jayapura';
    const bill = await world.inquired();
    world.pass(1000);
    expect(bill.day).toBe('2026-03-10');
    expect(await world.counter.pay({ id: bill.id })).toMatchObject({ ok: true, value: { day: '2026-03-11' } });
  });

  it('when the clock was set back since the inquiry', async () => {
    const { world, pay } = await withBill();
    world.pass(-1);
    expect(await pay()).toMatchObject({ ok: false, error: { code: 'inquiry_expired' } });
  });

  it('when a later inquiry names another amount', async () => {
    const { world, bill, pay } = await withBill();
    world.says.inquiry({ transaction_id: 'B-2', price: 160_000 });
    const newer = await world.inquired();
    expect(await pay()).toMatchObject({
      ok: false,
      error: { code: 'price_changed', transaction: { id: bill.id }, other: { id: newer.id, total: 162_500 } },
    });
    expect(world.times('pay')).toBe(0);
  });

  it('but is paid when a later inquiry names the same amount', async () => {
    const { world, pay } = await withBill();
    world.says.inquiry({ transaction_id: 'B-2' });
    await world.inquired();
    expect(await pay()).toMatchObject({ ok: true });
  });

  it('and is paid when an inquiry that seems later was made before the clock was set back', async () => {
    const { world, bill: early, pay } = await withBill();
    world.pass(-60 * minute);
    world.says.inquiry({ transaction_id: 'B-2', price: 160_000 });
    world.says.pay({ transaction_id: 'B-2', price: 160_000 });
    const { id } = await world.inquired();
    expect(await world.counter.pay({ id })).toMatchObject({ ok: true, value: { total: 162_500 } });
    expect(await pay()).toMatchObject({ ok: false, error: { transaction: { id: early.id, state: 'expired' } } });
  });

  it('by an older inquiry when the newer one is the one that was refreshed last', async () => {
    const { world, bill } = await withBill();
    world.pass(1000);
    world.says.inquiry({ transaction_id: 'B-2' });
    const second = await world.inquired();
    world.pass(1000);
    world.says.inquiry({ transaction_id: 'B-1', price: 160_000 });
    expect(await world.inquired()).toMatchObject({ id: bill.id, total: 162_500 });
    expect(await world.counter.pay({ id: second.id })).toMatchObject({ ok: false, error: { code: 'price_changed' } });
    expect(await world.counter.pay({ id: bill.id })).toMatchObject({ ok: true });
  });

  it('when it comes to another total than was read back, also under the same id', async () => {
    const { world, bill } = await withBill();
    world.says.inquiry({ price: 172_500 });
    await world.inquired();
    const input = { id: bill.id, total: 155_000, tendered: 200_000 };
    expect(await world.counter.pay(input)).toMatchObject({
      ok: false,
      error: { code: 'price_changed', other: { id: bill.id, total: 175_000 } },
    });
    expect(world.times('pay')).toBe(0);
    expect(await world.counter.pay({ ...input, total: 175_000 })).toMatchObject({
      ok: true,
      value: { change: 25_000 },
    });
  });

  it('with cash that does not cover the total with the fee', async () => {
    const { bill, pay } = await withBill();
    expect(await pay({ tendered: 154_999 })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', reason: 'too_little_cash', fields: ['tendered'], transaction: { id: bill.id } },
    });
    expect(await pay({ tendered: 155_000 })).toMatchObject({ ok: true, value: { change: 0 } });
  });

  it('twice by a double press', async () => {
    const { world, bill, pay } = await withBill();
    const answer = held<Reply>();
    world.say('pay', () => answer.promise);
    const presses = [pay(), pay()];
    expect(await Promise.race(presses)).toMatchObject({
      ok: false,
      error: { code: 'in_flight', transaction: { id: bill.id, state: 'sending' } },
    });
    answer.release({ json: envelope(paymentData()) });
    const codes = (await Promise.all(presses)).map((one) => (one.ok ? one.value.state : one.error.code));
    expect(codes.toSorted()).toEqual(['in_flight', 'success']);
    expect(world.times('pay')).toBe(1);
  });

  it('again after it was paid', async () => {
    const { world, pay } = await withBill();
    await pay();
    expect(await pay({ allowDuplicate: true })).toMatchObject({
      ok: false,
      error: { code: 'not_allowed', reason: 'already_settled', transaction: { state: 'success' } },
    });
    expect(world.times('pay')).toBe(1);
  });

  it('while another inquiry of the same bill is being paid, whatever the cashier wants', async () => {
    const { world, bill, pay } = await withBill();
    world.says.inquiry({ transaction_id: 'B-2' });
    const second = await world.inquired();
    world.say('pay', lost);
    await pay();
    expect(await world.counter.pay({ id: second.id, allowDuplicate: true })).toMatchObject({
      ok: false,
      error: { code: 'in_flight', other: { id: bill.id }, transaction: { id: second.id, state: 'inquired' } },
    });
  });

  it('a second time across midnight of the shop alone without being asked about it', async () => {
    const world = await counterWorld({ now: '2026-03-10T14:58:00.000Z' });
    world.rules.timeZone = 'Asia/Jayapura';
    const older = await world.inquired();
    world.says.inquiry({ transaction_id: 'B-2' });
    const newer = await world.inquired();
    world.says.pay({ transaction_id: 'B-2' });
    expect(await world.counter.pay({ id: newer.id })).toMatchObject({ ok: true, value: { day: '2026-03-10' } });
    world.pass(4 * minute);
    expect(await world.counter.pay({ id: older.id })).toMatchObject({
      ok: false,
      error: { code: 'duplicate', other: { id: newer.id } },
    });
    expect(world.times('pay')).toBe(1);
    world.says.pay({});
    expect(await world.counter.pay({ id: older.id, allowDuplicate: true })).toMatchObject({
      ok: true,
      value: { day: '2026-03-11', flags: ['repeat_allowed'] },
    });
  });

  it('a third time without being asked about the second, also where that one was inquired before the first', async () => {
    const { world, bill: early } = await withBill();
    const inquired = async (id: string) => {
      world.pass(minute);
      world.says.inquiry({ transaction_id: id });
      return world.inquired();
    };
    const [first, late] = [await inquired('B-2'), await inquired('B-3')];
    world.says.pay({ transaction_id: 'B-2' });
    expect(await world.counter.pay({ id: first.id })).toMatchObject({ ok: true });
    world.pass(minute);
    const allowed = { allowDuplicate: true, duplicateOf: first.id };
    world.says.pay({});
    expect(await world.counter.pay({ id: early.id, ...allowed })).toMatchObject({ ok: true });
    expect(await world.counter.pay({ id: late.id, ...allowed })).toMatchObject({
      ok: false,
      error: { code: 'duplicate', other: { id: early.id } },
    });
    expect(world.times('pay')).toBe(2);
  });

  it('a second time that day without being asked about it', async () => {
    const { world, bill, pay } = await withBill();
    await pay();
    world.says.inquiry({ transaction_id: 'B-2' });
    const second = await world.inquired();
    world.says.pay({ transaction_id: 'B-2', sn: 'SN-0002' });
    expect(await world.counter.pay({ id: second.id })).toMatchObject({
      ok: false,
      error: { code: 'duplicate', other: { id: bill.id }, transaction: { id: second.id } },
    });
    expect(await world.counter.pay({ id: second.id, allowDuplicate: true })).toMatchObject({
      ok: true,
      value: { state: 'success', flags: ['repeat_allowed'] },
    });
  });
});

describe('a bill whose payment failed', () => {
  const payload = { transaction_id: 'B-1', customer_no: '530000000001', product_name: 'PLN Pascabayar' };

  /** A bill whose payment the provider answered with "Gagal", inquired again under the same id. */
  async function withFailedBill() {
    const world = await counterWorld();
    const failed = await world.inquired();
    world.says.pay({ status: 'Gagal', sn: '' });
    await world.counter.pay({ id: failed.id });
    expect(await world.stored(failed.id)).toMatchObject({ state: 'failed', refused: false });
    world.says.pay({});
    world.pass(1000);
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

  it('inquires again after an inquiry that failed under the id', async () => {
    const world = await counterWorld();
    world.says.inquiry({ status: 'failed' });
    const none = await world.inquired();
    world.says.inquiry({});
    const bill = await world.inquired();
    expect([none.state, bill.state]).toEqual(['failed', 'inquired']);
    await world.counter.pay({ id: bill.id });
    await world.receiveWebhook({ ...payload, sn: 'SN-1' });
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
    await world.receiveWebhook({ ...payload, status: 'success', sn: 'SN-OLD' });
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
    await world.receiveWebhook({ ...payload, status: 'success', sn: again.sn });
    expect((await world.stored(again.id)).flags).toEqual([]);
    await world.receiveWebhook({ ...payload, status: 'success', sn: 'SN-OLD' });
    expect(await world.stored(again.id)).toMatchObject({ state: 'success', flags: ['maybe_paid_twice'] });
    await world.receiveWebhook({ ...payload, status: 'failed', sn: '' });
    expect((await world.stored(again.id)).state).toBe('success');
  });
});

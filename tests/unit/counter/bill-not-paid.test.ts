import { describe, expect, it } from 'vitest';
import { counterWorld, held, lost, type Said, withBill } from '../../support/counter-world.ts';
import { envelope, paymentData } from '../../support/provider-answers.ts';

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
    const ask = { id: bill.id, total: 155_000, tendered: 200_000 };
    expect(await world.counter.pay(ask)).toMatchObject({
      ok: false,
      error: { code: 'price_changed', other: { id: bill.id, total: 175_000 } },
    });
    expect(world.times('pay')).toBe(0);
    expect(await world.counter.pay({ ...ask, total: 175_000 })).toMatchObject({ ok: true, value: { change: 25_000 } });
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
    const answer = held<Said>();
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
    const [shown, late] = [await inquired('B-2'), await inquired('B-3')];
    world.says.pay({ transaction_id: 'B-2' });
    expect(await world.counter.pay({ id: shown.id })).toMatchObject({ ok: true });
    world.pass(minute);
    const allowed = { allowDuplicate: true, duplicateOf: shown.id };
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

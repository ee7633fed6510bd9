import { describe, expect, it } from 'vitest';
import { registry } from '../../../src/shared/contract/registry.ts';
import { maxBillAmount, readEntry } from '../../../src/shared/domain/entry.ts';
import { counterWorld, lost, neverSent, refusal, type Said, saleOf, withBill } from '../../support/counter-world.ts';
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
    expect(world.asked.at(-1)?.body).toStrictEqual({
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

  it.each<[string, Said]>([
    ['another customer', { json: envelope(paymentData({ customer_no: '530000000009' })) }],
    ['another transaction', { json: envelope(paymentData({ transaction_id: 'B-9' })) }],
    ['no price', { json: envelope(paymentData({ price: undefined })) }],
    ['a result wrapped once', { json: envelope(paymentData().data) }],
    ['nothing', lost],
  ])('is unknown when the answer is about %s', async (_, said) => {
    const { world, pay } = await withBill();
    world.say('pay', said);
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
    expect(await world.journal.books.slices({ by: 'day', from: day, to: day })).toMatchObject([
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

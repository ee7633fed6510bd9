import { describe, expect, it } from 'vitest';
import { readProduct } from '../../../src/main/sales/lookups.ts';
import { counterWorld, held, lost, neverSent, refusal, type Said } from '../../support/counter-world.ts';
import { envelope, inquiryData, prepaidData } from '../../support/provider-answers.ts';
import { product, productServer } from '../../support/provider-servers.ts';

describe('readProduct', () => {
  it('a product whose every word is as long as an answer may be is kept short; half an address of a picture is none', async () => {
    const server = await productServer();
    const long = '\u{1F4F1}'.repeat(40_000);
    server.says.set('LONG', () => ({
      json: product('LONG', {
        product_name: `x${long}`,
        type: long,
        description: long,
        category: { name: long },
        brand: { name: long, logo: `https://logos.example/${'a'.repeat(5000)}` },
      }),
    }));
    const outcome = await server.provider.product('LONG');
    if (outcome.kind !== 'answered') throw new Error(outcome.kind);
    const kept = readProduct(outcome.value, []);
    expect(kept).toMatchObject({ productCode: 'LONG', logo: null });
    expect(kept.productName).toHaveLength(200);
    expect(kept.productName?.isWellFormed()).toBe(true);
    expect(JSON.stringify(kept).length).toBeLessThan(2500);
  });
});

describe('an inquiry', () => {
  const ask = { productCode: 'PLNPOST', customerNo: '530000000001' };

  it('keeps the bill with its periods, the fee of the shop and the total', async () => {
    const world = await counterWorld();
    expect(await world.counter.inquiry(ask)).toMatchObject({
      ok: true,
      value: {
        kind: 'postpaid',
        state: 'inquired',
        productName: 'PLN Pascabayar',
        brand: 'PLN',
        category: 'Tagihan Listrik',
        customerName: 'NAMA CON***',
        transactionId: 'B-1',
        transactionIdFrom: 'answer',
        price: 152_500,
        fee: 2500,
        total: 155_000,
        bill: { billSheet: 1, details: [{ period: 'JAN 2026', billValue: 150_000, priceAdmin: 2500 }] },
        inquiredAt: '2026-03-10T03:00:00.000Z',
        receiptNo: null,
        flags: [],
      },
    });
    expect(world.asked.at(-1)?.body).toStrictEqual({ product_code: 'PLNPOST', customer_no: '530000000001' });
  });

  it('keeps what was asked and answered', async () => {
    const world = await counterWorld();
    const bill = await world.inquired();
    const [event] = await world.journal.timeline(bill.id);
    expect(event).toMatchObject({ type: 'bill.inquired', data: { faults: [] } });
    expect(event?.bodies.map(({ role }) => role)).toEqual(['request', 'answer', 'snapshot']);
  });

  it('keeps a bill that the payment service answers with failed, as failed', async () => {
    const world = await counterWorld();
    world.says.inquiry({ status: 'failed', message: 'Tagihan tidak ditemukan', price: 0 });
    expect(await world.counter.inquiry(ask)).toMatchObject({
      ok: false,
      error: {
        code: 'provider_refused',
        reason: 'failed',
        providerMessage: 'Tagihan tidak ditemukan',
        transaction: { state: 'failed', refused: false, settledAt: '2026-03-10T03:00:00.000Z' },
      },
    });
  });

  it.each<[string, Said, object]>([
    ['refused', refusal, { code: 'provider_refused', reason: 'refused', providerMessage: 'Saldo tidak cukup' }],
    ['never sent', neverSent, { code: 'provider_unreachable', reason: 'never_sent' }],
    ['lost', lost, { code: 'provider_unreachable', reason: 'no_answer' }],
    ['not JSON', { text: '<html>' }, { code: 'provider_bad_answer', reason: 'unreadable' }],
    [
      'without a price',
      { json: envelope(inquiryData({ price: undefined })) },
      { code: 'provider_bad_answer', fields: ['data.price'] },
    ],
  ])('keeps nothing when the answer is %s', async (_, said, error) => {
    const world = await counterWorld();
    world.say('inquiry', said);
    expect(await world.counter.inquiry(ask)).toMatchObject({ ok: false, error });
    expect((await world.journal.search({})).items).toEqual([]);
  });

  it('flags an answer with faults and keeps what it has', async () => {
    const world = await counterWorld();
    world.says.inquiry({ description: null, brand: null });
    expect(await world.inquired()).toMatchObject({
      brand: 'PLN',
      bill: null,
      total: 155_000,
      flags: ['answer_incomplete'],
    });
  });

  it.each([Number.MAX_SAFE_INTEGER, 1_000_000_000_001])(
    'keeps no bill over %d rupiah: a row that cannot be read again would hide every other sale',
    async (price) => {
      const world = await counterWorld();
      await world.inquired();
      world.says.inquiry({ transaction_id: 'B-2', price });
      expect(await world.counter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001' })).toMatchObject({
        ok: false,
        error: { code: 'provider_bad_answer' },
      });
      expect((await world.journal.search({ limit: 10 })).items).toHaveLength(1);
    },
  );

  it('does not inquire about what is ordered', async () => {
    const world = await counterWorld();
    world.say('product', { json: envelope(prepaidData()) });
    expect(await world.counter.inquiry({ ...ask, productCode: 'TSEL10' })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', reason: 'not_postpaid', fields: ['productCode'] },
    });
  });

  it('does not inquire about an inactive product', async () => {
    const world = await counterWorld();
    world.says.bill({ Status: 'inactive' });
    expect(await world.counter.inquiry(ask)).toMatchObject({ ok: false, error: { code: 'product_inactive' } });
    expect(world.times('inquiry')).toBe(0);
  });

  it('refreshes the same bill when it comes under the same id, and counts its age anew', async () => {
    const world = await counterWorld();
    const first = await world.inquired();
    world.pass(20 * 60_000);
    await world.counter.pay({ id: first.id });
    expect(await world.stored(first.id)).toMatchObject({ state: 'expired' });
    world.says.inquiry({ price: 160_000 });
    expect(await world.inquired()).toMatchObject({
      id: first.id,
      state: 'inquired',
      total: 162_500,
      inquiredAt: '2026-03-10T03:20:00.000Z',
    });
  });

  it('flags a refreshed bill whose answer has faults', async () => {
    const world = await counterWorld();
    await world.inquired();
    world.says.inquiry({ brand: null });
    expect(await world.inquired()).toMatchObject({ flags: ['answer_incomplete'] });
  });

  it('refuses an id that belongs to the bill of another customer', async () => {
    const world = await counterWorld();
    const first = await world.inquired();
    expect(await world.counter.inquiry({ ...ask, customerNo: '530000000002' })).toMatchObject({
      ok: false,
      error: { code: 'provider_bad_answer', reason: 'provider_id_taken', other: { id: first.id } },
    });
  });

  it('says in_flight when the same id comes again while the bill is being paid', async () => {
    const world = await counterWorld();
    const bill = await world.inquired();
    const answer = held<Said>();
    world.say('pay', () => answer.promise);
    const paying = world.counter.pay({ id: bill.id });
    expect(await world.counter.inquiry(ask)).toMatchObject({
      ok: false,
      error: { code: 'in_flight', transaction: { id: bill.id } },
    });
    answer.release(lost);
    await paying;
  });

  it('says that a bill is settled when its id comes again after it was paid', async () => {
    const world = await counterWorld();
    const bill = await world.inquired();
    await world.counter.pay({ id: bill.id });
    expect(await world.counter.inquiry(ask)).toMatchObject({
      ok: false,
      error: { code: 'not_allowed', reason: 'already_settled', transaction: { id: bill.id, state: 'success' } },
    });
  });

  it('makes one bill of two inquiries side by side that are answered with one id', async () => {
    const world = await counterWorld();
    const answer = held<Said>();
    world.say('inquiry', () => answer.promise);
    const asking = [world.inquired(), world.inquired()];
    answer.release({ json: envelope(inquiryData()) });
    const [one, other] = await Promise.all(asking);
    expect(other?.id).toBe(one?.id);
    expect((await world.journal.search({})).items).toHaveLength(1);
  });
});

async function unknownBill() {
  const world = await counterWorld();
  const bill = await world.inquired();
  world.say('pay', lost);
  await world.counter.pay({ id: bill.id });
  const asked = world.times('pay');
  return { world, id: bill.id, asked };
}

describe('a fresh inquiry of an unknown bill', () => {
  it('that finds the bill gone suggests that it was paid, and changes nothing', async () => {
    const { world, id, asked } = await unknownBill();
    world.says.inquiry({ status: 'failed', message: 'Tagihan sudah terbayar' });
    expect(await world.counter.evidence(id)).toMatchObject({
      ok: true,
      value: { finding: 'bill_gone', message: 'Tagihan sudah terbayar', price: null },
    });
    expect((await world.stored(id)).state).toBe('unknown');
    expect(world.times('pay')).toBe(asked);
  });

  it('that is refused is read as gone too', async () => {
    const { world, id } = await unknownBill();
    world.say('inquiry', refusal);
    expect(await world.counter.evidence(id)).toMatchObject({ value: { finding: 'bill_gone' } });
  });

  it('that still finds it says what it costs now, and makes no bill that could be paid', async () => {
    const { world, id } = await unknownBill();
    world.says.inquiry({ transaction_id: 'ANOTHER-1', price: 99_000 });
    expect(await world.counter.evidence(id)).toMatchObject({ value: { finding: 'bill_still_there', price: 99_000 } });
    expect((await world.journal.search({ states: ['inquired'] })).items).toEqual([]);
  });

  it('that is not answered says so', async () => {
    const { world, id } = await unknownBill();
    world.say('inquiry', lost);
    expect(await world.counter.evidence(id)).toMatchObject({ value: { finding: 'no_answer' } });
  });

  it('stands in the story of the sale, word for word', async () => {
    const { world, id } = await unknownBill();
    await world.counter.evidence(id);
    const event = (await world.journal.timeline(id)).at(-1);
    expect(event).toMatchObject({ type: 'bill.rechecked', data: { finding: 'bill_still_there' } });
    expect(event?.bodies.map(({ role }) => role)).toEqual(['request', 'answer', 'snapshot']);
  });
});

it('evidence is not looked for where nothing is open', async () => {
  const world = await counterWorld();
  const bill = await world.inquired();
  expect(await world.counter.evidence(bill.id)).toMatchObject({
    error: { code: 'not_allowed', reason: 'no_evidence' },
  });
  expect(await world.counter.evidence('no-such-sale')).toMatchObject({ error: { code: 'not_found' } });
});

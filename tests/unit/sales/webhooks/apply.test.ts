import { describe, expect, it } from 'vitest';
import {
  counterWorld,
  held,
  lost,
  neverSent,
  type Reply,
  refusal,
  saleOf,
  withPending,
  withUnknown,
} from '../../../support/counter-world.ts';
import { envelope, orderData, paymentData } from '../../../support/provider-answers.ts';

describe('a webhook', () => {
  it('turns a pending order into a success with its serial number and a receipt number', async () => {
    const { world, sale, now } = await withPending();
    world.pass(2000);
    await world.receiveWebhook({}, { ref: sale.id });
    expect(await now()).toMatchObject({
      state: 'success',
      sn: 'SN-0001',
      message: 'Sukses',
      settledAt: '2026-03-10T03:00:02.000Z',
      flags: [],
    });
    expect((await now()).receiptNo).not.toBeNull();
    expect(world.published.at(-1)).toEqual(await now());
  });

  it('turns a pending order into a failed one, whose cash is to be returned', async () => {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({ status: 'failed', sn: '', message: 'Gagal' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'failed', sn: null, message: 'Gagal', receiptNo: null });
    expect((await world.db.openMoney('2026-03-10T00:00:00.000Z')).cashToReturn).toEqual({
      count: 1,
      amount: 12_000,
    });
  });

  it('keeps its raw bytes, its signature and the place in the mailbox', async () => {
    const { world, sale } = await withPending();
    const cursor = await world.receiveWebhook({}, { ref: sale.id, signature: 'cd'.repeat(32) });
    expect(await world.cursor()).toBe(cursor);
    const event = (await world.db.timeline(sale.id)).at(-1);
    expect(event).toMatchObject({ type: 'webhook.applied', data: { signature: 'cd'.repeat(32), verdict: 'applied' } });
    expect(event?.bodies[0]).toMatchObject({ role: 'webhook', text: expect.stringContaining('SN-0001') });
  });

  it('finds the order by the id of the provider when it comes without a ref', async () => {
    const { world, now } = await withPending();
    await world.receiveWebhook({});
    expect(await now()).toMatchObject({ state: 'success' });
  });

  it('finds the order by the id of the provider when its ref is nobody’s', async () => {
    const { world, now } = await withPending();
    await world.receiveWebhook({}, { ref: 'from-another-life' });
    expect(await now()).toMatchObject({ state: 'success' });
  });

  it('finds again an order whose answer was lost, and remembers the id it brought', async () => {
    const { world, sale, now } = await withUnknown();
    await world.receiveWebhook({}, { ref: sale.id });
    expect(await now()).toMatchObject({
      state: 'success',
      sn: 'SN-0001',
      transactionId: 'T-1',
      transactionIdFrom: 'webhook',
    });
  });

  it('is applied whichever way the number is written', async () => {
    const { world, sale, now } = await withUnknown();
    await world.receiveWebhook({ customer_no: '+62 812-3456-7890' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success' });
  });

  it('moves an unknown order to pending, and the next one settles it', async () => {
    const { world, sale, now } = await withUnknown();
    await world.receiveWebhook({ status: 'pending', sn: '' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'pending' });
    await world.receiveWebhook({ status: 'failed', sn: '' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'failed' });
  });

  it('that says pending late lowers no final', async () => {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({}, { ref: sale.id });
    await world.receiveWebhook({ status: 'pending', sn: '' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', sn: 'SN-0001' });
  });

  it('that comes twice applies once and still moves the place in the mailbox', async () => {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({}, { ref: sale.id });
    const once = await now();
    const cursor = await world.receiveWebhook({}, { ref: sale.id });
    expect(await now()).toEqual(once);
    expect(await world.cursor()).toBe(cursor);
    expect((await world.events(sale.id)).filter((type) => type.startsWith('webhook'))).toEqual(['webhook.applied']);
  });

  it('that comes before the answer settles the sale, and the answer confirms the id', async () => {
    const world = await counterWorld();
    world.say('order', async () => {
      const [sale] = await world.db.foundSending();
      await world.receiveWebhook({}, { ref: sale?.id ?? null });
      return { json: envelope(orderData()) };
    });
    expect(await world.order()).toMatchObject({
      ok: true,
      value: { state: 'success', sn: 'SN-0001', transactionId: 'T-1', transactionIdFrom: 'answer' },
    });
  });

  it('that comes before an answer with faults leaves the flag of the answer', async () => {
    const world = await counterWorld();
    world.say('order', async () => {
      const [sale] = await world.db.foundSending();
      await world.receiveWebhook({}, { ref: sale?.id ?? null });
      return { json: envelope(orderData({ message: null })) };
    });
    expect(await world.order()).toMatchObject({ ok: true, value: { state: 'success', flags: ['answer_incomplete'] } });
  });

  it.each([
    ['failed', 'disputed'],
    ['pending', 'pending'],
    ['success', 'disputed'],
  ])('that says %s before an envelope that says no leaves the sale %s or failed', async (status, state) => {
    const world = await counterWorld();
    world.say('order', async () => {
      const [sale] = await world.db.foundSending();
      await world.receiveWebhook({ status, sn: '' }, { ref: sale?.id ?? null });
      return refusal;
    });
    expect(saleOf(await world.order()).state).toBe(status === 'failed' ? 'failed' : state);
  });

  it('completes a success that had no serial number, and disputes nothing', async () => {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({ sn: '-' }, { ref: sale.id });
    const first = await now();
    expect(first).toMatchObject({ state: 'success', sn: null });
    await world.receiveWebhook({ sn: 'SN-0009' }, { ref: sale.id });
    expect(await now()).toMatchObject({
      state: 'success',
      sn: 'SN-0009',
      receiptNo: first.receiptNo,
      settledAt: first.settledAt,
    });
  });

  it('whose serial number is a number keeps its digits, and one in any other shape is flagged', async () => {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({ sn: { token: '3563' } }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', sn: null, flags: ['answer_incomplete'] });
    await world.receiveWebhook({ sn: 356_312_345_678 }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', sn: '356312345678' });
  });

  it('whose serial number was rounded has none yet, is flagged, and takes the whole one later', async () => {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({ sn: '3.5631234567890E+19' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', sn: null, flags: ['answer_incomplete'] });
    await world.receiveWebhook({ sn: '35631234567890123456' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', sn: '35631234567890123456' });
  });

  it('without a serial number takes none away', async () => {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({}, { ref: sale.id });
    await world.receiveWebhook({ sn: '' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', sn: 'SN-0001' });
  });

  it('keeps the price that only the sample carries', async () => {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({ price: 10_400, product_code: 'TSEL10' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', price: 10_400, total: 12_000, flags: [] });
  });

  it('resolves a bill by its transaction_id, without a ref, and flags another price', async () => {
    const world = await counterWorld();
    const bill = await world.inquired();
    world.say('pay', lost);
    await world.counter.pay({ id: bill.id });
    const payload = {
      transaction_id: 'B-1',
      customer_no: '530000000001',
      product_name: 'PLN Pascabayar',
      price: 160_000,
    };
    await world.receiveWebhook(payload);
    expect(await world.stored(bill.id)).toMatchObject({
      state: 'success',
      sn: 'SN-0001',
      price: 160_000,
      total: 155_000,
      customerName: 'NAMA CON***',
      flags: ['price_differs'],
    });
  });

  it('that comes before the payment’s answer does not hide what the answer adds', async () => {
    const world = await counterWorld();
    const bill = await world.inquired();
    world.say('pay', async () => {
      await world.receiveWebhook({
        transaction_id: 'B-1',
        customer_no: '530000000001',
        product_name: 'PLN Pascabayar',
        sn: '',
      });
      return { json: envelope(paymentData({ price: 155_000 })) };
    });
    expect(await world.counter.pay({ id: bill.id })).toMatchObject({
      ok: true,
      value: { sn: 'SN-0001', price: 155_000, customerName: 'NAMA CONTOH', flags: ['price_differs'] },
    });
  });
});

it('webhooks of two sales in flight go each to its own', async () => {
  const world = await counterWorld();
  const [one, two] = [held<Reply>(), held<Reply>()];
  world.say('order', () => one.promise);
  const first = world.order();
  await waitForSending(world, 1);
  world.say('order', () => two.promise);
  const second = world.order({ customerNo: '081234567891' });
  await waitForSending(world, 2);
  two.release({ json: envelope(orderData({ transaction_id: 'T-2' })) });
  await world.receiveWebhook(
    { transaction_id: 'T-2', customer_no: '081234567891', sn: 'SN-2' },
    { ref: saleOf(await second).id },
  );
  one.release({ json: envelope(orderData()) });
  await world.receiveWebhook({ sn: 'SN-1' }, { ref: saleOf(await first).id });
  expect(await world.stored(saleOf(await first).id)).toMatchObject({ sn: 'SN-1' });
  expect(await world.stored(saleOf(await second).id)).toMatchObject({ sn: 'SN-2' });
});

async function waitForSending(world: Awaited<ReturnType<typeof counterWorld>>, count: number): Promise<void> {
  while (world.times('order') < count) await new Promise((resolve) => setImmediate(resolve));
}

describe('a webhook makes a sale disputed', () => {
  it.each([
    ['success', 'failed'],
    ['failed', 'success'],
  ])('that was a %s and is now said to be a %s, and overwrites nothing', async (first, second) => {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({ status: first }, { ref: sale.id });
    const before = await now();
    await world.receiveWebhook({ status: second, sn: '', message: 'lain' }, { ref: sale.id });
    expect(await now()).toMatchObject({
      state: 'disputed',
      settledAt: null,
      sn: before.sn,
      message: before.message,
      receiptNo: before.receiptNo,
    });
    expect((await world.events(sale.id)).at(-1)).toBe('webhook.disputed');
  });

  it('that was refused and is now said to be a success', async () => {
    const world = await counterWorld();
    world.say('order', refusal);
    const sale = await world.ordered();
    await world.receiveWebhook({}, { ref: sale.id });
    expect(await world.stored(sale.id)).toMatchObject({ state: 'disputed' });
  });

  it('that was refused and is now said to be pending: it was taken after all', async () => {
    const world = await counterWorld();
    world.say('order', refusal);
    const sale = await world.ordered();
    await world.receiveWebhook({ status: 'pending', sn: '' }, { ref: sale.id });
    expect(await world.stored(sale.id)).toMatchObject({ state: 'disputed' });
  });

  it('that has another serial number', async () => {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({}, { ref: sale.id });
    await world.receiveWebhook({ sn: 'SN-0002' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'disputed', sn: 'SN-0001' });
  });

  it('that certainly never left', async () => {
    const world = await counterWorld();
    world.say('order', neverSent);
    const sale = await world.ordered();
    await world.receiveWebhook({}, { ref: sale.id });
    expect(await world.stored(sale.id)).toMatchObject({ state: 'disputed' });
  });

  it('that is a bill which was never paid and is now said to be', async () => {
    const world = await counterWorld();
    const bill = await world.inquired();
    await world.receiveWebhook({ transaction_id: 'B-1', customer_no: '530000000001', product_name: 'PLN Pascabayar' });
    expect(await world.stored(bill.id)).toMatchObject({ state: 'disputed' });
  });

  it('whose id an earlier webhook gave otherwise', async () => {
    const { world, sale, now } = await withUnknown();
    await world.receiveWebhook({ status: 'pending', sn: '' }, { ref: sale.id });
    await world.receiveWebhook({ transaction_id: 'T-9' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'disputed', transactionId: 'T-1' });
  });

  it('at the sale that has the id from its answer, though it came to another’s address', async () => {
    const { world, sale, now } = await withUnknown();
    world.says.order({ transaction_id: 'T-2', status: 'failed' });
    world.pass(24 * 3_600_000);
    await world.receiveWebhook({ transaction_id: 'T-3', status: 'failed', sn: '' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'failed' });
    const other = await world.ordered();
    const third = await (async () => {
      world.say('order', lost);
      return world.ordered();
    })();
    await world.receiveWebhook({ transaction_id: 'T-2' }, { ref: third.id });
    expect(await world.stored(third.id)).toMatchObject({ state: 'unknown', transactionId: null });
    expect(await world.stored(other.id)).toMatchObject({ state: 'disputed', transactionId: 'T-2' });
  });

  it('when it is said again what was said of one that was refused, and a person has settled that', async () => {
    const world = await counterWorld();
    world.say('order', refusal);
    const refused = await world.ordered();
    await world.receiveWebhook({ transaction_id: 'T-7' }, { ref: refused.id });
    expect(await world.stored(refused.id)).toMatchObject({ state: 'disputed', transactionId: 'T-7' });
    await world.counter.resolve({ id: refused.id, outcome: 'success', sn: 'SN-0001', note: 'seen at the provider' });
    world.pass(24 * 3_600_000);
    world.say('order', lost);
    const next = await world.ordered();
    await world.receiveWebhook({ transaction_id: 'T-7' }, { ref: next.id });
    expect(await world.stored(next.id)).toMatchObject({ state: 'disputed' });
  });

  it('when it is said again what contradicted the id of another', async () => {
    const { world, sale } = await withUnknown();
    await world.receiveWebhook({ status: 'pending', sn: '' }, { ref: sale.id });
    await world.receiveWebhook({ transaction_id: 'T-9' }, { ref: sale.id });
    await world.counter.resolve({ id: sale.id, outcome: 'success', note: 'seen at the provider' });
    world.pass(24 * 3_600_000);
    world.say('order', lost);
    const next = await world.ordered();
    await world.receiveWebhook({ transaction_id: 'T-9' }, { ref: next.id });
    expect(await world.stored(next.id)).toMatchObject({ state: 'disputed', transactionId: null });
  });

  it('when it is said again what was quarantined at the address of another before this one was begun', async () => {
    const { world, sale } = await withPending();
    await world.receiveWebhook({ transaction_id: 'T-9' }, { ref: sale.id });
    await world.receiveWebhook({ status: 'failed', sn: '' }, { ref: sale.id });
    world.pass(24 * 3_600_000);
    world.say('order', lost);
    const next = await world.ordered();
    await world.receiveWebhook({ transaction_id: 'T-9' }, { ref: next.id });
    expect(await world.stored(next.id)).toMatchObject({ state: 'disputed', transactionId: null });
  });

  it('which nothing but a person ends', async () => {
    const { world, sale, now } = await withPending();
    await world.receiveWebhook({}, { ref: sale.id });
    await world.receiveWebhook({ status: 'failed', sn: '' }, { ref: sale.id });
    await world.receiveWebhook({ message: 'lagi' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'disputed' });
  });
});

describe('the answer makes a sale disputed', () => {
  async function webhookFirst(fields: object, reply: Reply) {
    const world = await counterWorld();
    world.say('order', async () => {
      const [sale] = await world.db.foundSending();
      await world.receiveWebhook(fields, { ref: sale?.id ?? null });
      return reply;
    });
    return saleOf(await world.order());
  }

  it('when its id is not the one a webhook gave', async () => {
    const reply = { json: envelope(orderData({ transaction_id: 'T-9' })) };
    expect(await webhookFirst({}, reply)).toMatchObject({ state: 'disputed', transactionId: 'T-1', sn: 'SN-0001' });
  });

  it('when it says failed after a webhook said success', async () => {
    const reply = { json: envelope(orderData({ status: 'failed' })) };
    expect(await webhookFirst({}, reply)).toMatchObject({ state: 'disputed' });
  });

  it('when it says success after a webhook said failed', async () => {
    const reply = { json: envelope(orderData({ status: 'success' })) };
    expect(await webhookFirst({ status: 'failed', sn: '' }, reply)).toMatchObject({ state: 'disputed' });
  });

  it('when nothing was sent and yet a webhook came', async () => {
    expect(await webhookFirst({}, neverSent)).toMatchObject({ state: 'disputed' });
  });

  it('and does not when it is lost after a webhook settled the sale', async () => {
    expect(await webhookFirst({}, lost)).toMatchObject({ state: 'success' });
  });
});

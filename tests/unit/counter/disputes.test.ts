import { describe, expect, it } from 'vitest';
import {
  counterWorld,
  lost,
  neverSent,
  refusal,
  type Said,
  saleOf,
  withPending,
  withUnknown,
} from '../../support/counter-world.ts';
import { envelope, orderData } from '../../support/provider-answers.ts';

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

  it('when it is said again what was put aside at the address of another before this one was begun', async () => {
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
  async function heardFirst(fields: object, said: Said) {
    const world = await counterWorld();
    world.say('order', async () => {
      const [sale] = await world.journal.foundSending();
      await world.receiveWebhook(fields, { ref: sale?.id ?? null });
      return said;
    });
    return saleOf(await world.order());
  }

  it('when its id is not the one a webhook gave', async () => {
    const said = { json: envelope(orderData({ transaction_id: 'T-9' })) };
    expect(await heardFirst({}, said)).toMatchObject({ state: 'disputed', transactionId: 'T-1', sn: 'SN-0001' });
  });

  it('when it says failed after a webhook said success', async () => {
    const said = { json: envelope(orderData({ status: 'failed' })) };
    expect(await heardFirst({}, said)).toMatchObject({ state: 'disputed' });
  });

  it('when it says success after a webhook said failed', async () => {
    const said = { json: envelope(orderData({ status: 'success' })) };
    expect(await heardFirst({ status: 'failed', sn: '' }, said)).toMatchObject({ state: 'disputed' });
  });

  it('when nothing was sent and yet a webhook came', async () => {
    expect(await heardFirst({}, neverSent)).toMatchObject({ state: 'disputed' });
  });

  it('and does not when it is lost after a webhook settled the sale', async () => {
    expect(await heardFirst({}, lost)).toMatchObject({ state: 'success' });
  });
});

import { describe, expect, it } from 'vitest';
import { type CounterWorld, counterWorld, lost, refusal } from '../../support/counter-world.ts';
import { envelope, orderData } from '../../support/provider-answers.ts';

const note = 'seen in the dashboard';
const another = { transaction_id: 'TX-ANOTHER', sn: 'SN-ANOTHER' };

/** An order whose answer was lost, and which a person has settled with the serial number that the dashboard shows. */
async function settledWithSn() {
  const world = await counterWorld();
  world.say('order', lost);
  const sale = await world.ordered();
  await world.counter.resolve({ id: sale.id, outcome: 'success', sn: 'SN-OWN', note });
  return { world, sale, now: () => world.stored(sale.id) };
}

/** The next order of that product and number, its answer lost as well, to whose address the earlier one's webhook comes. */
async function nextHearsOfTheEarlier(world: CounterWorld) {
  world.say('order', lost);
  const next = await world.ordered({ allowDuplicate: true });
  await world.receiveWebhook({ transaction_id: 'TX-OWN', sn: 'SN-OWN' }, { ref: next.id });
  return world.stored(next.id);
}

describe('a webhook with another serial number than a person has noted', () => {
  it('disputes the sale, which goes by neither its number nor its id', async () => {
    const { world, sale, now } = await settledWithSn();
    await world.receiveWebhook(another, { ref: sale.id });
    await world.receiveWebhook({ ...another, message: 'once more' }, { ref: sale.id });
    expect(await now()).toMatchObject({
      state: 'disputed',
      sn: 'SN-OWN',
      transactionId: null,
      transactionIdFrom: null,
    });
  });

  it('leaves its id to the order that answers with it', async () => {
    const { world, sale } = await settledWithSn();
    world.say('order', async () => {
      await world.receiveWebhook(another, { ref: sale.id });
      return { json: envelope(orderData({ transaction_id: 'TX-ANOTHER' })) };
    });
    expect(await world.ordered({ allowDuplicate: true })).toMatchObject({
      state: 'pending',
      transactionId: 'TX-ANOTHER',
      transactionIdFrom: 'answer',
    });
  });

  it('says nothing of whose the next one’s webhook is, where the person stays with that number', async () => {
    const { world, sale, now } = await settledWithSn();
    await world.receiveWebhook(another, { ref: sale.id });
    await world.counter.resolve({ id: sale.id, outcome: 'success', note });
    expect(await now()).toMatchObject({ state: 'success', sn: 'SN-OWN', transactionId: null });
    expect(await nextHearsOfTheEarlier(world)).toMatchObject({ state: 'unknown', transactionId: null, sn: null });
    expect(await world.quarantined()).toEqual(['ambiguous_sale']);
  });

  it('nor where it came before the person noted one', async () => {
    const world = await counterWorld();
    world.say('order', refusal);
    const sale = await world.ordered();
    await world.receiveWebhook(another, { ref: sale.id });
    await world.counter.resolve({ id: sale.id, outcome: 'success', sn: 'SN-OWN', note });
    expect(await world.stored(sale.id)).toMatchObject({ state: 'success', sn: 'SN-OWN' });
    expect(await nextHearsOfTheEarlier(world)).toMatchObject({ state: 'unknown', transactionId: null, sn: null });
  });

  it('nor where that id was known before, while no number was told with it', async () => {
    const world = await counterWorld();
    world.say('order', lost);
    const sale = await world.ordered();
    await world.receiveWebhook({ ...another, status: 'pending', sn: '' }, { ref: sale.id });
    world.pass(60 * 60_000);
    await world.counter.resolve({ id: sale.id, outcome: 'success', sn: 'SN-OWN', note });
    await world.receiveWebhook(another, { ref: sale.id });
    expect(await world.stored(sale.id)).toMatchObject({ state: 'disputed', sn: 'SN-OWN' });
    await world.counter.resolve({ id: sale.id, outcome: 'success', note });
    expect(await nextHearsOfTheEarlier(world)).toMatchObject({ state: 'unknown', transactionId: null, sn: null });
  });

  it('has the sale’s own id after all, once a person records its number', async () => {
    const { world, sale, now } = await settledWithSn();
    await world.receiveWebhook({ transaction_id: 'TX-TYPO', sn: 'SN-0WN' }, { ref: sale.id });
    await world.counter.resolve({ id: sale.id, outcome: 'success', sn: 'SN-0WN', note });
    expect(await now()).toMatchObject({ state: 'success', sn: 'SN-0WN', transactionId: 'TX-TYPO' });
    world.say('order', lost);
    const next = await world.ordered({ allowDuplicate: true });
    await world.receiveWebhook({ transaction_id: 'TX-NEXT', sn: 'SN-NEXT' }, { ref: next.id });
    expect(await world.stored(next.id)).toMatchObject({ state: 'success', transactionId: 'TX-NEXT' });
  });
});

it('a webhook with the serial number that a person has noted tells the sale’s own id', async () => {
  const { world, sale, now } = await settledWithSn();
  await world.receiveWebhook({ transaction_id: 'TX-OWN', sn: ' SN-OWN ' }, { ref: sale.id });
  expect(await now()).toMatchObject({ state: 'success', sn: 'SN-OWN', transactionId: 'TX-OWN' });
  world.say('order', lost);
  const next = await world.ordered({ allowDuplicate: true });
  await world.receiveWebhook({ transaction_id: 'TX-NEXT', sn: 'SN-NEXT' }, { ref: next.id });
  expect(await world.stored(next.id)).toMatchObject({ state: 'success', transactionId: 'TX-NEXT' });
});

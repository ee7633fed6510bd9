import { describe, expect, it } from 'vitest';
import { counterWorld, lost } from '../../support/counter-world.ts';
import { envelope, orderData } from '../../support/provider-answers.ts';

const [first, second] = ['081234567890', '081234567891'];

/** Two orders on their way, and a provider that keeps the address of the later one for both. */
async function withTwo() {
  const world = await counterWorld();
  const earlier = await world.ordered({ customerNo: first });
  world.says.order({ transaction_id: 'T-2' });
  const later = await world.ordered({ customerNo: second });
  return { world, earlier, later };
}

describe('a provider with one callback address for several orders', () => {
  it('settles each order whose answer has told its id, with a warning at the other address', async () => {
    const { world, earlier, later } = await withTwo();
    await world.receiveWebhook({ transaction_id: 'T-1', customer_no: first }, { ref: later.id });
    await world.receiveWebhook({ transaction_id: 'T-2', customer_no: second, sn: 'SN-0002' }, { ref: later.id });
    expect(await world.stored(earlier.id)).toMatchObject({
      state: 'success',
      sn: 'SN-0001',
      flags: ['address_differs'],
    });
    expect(await world.stored(later.id)).toMatchObject({ state: 'success', sn: 'SN-0002', flags: [] });
    expect(await world.quarantined()).toEqual([]);
  });

  it('settles an order whose webhook came to another’s address before its own answer', async () => {
    const world = await counterWorld();
    world.says.order({ transaction_id: 'T-2' });
    const other = await world.ordered({ customerNo: second });
    world.say('order', async () => {
      await world.receiveWebhook({ transaction_id: 'T-1', customer_no: first }, { ref: other.id });
      return { json: envelope(orderData()) };
    });
    expect(await world.order()).toMatchObject({ ok: true, value: { state: 'success', flags: ['address_differs'] } });
    expect(await world.stored(other.id)).toMatchObject({ state: 'pending', transactionId: 'T-2' });
  });

  it('disputes no order of the same product and number whose answer was lost', async () => {
    const world = await counterWorld();
    const earlier = await world.ordered();
    await world.receiveWebhook({}, { ref: earlier.id });
    world.say('order', lost);
    const later = await world.ordered({ allowDuplicate: true });
    await world.receiveWebhook({ status: 'failed', sn: '' }, { ref: later.id });
    expect(await world.stored(later.id)).toMatchObject({ state: 'unknown', transactionId: null });
    expect(await world.stored(earlier.id)).toMatchObject({ state: 'disputed' });
  });

  it('settles nothing by an id that only a webhook has told', async () => {
    const world = await counterWorld();
    world.say('order', lost);
    const earlier = await world.ordered();
    await world.receiveWebhook({ status: 'pending', sn: '' }, { ref: earlier.id });
    world.says.order({ transaction_id: 'T-2' });
    const later = await world.ordered({ customerNo: second });
    await world.receiveWebhook({}, { ref: later.id });
    expect(await world.stored(earlier.id)).toMatchObject({ state: 'pending', transactionIdFrom: 'webhook' });
    expect(await world.stored(later.id)).toMatchObject({ state: 'pending', transactionId: 'T-2' });
    expect(await world.quarantined()).toEqual(['provider_id_taken']);
  });
});

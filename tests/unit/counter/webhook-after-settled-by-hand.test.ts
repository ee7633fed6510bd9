import { describe, expect, it } from 'vitest';
import { envelope, orderData } from '../../support/answers.ts';
import { counterWorld, lost } from '../../support/counter-world.ts';

const note = 'seen in the dashboard';
const failed = { transaction_id: 'TX-EARLIER', status: 'failed', sn: '' };

/** An order whose answer and webhook never came, and which a person has settled. */
async function settledByHand() {
  const world = await counterWorld();
  world.say('order', lost);
  const earlier = await world.ordered();
  await world.counter.resolve({ id: earlier.id, outcome: 'failed', note });
  return { world, earlier };
}

describe('after a sale that a person settled, and whose id the provider never told', () => {
  it('its webhook, sent to the address of a later one whose answer was lost, settles nothing', async () => {
    const { world } = await settledByHand();
    world.say('order', lost);
    const later = await world.ordered({ allowDuplicate: true });
    await world.hear(failed, { ref: later.id });
    expect(await world.stored(later.id)).toMatchObject({ state: 'unknown', transactionId: null });
    expect(await world.setAside()).toEqual(['may_be_of_another']);
    expect(await world.counter.resolve({ id: later.id, outcome: 'success', sn: 'SN-1', note })).toMatchObject({
      ok: true,
      value: { state: 'success' },
    });
  });

  it('a webhook that came before the answer is heard once the answer tells the same id', async () => {
    const { world } = await settledByHand();
    world.say('order', async () => {
      const [sale] = await world.journal.foundSending();
      await world.hear({}, { ref: sale?.id ?? null });
      return { json: envelope(orderData()) };
    });
    const later = await world.ordered({ allowDuplicate: true });
    expect(later).toMatchObject({ state: 'success', sn: 'SN-0001' });
  });

  it('one with another id than the answer told does nothing', async () => {
    const { world } = await settledByHand();
    world.say('order', async () => {
      const [sale] = await world.journal.foundSending();
      await world.hear(failed, { ref: sale?.id ?? null });
      return { json: envelope(orderData()) };
    });
    expect(await world.ordered({ allowDuplicate: true })).toMatchObject({ state: 'pending' });
  });

  it('and which was then heard of after all, a later one is settled by its webhook', async () => {
    const { world, earlier } = await settledByHand();
    await world.hear(failed, { ref: earlier.id });
    world.say('order', lost);
    const later = await world.ordered({ allowDuplicate: true });
    await world.hear({ transaction_id: 'TX-LATER' }, { ref: later.id });
    expect(await world.stored(later.id)).toMatchObject({ state: 'success', transactionId: 'TX-LATER' });
  });

  it('an order to another number is settled by its webhook', async () => {
    const { world } = await settledByHand();
    world.say('order', lost);
    const other = await world.ordered({ customerNo: '081298765432' });
    await world.hear({ customer_no: '081298765432' }, { ref: other.id });
    expect(await world.stored(other.id)).toMatchObject({ state: 'success' });
  });
});

import { expect, it } from 'vitest';
import { mailbox, neverSent, withPending } from '../../support/counter-world.ts';

it('writes down every unresolved sale, tells of each, and goes on from the oldest that is kept', async () => {
  const { world, sale } = await withPending();
  world.say('order', neverSent);
  await world.order({ customerNo: '081234567892' });
  world.announced.length = 0;
  await world.counter.relayGap(mailbox, 'c0900');
  expect(world.announced.map(({ id }) => id)).toEqual([sale.id]);
  expect(await world.cursor()).toBe('c0900');
});

it('forgets a place that is of another database of the relay, so that it is found to be so once', async () => {
  const { world } = await withPending();
  await world.receiveWebhook({ transaction_id: 'X-1' }, { cursor: 'old-1' });
  expect(await world.cursor()).toBe('old-1');
  await world.counter.relayGap(mailbox, null);
  expect(await world.cursor()).toBeNull();
});

it('changes no sale, stands in its story, and its webhook is still applied when it comes', async () => {
  const { world, sale, now } = await withPending();
  await world.counter.relayGap(mailbox, null);
  expect(await now()).toEqual({ ...sale, revision: sale.revision + 1 });
  expect(await world.events(sale.id)).toEqual(['sale.submitted', 'sale.response_received', 'relay.gap']);
  expect(await world.cursor()).toBeNull();
  await world.receiveWebhook({}, { ref: sale.id });
  expect(await now()).toMatchObject({ state: 'success' });
});

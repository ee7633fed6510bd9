import { describe, expect, it } from 'vitest';
import {
  type CounterWorld,
  counterWorld,
  mailbox,
  neverSent,
  type Said,
  withPending,
} from '../../support/counter-world.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';

describe('a start after a crash', () => {
  /** The program ends while the answer is awaited, and starts again on the same file. */
  async function killedWhileSending(start: (world: CounterWorld) => Promise<unknown>): Promise<CounterWorld> {
    const path = journalPath();
    const world = await counterWorld({ journal: await aJournal(path) });
    const never = (): Promise<Said> => new Promise(() => {});
    world.say('order', never);
    world.say('pay', never);
    void start(world);
    while ((await world.journal.foundSending()).length === 0) await new Promise((resolve) => setImmediate(resolve));
    await world.journal.close();
    return counterWorld({ journal: await aJournal(path) });
  }

  const anOrder = () => killedWhileSending((world) => world.order({ tendered: 12_000 }));

  it('an order found in sending is unknown, and says so to whoever looks', async () => {
    const world = await anOrder();
    expect(await world.counter.recover()).toBe(1);
    const [sale] = await world.journal.unresolved();
    expect(sale).toMatchObject({ state: 'unknown', settledAt: null, tendered: 12_000 });
    expect(world.announced).toEqual([sale]);
    expect(await world.events(sale?.id ?? '')).toEqual(['sale.submitted', 'sale.recovered_at_startup']);
  });

  it('recovering twice does nothing more', async () => {
    const world = await anOrder();
    await world.counter.recover();
    expect(await world.counter.recover()).toBe(0);
  });

  it('the same product and number stay blocked after the crash', async () => {
    const world = await anOrder();
    await world.counter.recover();
    expect(await world.order({ allowDuplicate: true })).toMatchObject({ ok: false, error: { code: 'in_flight' } });
  });

  it('its webhook settles the order after the crash', async () => {
    const world = await anOrder();
    await world.counter.recover();
    const [sale] = await world.journal.unresolved();
    const id = sale?.id ?? '';
    await world.receiveWebhook({}, { ref: id });
    expect(await world.stored(id)).toMatchObject({ state: 'success', sn: 'SN-0001', transactionIdFrom: 'webhook' });
  });

  it('a bill found in sending is unknown, and a person settles it', async () => {
    const world = await killedWhileSending(async (before) => {
      const bill = await before.inquired();
      await before.counter.pay({ id: bill.id });
    });
    await world.counter.recover();
    const [bill] = await world.journal.unresolved();
    expect(bill).toMatchObject({ kind: 'postpaid', state: 'unknown' });
    const ask = { id: bill?.id ?? '', outcome: 'success' as const, sn: 'SN-77', note: 'seen at the provider' };
    expect(await world.counter.resolve(ask)).toMatchObject({ ok: true, value: { state: 'success', sn: 'SN-77' } });
  });

  it('a sale in any other state is left as it was', async () => {
    const world = await counterWorld();
    const sale = await world.ordered();
    expect(await world.counter.recover()).toBe(0);
    expect(await world.stored(sale.id)).toEqual(sale);
  });
});

describe('a gap in the mailbox', () => {
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
});

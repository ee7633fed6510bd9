import { describe, expect, it } from 'vitest';
import { recoverClaimed } from '../../../src/main/sales/recovery.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import {
  type CounterWorld,
  counterWorld,
  lost,
  mailbox,
  neverSent,
  type Reply,
  withPending,
} from '../../support/counter-world.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';

describe('a start after a crash', () => {
  /** The program ends while the answer is awaited, and starts again on the same file. */
  async function killedWhileSending(start: (world: CounterWorld) => Promise<unknown>): Promise<CounterWorld> {
    const path = journalPath();
    const world = await counterWorld({ db: await aJournal(path) });
    const never = (): Promise<Reply> => new Promise(() => {});
    world.say('order', never);
    world.say('pay', never);
    void start(world);
    while ((await world.db.foundSending()).length === 0) await new Promise((resolve) => setImmediate(resolve));
    await world.db.close();
    return counterWorld({ db: await aJournal(path) });
  }

  const anOrder = () => killedWhileSending((world) => world.order({ tendered: 12_000 }));

  it('an order found in sending is unknown, and says so where it is shown', async () => {
    const world = await anOrder();
    expect(await world.counter.recover()).toBe(1);
    const [sale] = await world.db.unresolved();
    expect(sale).toMatchObject({ state: 'unknown', settledAt: null, tendered: 12_000 });
    expect(world.published).toEqual([sale]);
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
    const [sale] = await world.db.unresolved();
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
    const [bill] = await world.db.unresolved();
    expect(bill).toMatchObject({ kind: 'postpaid', state: 'unknown' });
    const input = { id: bill?.id ?? '', outcome: 'success' as const, sn: 'SN-77', note: 'seen at the provider' };
    expect(await world.counter.resolve(input)).toMatchObject({ ok: true, value: { state: 'success', sn: 'SN-77' } });
  });

  it('a sale in any other state is left as it was', async () => {
    const world = await counterWorld();
    const sale = await world.ordered();
    expect(await world.counter.recover()).toBe(0);
    expect(await world.stored(sale.id)).toEqual(sale);
  });
});

describe('a sale whose journal was lost, and whose claim is at the relay', () => {
  /** What a claim carries: the sale as it was about to be sent. */
  async function claimedBefore(make: (world: CounterWorld) => Promise<unknown>): Promise<Transaction> {
    const lost = await counterWorld({ seed: 'lost' });
    await make(lost);
    const [sale] = await lost.db.unresolved();
    if (!sale) throw new Error('nothing is unresolved');
    const { receiptNo: _none, ...claimed } = sale;
    return { ...claimed, receiptNo: null, state: 'sending', flags: [...sale.flags, 'batch_line'] };
  }
  const anOrder = () =>
    claimedBefore((world) => {
      world.say('order', lost);
      return world.order({ tendered: 20_000 });
    });
  const aBill = () =>
    claimedBefore(async (world) => {
      world.say('pay', lost);
      const bill = await world.inquired();
      await world.counter.pay({ id: bill.id });
    });

  it('comes back as unknown, with what was paid for it, and is guarded', async () => {
    const claimed = await anOrder();
    const world = await counterWorld();
    expect(await recoverClaimed(world.ports, claimed)).toBe(true);
    const sale = await world.stored(claimed.id);
    expect(sale).toMatchObject({ state: 'unknown', revision: 1, total: 12_000, tendered: 20_000, change: 8000 });
    expect(sale.flags).toEqual([]);
    expect(sale.sentAt).toBe(claimed.sentAt);
    expect(world.published).toEqual([sale]);
    expect(await world.events(sale.id)).toEqual(['sale.recovered_from_claim']);
    expect(await world.order({ allowDuplicate: true })).toMatchObject({ ok: false, error: { code: 'in_flight' } });
    expect(world.requests.filter(({ operation }) => operation !== 'product')).toEqual([]);
  });

  it('is settled by its webhook', async () => {
    const claimed = await anOrder();
    const world = await counterWorld();
    await recoverClaimed(world.ports, claimed);
    await world.receiveWebhook({}, { ref: claimed.id });
    expect(await world.stored(claimed.id)).toMatchObject({ state: 'success', sn: 'SN-0001' });
  });

  it('is settled by a webhook that came before it was known', async () => {
    const claimed = await anOrder();
    const world = await counterWorld();
    await world.receiveWebhook({}, { ref: claimed.id });
    expect(await world.quarantined()).toEqual(['no_such_sale']);
    await recoverClaimed(world.ports, claimed);
    expect(await world.stored(claimed.id)).toMatchObject({ state: 'success', sn: 'SN-0001' });
  });

  it('stays unknown where two webhooks that came before it name different ids', async () => {
    const claimed = await anOrder();
    const world = await counterWorld();
    await world.receiveWebhook({}, { ref: claimed.id });
    await world.receiveWebhook({ transaction_id: 'TRX-9999' }, { ref: claimed.id });
    await recoverClaimed(world.ports, claimed);
    expect(await world.stored(claimed.id)).toMatchObject({ state: 'unknown' });
  });

  it('is settled by a person, and its cash is then to be returned', async () => {
    const claimed = await anOrder();
    const world = await counterWorld();
    await recoverClaimed(world.ports, claimed);
    await world.counter.resolve({ id: claimed.id, outcome: 'failed', note: 'not in the dashboard' });
    expect((await world.db.openMoney(new Date().toISOString())).cashToReturn).toEqual({
      count: 1,
      amount: 12_000,
    });
  });

  it('adds no cash to the drawer of an open shift, which was counted since', async () => {
    const claimed = await anOrder();
    const world = await counterWorld();
    await world.db.shifts.open({
      counted: 50_000,
      day: '2026-03-10',
      at: '2026-03-10T03:00:00.000Z',
      actor: 'cashier',
    });
    await recoverClaimed(world.ports, claimed);
    const [event] = await world.db.timeline(claimed.id);
    expect(event?.data).toEqual({ from: null });
  });

  it.each(['inquired', 'expired'] as const)('a bill that the restored journal has as %s is unknown', async (state) => {
    const path = journalPath();
    const before = await counterWorld({ db: await aJournal(path) });
    const bill = await before.inquired();
    const claimed: Transaction = { ...bill, state: 'sending', sentAt: bill.createdAt, tendered: 120_000 };
    if (state === 'expired') {
      before.pass(24 * 60 * 60_000);
      await before.counter.pay({ id: bill.id });
    }
    expect((await before.stored(bill.id)).state).toBe(state);
    expect(await recoverClaimed(before.ports, claimed)).toBe(true);
    expect(await before.stored(bill.id)).toMatchObject({ state: 'unknown', tendered: 120_000, sentAt: bill.createdAt });
  });

  it('a bill is settled by a person', async () => {
    const claimed = await aBill();
    const world = await counterWorld();
    await recoverClaimed(world.ports, claimed);
    const input = { id: claimed.id, outcome: 'success' as const, sn: 'SN-77', note: 'seen at the provider' };
    expect(await world.counter.resolve(input)).toMatchObject({ ok: true, value: { state: 'success', sn: 'SN-77' } });
  });

  it('is left as it is where the journal knows what became of it', async () => {
    const world = await counterWorld();
    world.say('order', neverSent);
    const unsent = await world.ordered();
    expect(await recoverClaimed(world.ports, { ...unsent, state: 'sending' })).toBe(false);
    expect(await world.stored(unsent.id)).toEqual(unsent);
  });
});

describe('a gap in the mailbox', () => {
  it('writes down every unresolved sale, publishes each, and goes on from the oldest that is kept', async () => {
    const { world, sale } = await withPending();
    world.say('order', neverSent);
    await world.order({ customerNo: '081234567892' });
    world.published.length = 0;
    await world.counter.relayGap(mailbox, 'c0900');
    expect(world.published.map(({ id }) => id)).toEqual([sale.id]);
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

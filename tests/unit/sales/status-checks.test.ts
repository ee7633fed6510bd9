import { describe, expect, test } from 'vitest';
import { DatabaseError } from '../../../src/main/db/database-error.ts';
import type { ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { createSalesService } from '../../../src/main/sales/sales-service.ts';
import { StatusCheckScheduler } from '../../../src/main/sales/status-checks.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { appWorld } from '../../support/app-world.ts';
import {
  type CounterWorld,
  counterWorld,
  lost,
  neverSent,
  notThere,
  type Reply,
  withBill,
  withPending,
  withUnknown,
} from '../../support/counter-world.ts';
import { recordingLog, seededRandom, virtualClock } from '../../support/fake-system.ts';
import { keptThreads } from '../../support/kept-threads.ts';
import { envelope, statusData } from '../../support/provider-answers.ts';

const minute = 60_000;
const check = (world: CounterWorld, sale: Transaction) => world.counter.checkStatus(sale);

describe('a sale is late', () => {
  test('half a minute after its answer was lost', async () => {
    const { world, sale } = await withUnknown();
    world.state.now = Date.parse(sale.sentAt ?? '') + 29_999;
    expect(await world.counter.lateSales()).toEqual([]);
    world.pass(1);
    expect(await world.counter.lateSales()).toMatchObject([{ id: sale.id }]);
  });

  test('while it is pending, after half the time that makes it overdue', async () => {
    const { world, sale } = await withPending();
    world.pass(5 * minute - 1);
    expect(await world.counter.lateSales()).toEqual([]);
    world.pass(1);
    expect(await world.counter.lateSales()).toMatchObject([{ id: sale.id }]);
  });

  test('not once it is settled or disputed', async () => {
    const { world, sale } = await withPending();
    world.pass(60 * minute);
    await world.receiveWebhook({}, { ref: sale.id });
    expect(await world.counter.lateSales()).toEqual([]);
    await world.receiveWebhook({ status: 'failed' }, { ref: sale.id });
    expect(await world.stored(sale.id)).toMatchObject({ state: 'disputed' });
    expect(await world.counter.lateSales()).toEqual([]);
  });
});

describe('the status of a late sale', () => {
  test('ends an order whose webhook never came, with the answer as evidence', async () => {
    const { world, sale, now } = await withPending();
    world.says.status({});
    expect(await check(world, sale)).toBe('answered');
    expect(await now()).toMatchObject({
      state: 'success',
      sn: 'SN-0001',
      price: 10_250,
      receiptNo: expect.any(String),
    });
    const [event] = (await world.db.timeline(sale.id)).slice(-1);
    expect(event).toMatchObject({ type: 'status.applied', actor: 'provider', data: { status: 'success' } });
    expect(event?.bodies).toMatchObject([
      { role: 'answer', text: JSON.stringify(envelope(statusData({}))) },
      { role: 'snapshot' },
    ]);
    expect(world.requests.at(-1)?.url).toBe(`https://provider.example/v1/status/${sale.id}`);
    expect(world.times('order')).toBe(1);
  });

  test('ends an order whose answer was lost', async () => {
    const { world, sale, now } = await withUnknown();
    world.says.status({ status: 'failed', sn: '' });
    await check(world, sale);
    expect(await now()).toMatchObject({ state: 'failed', transactionId: 'T-1', refused: false });
    expect(world.times('order')).toBe(1);
  });

  test('whose serial number is rounded ends it without one, and the whole one follows', async () => {
    const { world, sale, now } = await withPending();
    world.says.status({ sn: '3.5631234567890E+19' });
    await check(world, sale);
    expect(await now()).toMatchObject({ state: 'success', sn: null });
    await world.receiveWebhook({ sn: '35631234567890123456' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', sn: '35631234567890123456' });
  });

  test('ends a bill, which is asked for under its id at the provider', async () => {
    const { world, bill, pay } = await withBill();
    world.say('pay', lost);
    await pay();
    world.says.status({
      transaction_id: 'B-1',
      product_code: 'PLNPOST',
      customer_no: '530000000001',
      price: 152_500,
    });
    await check(world, bill);
    expect(await world.stored(bill.id)).toMatchObject({ state: 'success', sn: 'SN-0001', flags: [] });
    expect(world.requests.at(-1)?.url).toBe('https://provider.example/v1/status/B-1');
    expect(world.times('pay')).toBe(1);
  });

  test('the webhook that comes all the same says nothing new', async () => {
    const { world, sale, now } = await withPending();
    world.says.status({});
    await check(world, sale);
    const settled = await now();
    await world.receiveWebhook({ sn: 'SN-0001' }, { ref: sale.id });
    expect(await now()).toMatchObject({ state: 'success', receiptNo: settled.receiptNo, flags: settled.flags });
  });

  test.each<[string, Reply]>([
    ['a pending', { json: envelope(statusData({ status: 'pending', sn: '' })) }],
    ['a bill that is only inquired', { json: envelope(statusData({ status: 'inquiry', sn: '' })) }],
    ['a 404', notThere],
    ['no JSON', { text: '<html>' }],
    ['a status of its own', { json: envelope(statusData({ status: 'Proses' })) }],
    ['no serial number field', { json: envelope({ ...statusData(), sn: undefined }) }],
    ['another number', { json: envelope(statusData({ customer_no: '081299999999' })) }],
    ['another product', { json: envelope(statusData({ product_code: 'TSEL20' })) }],
    ['a server error', { status: 500, json: envelope(statusData({})) }],
    ['nothing', lost],
    ['no line', neverSent],
  ])('%s changes nothing', async (_title, reply) => {
    for (const { world, sale, now } of [await withPending(), await withUnknown()]) {
      world.say('status', reply);
      const [before, events] = [await now(), await world.events(sale.id)];
      await check(world, sale);
      expect(await now()).toEqual(before);
      expect(await world.events(sale.id)).toEqual(events);
    }
  });

  test('is silent without an answer, and with one of no sense is not', async () => {
    const { world, sale } = await withPending();
    for (const reply of [lost, neverSent, { status: 503, text: '' }]) {
      world.say('status', reply);
      expect(await check(world, sale)).toBe('silent');
    }
    world.say('status', notThere);
    expect(await check(world, sale)).toBe('answered');
  });

  test('another id than the one that the answer gave changes nothing', async () => {
    const { world, sale, now } = await withPending();
    world.says.status({ transaction_id: 'T-2' });
    const before = await now();
    await check(world, sale);
    expect(await now()).toEqual(before);
  });

  test('an answer that comes after a webhook of the other outcome makes a dispute', async () => {
    const { world, sale, now } = await withPending();
    world.say('status', async () => {
      await world.receiveWebhook({ status: 'failed', sn: '' }, { ref: sale.id });
      return { json: envelope(statusData({})) };
    });
    await check(world, sale);
    expect(await now()).toMatchObject({ state: 'disputed' });
    expect((await world.events(sale.id)).slice(-2)).toEqual(['webhook.applied', 'status.disputed']);
  });

  test('that could not be written is asked for again after a restart', async () => {
    let isFull = true;
    const wrap = (db: ShopDatabase): ShopDatabase => ({
      ...db,
      async commit(change) {
        if (isFull && change.event.type === 'status.applied') throw new DatabaseError('full', 'the disk is full');
        return db.commit(change);
      },
    });
    const world = await counterWorld({ wrap });
    const sale = await world.ordered();
    world.says.status({});
    await expect(check(world, sale)).rejects.toThrow(DatabaseError);
    expect(await world.stored(sale.id)).toMatchObject({ state: 'pending' });
    isFull = false;
    const restarted = createSalesService(world.ports);
    await restarted.recover();
    await restarted.checkStatus(sale);
    expect(await world.stored(sale.id)).toMatchObject({ state: 'success', sn: 'SN-0001' });
    expect(world.times('order')).toBe(1);
  });
});

describe('the scheduler', () => {
  /** What it does within an hour about one sale that stays late. */
  async function hourOf(answer: 'silent' | 'answered', isOffered = true): Promise<number[]> {
    const clock = virtualClock();
    const { sale } = await withPending();
    const at: number[] = [];
    const checks = new StatusCheckScheduler({
      counter: {
        lateSales: async () => [sale],
        async checkStatus() {
          at.push((clock.now() - begun) / minute);
          return answer;
        },
      },
      isOffered: async () => isOffered,
      system: { clock, random: seededRandom('checks') },
      log: recordingLog(),
    });
    const begun = clock.now();
    await clock.pass(60 * minute);
    checks.close();
    const before = at.length;
    await clock.pass(60 * minute);
    expect(at.length).toBe(before);
    return at;
  }

  test('asks about a sale again after pauses that double', async () => {
    expect(await hourOf('answered')).toEqual([0.5, 1.5, 3.5, 7.5, 15.5, 31.5]);
  });

  test('waits longer and longer for a provider that does not answer', async () => {
    const at = await hourOf('silent');
    expect(at.length).toBeGreaterThan(4);
    expect(at.length).toBeLessThan(12);
  });

  test('asks about the next sale where there is no answer about one', async () => {
    const clock = virtualClock();
    const { sale } = await withPending();
    const checked = new Set<string>();
    const checks = new StatusCheckScheduler({
      counter: {
        lateSales: async () => [sale, { ...sale, id: 'the next' }],
        async checkStatus({ id }) {
          checked.add(id);
          return id === sale.id ? 'silent' : 'answered';
        },
      },
      isOffered: async () => true,
      system: { clock, random: seededRandom('checks') },
      log: recordingLog(),
    });
    await clock.pass(5 * minute);
    checks.close();
    expect([...checked]).toEqual([sale.id, 'the next']);
  });

  test('asks nothing where nothing can be asked', async () => {
    expect(await hourOf('answered', false)).toEqual([]);
  });
});

describe('the whole counter', () => {
  /** In training, whose provider has the capabilities; time passes when the test lets it. */
  async function training() {
    const clock = virtualClock(Date.now());
    const during = async <T>(work: Promise<T>): Promise<T> => {
      const over = new AbortController();
      void work.catch(() => undefined).finally(() => over.abort());
      while (!over.signal.aborted) await clock.pass(100);
      return work;
    };
    const world = await during(appWorld({ system: { ...keptThreads, clock } }));
    const sell = async (customerNo: string) => {
      const { value, error } = await during(
        world.call('order', { productCode: 'TSEL10', customerNo, sellingPrice: 12_000 }),
      );
      const { id } = value ?? error.transaction;
      return { id, now: async () => (await world.call('transactions.get', { id })).value };
    };
    return { ...world, clock, sell };
  }

  test('a sale whose webhook never comes ends by itself', async () => {
    const { clock, sell } = await training();
    const { now } = await sell('0800000000406');
    await clock.pass(4 * minute);
    expect(await now()).toMatchObject({ state: 'pending' });
    await clock.pass(2 * minute);
    expect(await now()).toMatchObject({ state: 'success', sn: expect.any(String) });
  });

  test('one that stays pending at the provider stays so here', async () => {
    const { clock, sell, call } = await training();
    const { id, now } = await sell('0800000000414');
    await clock.pass(60 * minute);
    expect(await now()).toMatchObject({ state: 'pending' });
    const { value } = await call('transactions.timeline', { id });
    expect(value.map(({ type }) => type)).toEqual(['sale.submitted', 'sale.response_received']);
  });
});

import { request as httpRequest } from 'node:http';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openShopDatabase } from '../../src/main/runtime/shop-database.ts';
import type { SaleEvent } from '../../src/shared/contract/transactions.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';
import type { Deliver } from '../../src/simulator/core/ports.ts';
import type { NodeProcess } from '../support/child-process.ts';
import { realRandom } from '../support/database-files.ts';
import { compareBooks, openKillWorld, relayBook, type Shop } from '../support/kill-world.ts';
import { listenLocally } from '../support/local-server.ts';

// Several processes start in each: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 });

const number = '081234567890';
const listening = (lines: readonly string[]): boolean => lines.includes('listening');

/** The only sale of a shop with its story. */
async function onlySale(shop: Shop): Promise<{ sale: Transaction; story: SaleEvent[] }> {
  const db = await openShopDatabase({ path: shop.database, random: realRandom, readOnly: true });
  const [sale, ...more] = (await db.search({})).items;
  const story = sale ? await db.timeline(sale.id) : [];
  await db.close();
  expect(more).toEqual([]);
  return { sale: sale!, story };
}

test('killed between sending an order and its answer: unknown, then success by its webhook, and sent once', async () => {
  const world = await openKillWorld();
  const shop = await world.openShop('shop');
  const first = await shop.start();
  const killed = vi.waitFor(
    async () => {
      // The provider has acted; its answer would come in half a minute.
      expect(await world.ledger()).toHaveLength(1);
      await first.kill();
    },
    { timeout: 60_000, interval: 25 },
  );
  const relay = await world.startRelay();
  await first.until(listening);
  first.send(`order TOOSLOW10 ${number}`);
  await killed;
  await relay.kill();

  const second = await shop.start();
  await second.until((lines) => lines.includes('unknown') || lines.includes('open'));
  expect((await onlySale(shop)).sale.state).toBe('unknown');
  await world.startRelay();
  await second.until((lines) => lines.includes('success'));
  await second.end();
  const { sale, story } = await onlySale(shop);
  expect(story.map(({ type }) => type)).toEqual(['sale.submitted', 'sale.recovered_at_startup', 'webhook.applied']);
  expect(sale.sn).not.toBeNull();
  expect(await compareBooks(world, [shop])).toEqual([]);
});

test('killed in the middle of a batch: what was begun is unknown, the others unsent, and nothing goes on by itself', async () => {
  const world = await openKillWorld();
  const shop = await world.openShop('shop');
  await world.startRelay();
  const first = await shop.start();
  await first.until(listening);
  first.send(`batch TSEL10.${number} TOOSLOW10.081234567891 TSEL10.081234567892 TSEL10.081234567893`);
  await first.until((lines) => lines.includes('success'));
  await vi.waitFor(async () => expect(await world.ledger()).toHaveLength(2), { timeout: 60_000, interval: 25 });
  await first.kill();
  const statesNow = async (): Promise<string[]> => {
    const db = await openShopDatabase({ path: shop.database, random: realRandom, readOnly: true });
    const [batch] = await db.batches.newest();
    await db.close();
    return batch!.lines.map(({ sale }) => sale.state);
  };

  const second = await shop.start();
  await second.until(listening);
  expect(await world.ledger()).toHaveLength(2);
  const [begun, lost, ...rest] = await statesNow();
  expect([begun, ...rest]).toEqual(['success', 'unsent', 'unsent']);
  // Its webhook may have come by now.
  expect(['unknown', 'success']).toContain(lost);
  second.send('resume');
  await vi.waitFor(async () => expect(await world.ledger()).toHaveLength(4), { timeout: 60_000, interval: 25 });
  await vi.waitFor(async () => expect(await statesNow()).toEqual(['success', 'success', 'success', 'success']), {
    timeout: 60_000,
    interval: 50,
  });
  await second.end();
  expect((await world.ledger()).map(({ acted }) => acted)).toEqual([1, 1, 1, 1]);
  expect(await compareBooks(world, [shop])).toEqual([]);
});

test('killed between paying a bill and its answer: unknown, and paying it again is refused', async () => {
  const world = await openKillWorld();
  const shop = await world.openShop('shop');
  const first = await shop.start();
  first.send('pay BILLTOOSLOW 530000000001');
  await vi.waitFor(async () => expect((await world.ledger())[0]?.acted).toBe(1), { timeout: 60_000, interval: 25 });
  await first.kill();

  const second = await shop.start();
  expect((await onlySale(shop)).sale.state).toBe('unknown');
  second.send('pay BILLTOOSLOW 530000000001');
  await second.until((lines) => lines.includes('inquired'));
  await second.end();
  const acted = (await world.ledger()).map((entry) => entry.acted);
  expect(acted).toEqual([1, 0]);
  expect(await compareBooks(world, [shop])).toEqual([]);
});

test('killed between the commit of a webhook and its ack: applied once, and acknowledged after the restart', async () => {
  const world = await openKillWorld();
  await world.startRelay();
  const shop = await world.openShop('shop');
  const between = await holdingAcks(world.relayUrl);
  const first = await shop.start({ KONTER_RELAY_URL: between.url });
  await first.until(listening);
  first.send(`order TSEL10 ${number}`);
  await between.ackArrived;
  await first.kill();
  expect((await onlySale(shop)).sale.state).toBe('success');

  between.letThrough();
  const second = await shop.start({ KONTER_RELAY_URL: between.url });
  await second.until(listening);
  second.send('order TSEL10 081234567891');
  await second.until((lines) => lines.includes('success'));
  await second.end();
  expect(await compareBooks(world, [shop])).toEqual([]);
});

/** Kills the relay at one moment of the first webhook, and lets the provider receive no answer. */
function killingDeliver(strike: () => void, moment: 'half a body' | 'a whole body' | 'the answer') {
  let struck = false;
  return (inner: Deliver): Deliver =>
    (request) => {
      if (struck) return inner(request);
      struck = true;
      return new Promise((resolve) => {
        const headers = { ...request.headers, 'Content-Length': request.body.length };
        const sending = httpRequest(request.url, { method: 'POST', agent: false, headers }, (answer) => {
          answer.resume();
          expect(answer.statusCode).toBe(200);
          strike();
          resolve(null);
        });
        sending.on('error', () => resolve(null));
        const body = moment === 'half a body' ? request.body.subarray(0, request.body.length / 2) : request.body;
        sending.write(body, () => {
          if (moment !== 'the answer') strike();
        });
      });
    };
}

test.each([
  ['half a body', [0]],
  ['a whole body', [0, 1]],
  ['the answer', [1]],
] as const)(
  'the relay killed after %s of a webhook, before the provider gets 200: kept once, and the order final',
  async (moment, keptThen) => {
    let relay: NodeProcess | null = null;
    const world = await openKillWorld({ wrap: killingDeliver(() => relay?.strike(), moment) });
    relay = await world.startRelay();
    const shop = await world.openShop('shop');
    const counter = await shop.start();
    await counter.until(listening);
    counter.send(`order TSEL10 ${number}`);
    await vi.waitFor(() => expect(world.deliveries[0]?.result).toBeNull(), { timeout: 60_000, interval: 25 });
    await relay.kill();
    expect(keptThen).toContain(relayBook(world.relayDatabase).length);

    await world.startRelay();
    await counter.until((lines) => lines.includes('success'));
    await world.simulator.simulator.idle();
    await counter.end();
    expect(world.deliveries.at(-1)?.result).toBe(200);
    expect(relayBook(world.relayDatabase)).toHaveLength(1);
    expect(await compareBooks(world, [shop])).toEqual([]);
  },
);

/** A way to the relay on which everything passes but acks, until they may. */
async function holdingAcks(relayUrl: string) {
  let holding = true;
  let arrived = (): void => {};
  const ackArrived = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', (head) => {
      if (holding && head.toString('latin1').includes('/ack ')) return arrived();
      const relay = connect(Number(new URL(relayUrl).port), '127.0.0.1');
      relay.on('error', () => client.destroy());
      relay.write(head);
      client.pipe(relay).pipe(client);
    });
  });
  const port = await listenLocally(server);
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${port}`, ackArrived, letThrough: () => (holding = false) };
}

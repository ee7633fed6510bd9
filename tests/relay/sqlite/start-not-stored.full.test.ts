import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { countersOfShop, isReady } from '../../support/counters-of-shop.ts';
import { startRelay } from '../../support/relay.ts';
import { askShop, shopAt, shopOfPage } from '../../support/shop.ts';

const order = { productCode: 'TSEL10', customerNo: '081234567890' };

test('the suspicion of a start ends though the database was locked at that moment', async () => {
  const under = await startRelay({ compareMs: 8_000 });
  const { counters } = await countersOfShop(['Front', 'Off'], async () => under);
  const [front] = counters;
  if (!front || under.database.engine !== 'sqlite') throw new Error('a counter and a file');
  await under.restart();
  const world = await front.open();
  await isReady(world, front);
  const lock = new Database(under.database.path);
  lock.exec('begin immediate');
  setTimeout(() => lock.exec('rollback'), 22_000);
  await vi.waitFor(() => expect(lock.inTransaction).toBe(false), { timeout: 40_000, interval: 200 });
  lock.close();
  await vi.waitFor(
    async () => {
      const { error } = await world.call('order', order);
      const { shop } = (await world.call('status')).value;
      expect({ error, shop }).toMatchObject({ error: undefined });
    },
    { timeout: 40_000, interval: 1000 },
  );
}, 120_000);

test('a counter that names what is no roster is refused, and ends no other counter’s pages', async () => {
  const { counters } = await shopAt(startRelay, ['Front', 'Back']);
  const [front, back] = counters;
  if (!front || !back) throw new Error('two counters');
  const named = { step: 'noticed', rosters: [Number.MAX_SAFE_INTEGER] };
  expect((await askShop(front, 'claims/restore', named)).status).toBe(400);
  expect((await shopOfPage(back))?.name).toBeDefined();
}, 30_000);

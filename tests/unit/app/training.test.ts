import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { type AppWorld, appWorld } from '../../support/app-world.ts';

const anOrder = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, tendered: 20_000 };
const aBill = { productCode: 'PLNPOST', customerNo: '530000000001' };

async function settled(world: AppWorld, id: string, timeout = 5000): Promise<Transaction> {
  return vi.waitFor(
    async () => {
      const { value } = await world.call('transactions.get', { id });
      expect(value.state).toBe('success');
      return value;
    },
    { timeout, interval: 20 },
  );
}

it('an order of TSEL10 is pending, then a success by webhook, within 5 s', async () => {
  const world = await appWorld();
  const ordered = await world.call('order', anOrder);
  expect(ordered).toMatchObject({ ok: true, value: { state: 'pending', total: 12_000, change: 8000 } });
  const sale = await settled(world, ordered.value.id);
  expect(sale.sn).toMatch(/^\S{1,16}$/);
  const heard = world.events.flatMap((event) => (event.type === 'transaction' ? [event.transaction.state] : []));
  expect(heard).toEqual(['sending', 'pending', 'success']);
});

it('the bill PLNPOST is found and paid, within 5 s', async () => {
  const world = await appWorld();
  const started = Date.now();
  const bill = await world.call('inquiry', aBill);
  expect(bill).toMatchObject({ ok: true, value: { state: 'inquired' } });
  const paid = await world.call('pay', { id: bill.value.id, tendered: bill.value.total ?? 0 });
  expect(paid).toMatchObject({ ok: true, value: { state: 'success', change: 0 } });
  expect(paid.value.sn).toMatch(/^\S{1,16}$/);
  expect(Date.now() - started).toBeLessThan(5000);
});

it('both are found again after closing and opening', async () => {
  const first = await appWorld();
  const ordered = await first.call('order', anOrder);
  const bill = await first.call('inquiry', aBill);
  const paid = await first.call('pay', { id: bill.value.id });
  const sale = await settled(first, ordered.value.id);
  await first.app.close();
  const second = await appWorld({ dataDir: first.dataDir });
  expect(await second.call('transactions.get', { id: sale.id })).toEqual({ ok: true, value: sale });
  expect(await second.call('transactions.get', { id: paid.value.id })).toEqual(paid);
  const found = await second.call('transactions.search', { text: sale.sn ?? 'none' });
  expect(found.value.items).toEqual([sale]);
});

it('an order that was pending at closing gets its webhook after opening', async () => {
  const first = await appWorld();
  const ordered = await first.call('order', anOrder);
  await first.app.close();
  const second = await appWorld({ dataDir: first.dataDir });
  expect(await second.call('transactions.get', { id: ordered.value.id })).toMatchObject({
    value: { state: 'pending' },
  });
  expect(await settled(second, ordered.value.id, 8000)).toMatchObject({ id: ordered.value.id });
});

it('says that it is training, wants nothing set, and has its first buttons', async () => {
  const world = await appWorld();
  expect(await world.call('status')).toMatchObject({
    ok: true,
    value: { mode: 'training', missing: [], supervisorPinSet: false },
  });
  const { items } = (await world.call('catalogue.list')).value;
  expect(items.map(({ productCode }) => productCode)).toContain('TSEL10');
  expect(existsSync(join(world.dataDir, 'live'))).toBe(false);
});

it('an unknown sale is resolved without a PIN', async () => {
  const world = await appWorld();
  const ordered = await world.call('order', { ...anOrder, customerNo: '0800000000205' });
  expect(ordered).toMatchObject({ ok: false, error: { code: 'outcome_unknown', transaction: { state: 'unknown' } } });
  const ask = { id: ordered.error.transaction.id, outcome: 'success' as const, sn: 'SN-1', note: 'seen there' };
  expect(await world.call('transactions.resolve', ask)).toMatchObject({ ok: true, value: { state: 'success' } });
});

it('sells nothing more once it is closing', async () => {
  const world = await appWorld();
  const closing = world.app.close();
  expect(await world.call('order', anOrder)).toMatchObject({
    ok: false,
    error: { code: 'internal', reason: 'closing' },
  });
  await closing;
});

it('an order in flight is answered and written down before the counter is closed', async () => {
  const first = await appWorld();
  const ordering = first.call('order', anOrder);
  await vi.waitFor(() => expect(first.events.some(({ type }) => type === 'transaction')).toBe(true), { interval: 1 });
  await first.app.close();
  expect(await ordering).toMatchObject({ ok: true, value: { state: 'pending' } });
});

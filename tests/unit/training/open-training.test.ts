import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { PrintJob } from '../../../src/shared/domain/print-job.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { type AppWorld, appWorld } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { liveUnanswered } from '../../support/provider-answers.ts';

describe('training', () => {
  const anOrder = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, tendered: 20_000 };
  const aBill = { productCode: 'PLNPOST', customerNo: '530000000001' };

  /** A quicker webhook can overtake the order's own answer on a busy machine. */
  const asInLife = 1;

  async function settled(world: AppWorld, id: string, timeout = 15_000): Promise<Transaction> {
    return vi.waitFor(
      async () => {
        const { value } = await world.call('transactions.get', { id });
        expect(value.state).toBe('success');
        return value;
      },
      { timeout, interval: 20 },
    );
  }

  it('an order of TSEL10 is pending, then a success by webhook', async () => {
    const world = await appWorld({ practicePace: asInLife });
    const ordered = await world.call('order', anOrder);
    expect(ordered).toMatchObject({ ok: true, value: { state: 'pending', total: 12_000, change: 8000 } });
    const sale = await settled(world, ordered.value.id);
    expect(sale.sn).toMatch(/^\S{1,16}$/);
    const states = world.events.flatMap((event) => (event.type === 'transaction' ? [event.transaction.state] : []));
    expect(states).toEqual(['sending', 'pending', 'success']);
  });

  it('an order of a page that shows the other mode is not sent: it does not know yet that the counter changed', async () => {
    const world = await appWorld({ practicePace: asInLife });
    expect(await world.call('order', { ...anOrder, mode: 'live' })).toMatchObject({ error: { reason: 'closing' } });
    expect((await world.call('transactions.search')).value.items).toEqual([]);
    expect(await world.call('order', { ...anOrder, mode: 'training' })).toMatchObject({ value: { state: 'pending' } });
  });

  it('nor is a bill of such a page asked for or paid', async () => {
    const world = await appWorld();
    expect(await world.call('inquiry', { ...aBill, mode: 'live' })).toMatchObject({ error: { reason: 'closing' } });
    const { value: bill } = await world.call('inquiry', { ...aBill, mode: 'training' });
    expect(await world.call('pay', { id: bill.id, mode: 'live' })).toMatchObject({ error: { reason: 'closing' } });
    expect((await world.call('transactions.search')).value.items).toMatchObject([{ state: 'inquired' }]);
    expect(await world.call('pay', { id: bill.id, mode: 'training' })).toMatchObject({ value: { state: 'success' } });
  });

  it('a practice relay of another version does not keep the counter from opening: it is rebuilt', async () => {
    const dataDir = temporaryFolder();
    const first = await appWorld({ dataDir });
    await first.app.close();
    const training = join(dataDir, 'training');
    for (const name of readdirSync(training).filter((each) => /^practice-.*\.db/.test(each))) {
      rmSync(join(training, name));
      if (name.endsWith('.db')) writeFileSync(join(training, name), 'nothing that this version can read');
    }
    const again = await appWorld({ dataDir });
    const ordered = await again.call('order', anOrder);
    expect(await settled(again, ordered.value.id)).toMatchObject({ state: 'success' });
  });

  it('the bill PLNPOST is found and paid', async () => {
    const world = await appWorld();
    const bill = await world.call('inquiry', aBill);
    expect(bill).toMatchObject({ ok: true, value: { state: 'inquired' } });
    const paid = await world.call('pay', { id: bill.value.id, tendered: bill.value.total ?? 0 });
    expect(paid).toMatchObject({ ok: true, value: { state: 'success', change: 0 } });
    expect(paid.value.sn).toMatch(/^\S{1,16}$/);
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
    const result = await second.call('transactions.search', { text: sale.sn ?? 'none' });
    expect(result.value.items).toEqual([sale]);
  });

  it('a bill is the same in every practice: what one cashier was shown is there for the next', async () => {
    const [one, other] = [await appWorld(), await appWorld()];
    const [bill, again] = [await one.call('inquiry', aBill), await other.call('inquiry', aBill)];
    expect(again.value).toMatchObject({ total: bill.value.total, price: bill.value.price });
    expect(bill.value.total).toBeGreaterThan(0);
  });

  it('an order that was pending at closing gets its webhook after opening', async () => {
    const first = await appWorld({ practicePace: asInLife });
    const ordered = await first.call('order', anOrder);
    await first.app.close();
    const closedAt = new Date().toISOString();
    const second = await appWorld({ dataDir: first.dataDir });
    const sale = await settled(second, ordered.value.id, 30_000);
    expect(sale.settledAt && sale.settledAt > closedAt).toBe(true);
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
    const input = { id: ordered.error.transaction.id, outcome: 'success' as const, sn: 'SN-1', note: 'seen there' };
    expect(await world.call('transactions.resolve', input)).toMatchObject({ ok: true, value: { state: 'success' } });
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
    const first = await appWorld({ practicePace: asInLife });
    const ordering = first.call('order', anOrder);
    await vi.waitFor(() => expect(first.events.some(({ type }) => type === 'transaction')).toBe(true), { interval: 1 });
    await first.app.close();
    expect(await ordering).toMatchObject({ ok: true, value: { state: 'pending' } });
  });
});

describe('drills', () => {
  const quietlyLost = { productCode: 'TSEL10', customerNo: '0800000000205', sellingPrice: 12_000 };

  async function stateOf(world: AppWorld, id: string, state: string): Promise<void> {
    await vi.waitFor(async () => expect((await world.call('transactions.get', { id })).value.state).toBe(state), {
      timeout: 30_000,
      interval: 20,
    });
  }

  async function jobIs(world: AppWorld, id: string, wanted: Partial<PrintJob>): Promise<void> {
    await vi.waitFor(
      async () => {
        const { value } = await world.call('prints.list');
        expect(value.jobs.find((job) => job.id === id)).toMatchObject(wanted);
      },
      { timeout: 30_000, interval: 20 },
    );
  }

  it('a lost answer stays unknown until the drill lets its webhook come, which then settles it', async () => {
    const world = await appWorld();
    const lost = await world.call('order', quietlyLost);
    expect(lost.error.transaction.state).toBe('unknown');
    const { id } = lost.error.transaction;
    expect(await world.call('drills.webhook', { id })).toEqual({ ok: true, value: {} });
    await stateOf(world, id, 'success');
    const unknownId = '0195f0aa-0000-7000-8000-000000000001';
    expect(await world.call('drills.webhook', { id: unknownId })).toMatchObject({ error: { code: 'not_found' } });
  });

  it('a roll that ends leaves the slip unknown, the next one waiting, and a new roll prints it', async () => {
    const world = await appWorld();
    const sold = await world.call('order', { ...quietlyLost, customerNo: '081234567890' });
    const { id } = sold.value;
    await stateOf(world, id, 'success');
    await world.call('drills.paper', { paper: 'runs_out' });
    const half = (await world.call('receipts.print', { id })).value.job;
    await jobIs(world, half?.id ?? '', { printer: 'practice-printer', state: 'unknown', reason: 'paper_out' });
    const whole = (await world.call('prints.reprint', { id: half?.id ?? '' })).value.job;
    await jobIs(world, whole.id, { state: 'blocked', reason: 'paper_out', copy: 2 });
    await world.call('drills.paper', { paper: 'in' });
    await jobIs(world, whole.id, { state: 'confirmed' });
    await world.call('drills.paper', { paper: 'away' });
    expect((await world.call('receipts.print', { id })).value.job).toBeUndefined();
    expect(world.printed).toHaveLength(1);
  });

  it('who has done which is kept on this machine, the last time of each', async () => {
    const first = await appWorld();
    await first.call('drills.done', { drill: 'paperOut', wrong: 2 });
    await first.call('drills.done', { drill: 'lostOrder', wrong: 0 });
    await first.call('drills.done', { drill: 'paperOut', wrong: 0 });
    await first.app.close();
    const { value } = await (await appWorld({ dataDir: first.dataDir })).call('drills.list');
    expect(value.done).toMatchObject([
      { drill: 'paperOut', wrong: 0, by: null },
      { drill: 'lostOrder', wrong: 0, by: null },
    ]);
  });

  it('live, nothing of the drills is served', async () => {
    const env = liveUnanswered;
    const world = await appWorld({ env });
    expect(world.app.mode()).toBe('live');
    const refused = { ok: false, error: { code: 'not_allowed', reason: 'only_in_training' } };
    expect(await world.call('drills.list')).toMatchObject(refused);
    expect(await world.call('drills.done', { drill: 'paperOut', wrong: 0 })).toMatchObject(refused);
    expect(await world.call('drills.webhook', { id: '0195f0aa-0000-7000-8000-000000000001' })).toMatchObject(refused);
    expect(await world.call('drills.paper', { paper: 'runs_out' })).toMatchObject(refused);
  });
});

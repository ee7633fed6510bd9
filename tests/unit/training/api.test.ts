import { describe, expect, it, vi } from 'vitest';
import type { PrintJob } from '../../../src/shared/domain/print-job.ts';
import { type AppWorld, appWorld } from '../../support/app-world.ts';

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
    const unheardOf = '0195f0aa-0000-7000-8000-000000000001';
    expect(await world.call('drills.webhook', { id: unheardOf })).toMatchObject({ error: { code: 'not_found' } });
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
    const env = {
      KONTER_PROVIDER_URL: 'http://127.0.0.1:9/v1',
      KONTER_SECRET_KEY: 'made-up',
      KONTER_RELAY_URL: 'http://127.0.0.1:9',
      KONTER_RELAY_MAILBOX: 'made-up',
      KONTER_RELAY_TOKEN: 'made-up',
    };
    const world = await appWorld({ env });
    expect(world.app.mode()).toBe('live');
    const refused = { ok: false, error: { code: 'not_allowed', reason: 'only_in_training' } };
    expect(await world.call('drills.list')).toMatchObject(refused);
    expect(await world.call('drills.done', { drill: 'paperOut', wrong: 0 })).toMatchObject(refused);
    expect(await world.call('drills.webhook', { id: '0195f0aa-0000-7000-8000-000000000001' })).toMatchObject(refused);
    expect(await world.call('drills.paper', { paper: 'runs_out' })).toMatchObject(refused);
  });
});

import { describe, expect, it } from 'vitest';
import { DatabaseError, type DatabaseErrorKind } from '../../../src/main/db/database-error.ts';
import type { Change } from '../../../src/main/db/sales-store.ts';
import { type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { counterWorld, saleOf } from '../../support/counter-world.ts';

/** A journal that fails `times` commits of that kind of event, and works again then. */
function failing(type: Change['event']['type'], times: number, kind: DatabaseErrorKind = 'full') {
  let left = times;
  return (journal: ShopDatabase): ShopDatabase => ({
    ...journal,
    async commit(change) {
      if (change.event.type === type && left > 0) {
        left -= 1;
        throw new DatabaseError(kind, 'the disk is full');
      }
      return journal.commit(change);
    },
  });
}

describe('when the disk fails while an answer is written down', () => {
  it('the counter tries again, and the answer is not lost', async () => {
    const world = await counterWorld({ wrap: failing('sale.response_received', 3) });
    expect(await world.order()).toMatchObject({ ok: true, value: { state: 'pending', transactionId: 'T-1' } });
    expect(world.times('order')).toBe(1);
    expect(world.slept).toEqual([100, 500, 2000]);
    expect(world.log.lines.filter(({ level }) => level === 'error')).toHaveLength(3);
  });

  it('a serial number that only the answer has is not lost', async () => {
    const world = await counterWorld({ wrap: failing('sale.response_received', 1, 'locked') });
    const bill = await world.inquired();
    expect(await world.counter.pay({ id: bill.id })).toMatchObject({ ok: true, value: { sn: 'SN-0001' } });
    expect(world.times('pay')).toBe(1);
  });

  it('and stays so, the cashier is told that nobody knows, and the number stays blocked', async () => {
    const world = await counterWorld({ wrap: failing('sale.response_received', 99) });
    const result = await world.order();
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'outcome_unknown', reason: 'not_recorded', transaction: { state: 'sending' } },
    });
    expect(await world.order()).toMatchObject({ ok: false, error: { code: 'in_flight' } });
    expect(world.times('order')).toBe(1);
  });

  it('and stays so, a webhook still settles the sale', async () => {
    const world = await counterWorld({ wrap: failing('sale.response_received', 99) });
    const { id } = await world.ordered();
    await world.receiveWebhook({}, { ref: id });
    expect(await world.stored(id)).toMatchObject({ state: 'success' });
  });

  it('and stays so, a person can settle the sale without a restart', async () => {
    const world = await counterWorld({ wrap: failing('sale.response_received', 99) });
    const { id } = await world.ordered();
    expect(await world.counter.resolve({ id, outcome: 'success', sn: 'SN-1', note: 'seen there' })).toMatchObject({
      ok: true,
      value: { state: 'success', sn: 'SN-1' },
    });
  });

  it.each<DatabaseErrorKind>(['closed', 'corrupt', 'newer'])(
    'and cannot pass (%s), nobody waits for it',
    async (kind) => {
      const world = await counterWorld({ wrap: failing('sale.response_received', 99, kind) });
      expect(await world.order()).toMatchObject({ error: { reason: 'not_recorded' } });
      expect(world.slept).toEqual([]);
    },
  );

  it('no number stands in the log', async () => {
    const world = await counterWorld({ wrap: failing('sale.response_received', 99) });
    await world.order();
    expect(JSON.stringify(world.log.lines)).not.toMatch(/08\d{8}/);
  });
});

it('nothing is sent when the intent cannot be committed', async () => {
  const world = await counterWorld({ wrap: failing('sale.submitted', 1) });
  await expect(world.order()).rejects.toMatchObject({ name: 'JournalFault', kind: 'full' });
  expect(world.times('order')).toBe(0);
  expect(await world.order()).toMatchObject({ ok: true });
});

it('a webhook that cannot be committed moves nothing, and is applied when it comes again', async () => {
  const world = await counterWorld({ wrap: failing('webhook.applied', 1) });
  const { id } = await world.ordered();
  await expect(world.receiveWebhook({}, { ref: id })).rejects.toMatchObject({ kind: 'full' });
  expect(await world.cursor()).toBeNull();
  expect(await world.stored(id)).toMatchObject({ state: 'pending' });
  await world.receiveWebhook({}, { ref: id });
  expect(await world.stored(id)).toMatchObject({ state: 'success' });
});

it('a fault in looking for webhooks that came early does not hide a sale that is written down', async () => {
  const world = await counterWorld({
    wrap: (journal) => ({ ...journal, quarantined: () => Promise.reject(new DatabaseError('corrupt', 'x')) }),
  });
  expect(await world.order()).toMatchObject({ ok: true, value: { state: 'pending' } });
});

it('a client that breaks leaves the sale unknown, not in sending', async () => {
  const world = await counterWorld();
  world.say('order', () => Promise.reject(new TypeError('081234567890 is not a function')));
  const result = await world.order();
  expect(result).toMatchObject({ error: { code: 'outcome_unknown', reason: 'unknown' } });
  expect(saleOf(result).state).toBe('unknown');
  expect(JSON.stringify(world.log.lines)).not.toContain('0812');
});

import { expect, it } from 'vitest';
import { DatabaseError, type DatabaseErrorKind } from '../../../src/main/db/database-error.ts';
import type { Change } from '../../../src/main/db/sales-store.ts';
import { type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { counterWorld } from '../../support/counter-world.ts';

/** A disk that takes no answers until it is mended; `begin` lets it take no new sales either. */
async function onFullDisk(kind: DatabaseErrorKind = 'full') {
  const state = { full: true };
  const answers: ReadonlySet<Change['event']['type']> = new Set([
    'sale.response_received',
    'sale.refused',
    'sale.outcome_unknown',
    'sale.not_sent',
  ]);
  const world = await counterWorld({
    wrap: (journal: ShopDatabase): ShopDatabase => ({
      ...journal,
      async commit(change) {
        if (state.full && answers.has(change.event.type)) throw new DatabaseError(kind, 'made to fail');
        return journal.commit(change);
      },
    }),
  });
  return { world, mend: () => void (state.full = false) };
}

it('what the provider said is shown, because it stands nowhere else', async () => {
  const { world } = await onFullDisk();
  const bill = await world.inquired();
  expect(await world.counter.pay({ id: bill.id })).toMatchObject({
    ok: false,
    error: {
      code: 'outcome_unknown',
      reason: 'not_recorded',
      pendingWrite: { state: 'success', transactionId: bill.transactionId, sn: 'SN-0001' },
      transaction: { state: 'sending' },
    },
  });
});

it.each<[DatabaseErrorKind, string]>([
  ['full', 'disk_full'],
  ['read_only', 'read_only'],
  ['corrupt', 'corrupt'],
  ['locked', 'database_locked'],
])('while an answer is not written down (%s) nothing else is sent', async (kind, reason) => {
  const { world } = await onFullDisk(kind);
  const bill = await world.inquired();
  await world.order();
  expect(world.counter.notWritten().count).toBe(1);
  expect(await world.order({ customerNo: '081299990000' })).toMatchObject({
    ok: false,
    error: { code: 'internal', reason },
  });
  expect(await world.counter.pay({ id: bill.id })).toMatchObject({ ok: false, error: { code: 'internal', reason } });
  expect(world.counter.notWritten()).toEqual({ count: 1, reason });
  expect([world.times('order'), world.times('pay')]).toEqual([1, 0]);
});

it('once the disk is mended the answer is written and selling goes on by itself', async () => {
  const { world, mend } = await onFullDisk();
  const { id } = await world.ordered();
  mend();
  world.says.order({ transaction_id: 'T-2' });
  expect(await world.order({ customerNo: '081299990000' })).toMatchObject({ ok: true });
  expect(await world.stored(id)).toMatchObject({ state: 'pending', transactionId: 'T-1' });
  expect(world.counter.notWritten()).toEqual({ count: 0, reason: null });
  expect(world.times('order')).toBe(2);
});

it('an answer that a webhook overtook is weighed against it and written once', async () => {
  const { world, mend } = await onFullDisk();
  const { id } = await world.ordered();
  await world.receiveWebhook({}, { ref: id });
  mend();
  await Promise.all([world.counter.flushPendingWrites(), world.counter.flushPendingWrites()]);
  expect(await world.stored(id)).toMatchObject({ state: 'success' });
  expect((await world.events(id)).filter((type) => type === 'sale.response_received').length).toBe(1);
});

it('an answer that never left is told as such', async () => {
  const { world } = await onFullDisk();
  world.say('order', { kind: 'never_sent', reason: 'ECONNREFUSED' });
  expect(await world.order()).toMatchObject({ error: { pendingWrite: { state: 'unsent', sn: null } } });
});

it('one that never left agrees with a person who recorded meanwhile that it failed', async () => {
  const { world, mend } = await onFullDisk();
  world.say('order', { kind: 'never_sent', reason: 'ECONNREFUSED' });
  const { id } = await world.ordered({ tendered: 12_000 });
  await world.counter.resolve({ id, outcome: 'failed', note: 'seen in the dashboard' });
  mend();
  await world.counter.flushPendingWrites();
  expect(await world.stored(id)).toMatchObject({ state: 'failed', cashReturnedAt: null });
});

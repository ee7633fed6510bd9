import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readAlertFacts } from '../../../src/main/alerts/alert-facts.ts';
import { connect } from '../../../src/main/db/open-database.ts';
import { ReplicaJournals } from '../../../src/main/office/replica-journals.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { OfficeCounter, OfficeState } from '../../../src/shared/contract/office.ts';
import { realRandom, temporaryFolder } from '../../support/database-files.ts';
import { fakeCounter } from '../../support/fake-office.ts';
import { recordingLog } from '../../support/fake-system.ts';
import { begin, order, stored, updated } from '../../support/stored-sales.ts';

const minute = 60_000;
const at = (iso: string): number => Date.parse(iso);
const by = { actor: 'cashier' as const };

/** An office over the real journal of one counter, and what it says of that counter. */
async function officeWorld() {
  const path = join(temporaryFolder(), 'journal.db');
  const db = await openShopDatabase({ path, random: realRandom });
  const file = { path, db: connect(path, true) };
  onTestFinished(async () => {
    file.db.close();
    await db.close();
  });
  const followed = { id: 'a1', name: 'Depan', isRevoked: false, state: 'following' as const, file: () => file };
  const isRead = { now: true };
  const journals = new ReplicaJournals(
    () => (isRead.now ? [followed] : []),
    () => db,
  );
  const facts = async (
    now: string,
    office: Partial<OfficeCounter> & { relay?: OfficeState['relay'] } = {},
    more: { depositWarning?: number; since?: string } = {},
  ) => {
    const { relay = 'reachable', ...counter } = office;
    const state = async (): Promise<OfficeState> => ({
      relay,
      at: now,
      counters: [fakeCounter('a1', 'Depan', { openShift: (await db.shifts.current())?.number ?? null, ...counter })],
    });
    return readAlertFacts(
      { state, journals },
      {
        now: at(now),
        depositWarning: more.depositWarning ?? 100_000,
        since: at(more.since ?? '2026-01-01T00:00:00Z'),
        log: recordingLog(),
      },
    );
  };
  return {
    db,
    facts,
    isRead,
    keys: async (...args: Parameters<typeof facts>) => (await facts(...args)).holding.map(({ key }) => key),
  };
}

test('a sale that is not settled is one after fifteen minutes, until it is', async () => {
  const { db, keys } = await officeWorld();
  const begun = await stored(db, begin(order(1)));
  const sentAt = at(begun.sentAt ?? begun.createdAt);
  const after = (ms: number) => new Date(sentAt + ms).toISOString();
  expect(await keys(after(15 * minute - 1))).toEqual([]);
  expect(await keys(after(15 * minute))).toEqual([`unresolved a1 ${begun.id}`]);
  const pending = await stored(
    db,
    updated(begun, { state: 'pending', transactionId: 'P1', transactionIdFrom: 'answer' }),
  );
  expect(await keys(after(60 * minute))).toEqual([`unresolved a1 ${begun.id}`]);
  await stored(db, updated(pending, { state: 'success', sn: '123' }));
  expect(await keys(after(60 * minute))).toEqual([]);
});

test('a deposit is low below the mark, and never where the mark is nothing', async () => {
  const { db, keys } = await officeWorld();
  const now = '2026-03-03T03:00:00.000Z';
  expect(await keys(now)).toEqual([]);
  await db.deposit.record({ id: null, kind: 'corrected', amount: 99_999, note: null, at: now });
  expect(await keys(now)).toEqual(['deposit a1']);
  expect(await keys(now, {}, { depositWarning: 99_999 })).toEqual([]);
  expect(await keys(now, {}, { depositWarning: 0 })).toEqual([]);
});

test('a drawer that is short at its closing or opening count is one for a day, and not from before the alerts', async () => {
  const { db, keys } = await officeWorld();
  await db.shifts.open({ ...by, at: '2026-03-03T01:00:00.000Z', counted: 100_000, day: '2026-03-03' });
  await db.shifts.close({ ...by, at: '2026-03-03T09:00:00.000Z', counted: 90_000 });
  await db.shifts.open({
    ...by,
    at: '2026-03-03T10:00:00.000Z',
    counted: 60_000,
    day: '2026-03-03',
    reason: 'dihitung ulang',
  });
  await db.shifts.close({ ...by, at: '2026-03-03T11:00:00.000Z', counted: 70_000 });
  // One that has more than it should is not short.
  expect((await keys('2026-03-03T12:00:00.000Z')).toSorted()).toEqual(['short a1 1 closing', 'short a1 2 opening']);
  expect(await keys('2026-03-03T12:00:00.000Z', {}, { since: '2026-03-03T09:30:00.000Z' })).toEqual([
    'short a1 2 opening',
  ]);
  expect(await keys('2026-03-04T09:30:00.000Z')).toEqual(['short a1 2 opening']);
  expect(await keys('2026-03-04T12:00:00.000Z')).toEqual([]);
});

test('a counter is silent after fifteen minutes in which it should have polled', async () => {
  const { db, facts, keys } = await officeWorld();
  const now = '2026-03-03T06:00:00.000Z';
  const silentSince = '2026-03-03T05:45:00.000Z';
  expect(await keys('2026-03-03T05:59:59.000Z', { silentSince })).toEqual([]);
  // It has no shifts: nobody knows when the shop is closed.
  expect(await keys(now, { silentSince })).toEqual(['silent a1']);
  expect(await keys(now, { silentSince: null })).toEqual([]);
  // While the relay is away, or too old to say it, nothing is known of that.
  for (const office of [{ silentSince, relay: 'unreachable' as const }, { silentSince: undefined }]) {
    const read = await facts(now, office);
    expect([read.holding, read.isKnown('silent a1'), read.isKnown('deposit a1')]).toEqual([[], false, true]);
  }
  await db.shifts.open({ ...by, at: '2026-03-03T01:00:00.000Z', counted: 0, day: '2026-03-03' });
  expect(await keys(now, { silentSince })).toEqual(['silent a1']);
  await db.shifts.close({ ...by, at: '2026-03-03T05:40:00.000Z', counted: 0 });
  expect(await keys(now, { silentSince })).toEqual([]);
});

test('of a counter without a readable copy nothing is known, and one that is used no more has nothing', async () => {
  const { db, facts, isRead } = await officeWorld();
  const now = '2026-03-03T06:00:00.000Z';
  await db.deposit.record({ id: null, kind: 'corrected', amount: 1, note: null, at: now });
  const revoked = await facts(now, { state: 'revoked' });
  expect([revoked.holding, revoked.isKnown('deposit a1'), revoked.isKnown('deposit b2')]).toEqual([[], true, false]);
  isRead.now = false;
  const unread = await facts(now, { silentSince: '2026-03-03T01:00:00.000Z' });
  expect([unread.holding, unread.isKnown('deposit a1'), unread.isKnown('silent a1')]).toEqual([[], false, false]);
});

test.each(['joining', 'behind', 'damaged', 'not_stored', 'newer'] as const)(
  'of a copy that is %s nothing holds: what it lacks may have settled the sale and filled the deposit',
  async (state) => {
    const { db, facts } = await officeWorld();
    const now = '2026-03-03T06:00:00.000Z';
    await stored(db, begin(order(1)));
    await db.deposit.record({ id: null, kind: 'corrected', amount: 1, note: null, at: now });
    const late = '2027-01-01T00:00:00.000Z';
    expect((await facts(late)).holding).toHaveLength(2);
    const read = await facts(late, { state });
    expect([read.holding, read.isKnown('deposit a1'), read.isKnown('unresolved a1 x')]).toEqual([[], false, false]);
  },
);

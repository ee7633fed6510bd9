import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../src/main/db/open-database.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import {
  counterHead,
  eraseInReplica,
  isEnded,
  lastEventAt,
  silentMs,
} from '../../../src/main/office/erase-in-replica.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { erasureDigest } from '../../../src/main/shop/shop-key.ts';
import { erasedNo } from '../../../src/shared/domain/erasure.ts';
import { journalPath, realRandom } from '../../support/database-files.ts';
import { fakeShopKey } from '../../support/fake-shop.ts';
import { recordingLog, virtualClock } from '../../support/fake-system.ts';
import { begin, order, sold, stored, updated } from '../../support/stored-sales.ts';

const number = '081234567890';
const { key } = fakeShopKey();
const digestOf = (customerNo: string): string => erasureDigest(key.derive('erasure'), customerNo);
const digest = { keyId: key.id, of: digestOf };
const erasure = {
  id: '0195f0aa-0000-7000-8000-0000000000aa',
  keyId: key.id,
  digest: digestOf(number),
  at: '2026-03-10T02:00:00.000Z',
};
const customer = '0195f0aa-0000-7000-8000-0000000000cc';

/** The replica of a counter with a settled sale to the customer, one on a tab and one that is unknown. */
async function world({ hasKey = true } = {}) {
  const path = journalPath();
  const filled = await openShopDatabase({ path, random: realRandom });
  await sold(filled, order(1, { customerNo: number }));
  const consentAt = '2026-01-01T00:00:00.000Z';
  const entry = { id: customer, name: 'Budi', note: null, consentAt, consentBy: 'Siti', purgeAt: '2037-01-01' };
  await filled.customerBook.save({ ...entry, numbers: [{ customerNo: number, label: '', productCode: null }] });
  const tab = [{ method: 'tab' as const, amount: 12_000, reference: null, customerId: customer }];
  await sold(filled, order(2, { customerNo: number, total: 12_000, payments: tab }));
  const unknown = await stored(filled, begin(order(3, { customerNo: number })));
  await stored(filled, updated(unknown, { state: 'unknown' }));
  await sold(filled, order(4));
  await filled.close();
  const db = connect(path, false);
  onTestFinished(() => void db.close());
  const clock = { ...virtualClock(), sleep: async () => undefined };
  const cleaned: string[] = [];
  const storedAt = { at: '2026-03-10T03:00:00.000Z' };
  const erase = (isRevoked: boolean, now = Date.parse('2026-03-10T03:00:00.000Z')) =>
    eraseInReplica({
      db,
      path,
      isRevoked,
      storedAt: storedAt.at,
      relayNow: now,
      clock: { ...clock, now: () => now },
      log: recordingLog(),
      signal: new AbortController().signal,
      list: async () => [erasure],
      digests: () => (hasKey ? [digest] : []),
      aheadMs: () => 0,
      open: (at) => openShopDatabase({ path: at, random: realRandom }),
      runTask: async (task) => {
        cleaned.push(task.task);
        return { kind: 'cleaned', done: true, unreached: [] };
      },
    });
  const read = async <T>(look: (db: ShopDatabase) => Promise<T>): Promise<T> => {
    const db = await openShopDatabase({ path, random: realRandom });
    try {
      return await look(db);
    } finally {
      await db.close();
    }
  };
  const numbers = async (): Promise<string[]> =>
    (await read((db) => db.search({ limit: 10 }))).items.map(({ customerNo }) => customerNo).toReversed();
  return { db, path, erase, read, numbers, cleaned };
}

const late = Date.parse('2026-03-10T03:00:00.000Z') + silentMs + 1;

test('what is settled is erased at once, and the replica still verifies and knows its counter’s end', async () => {
  const { db, path, erase, numbers, cleaned } = await world();
  const [head, last] = [counterHead(db), lastEventAt(db)];
  expect(await erase(true)).toBe(1);
  expect(await numbers()).toEqual([erasedNo, number, number, order(4).customerNo]);
  expect([counterHead(db), lastEventAt(db), cleaned]).toEqual([head, last, ['clean']]);
  expect(verifyJournal(path).flaw).toBeNull();
  expect(await erase(true)).toBe(0);
});

test('what is unsettled or on a tab goes with a revoked counter that is silent for long, and stays with one that may come back', async () => {
  const { path, erase, numbers, read } = await world();
  await erase(false, late);
  expect(await numbers()).toEqual([erasedNo, number, number, order(4).customerNo]);
  expect(await read(({ customerBook }) => customerBook.get(customer))).not.toBeNull();
  await erase(true, late);
  expect(await numbers()).toEqual([erasedNo, erasedNo, erasedNo, order(4).customerNo]);
  expect(await read(({ customerBook }) => customerBook.get(customer))).toBeNull();
  expect(verifyJournal(path).flaw).toBeNull();
});

test('a counter has ended once it is revoked, or silent for long', async () => {
  const storedAt = '2026-03-10T03:00:00.000Z';
  const last = Date.parse(storedAt);
  expect(isEnded({ isRevoked: true, storedAt, relayNow: last })).toBe(true);
  expect(isEnded({ isRevoked: false, storedAt, relayNow: last + silentMs })).toBe(false);
  expect(isEnded({ isRevoked: false, storedAt, relayNow: last + silentMs + 1 })).toBe(true);
});

test('a counter whose clock is far behind, and which ships, is not gone', () => {
  // Its events are of a month ago: what they say of the time is not asked.
  const relayNow = Date.parse('2026-04-20T03:00:00.000Z');
  expect(isEnded({ isRevoked: false, storedAt: '2026-04-20T02:59:00.000Z', relayNow })).toBe(false);
  expect(isEnded({ isRevoked: false, storedAt: null, relayNow })).toBe(false);
});

test('without the shop key nothing is done, and it is to be asked again', async () => {
  const { erase, numbers } = await world({ hasKey: false });
  expect(await erase(true)).toBeNull();
  expect(await numbers()).toContain(number);
});

import { describe, expect, test } from 'vitest';
import { followErasures } from '../../../src/main/customers/follow-erasures.ts';
import { readErasureNotice, writeErasureNotice } from '../../../src/main/customers/shop-erasures.ts';
import type { ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { erasureDigest } from '../../../src/main/shop/shop-key.ts';
import { erasedNo } from '../../../src/shared/domain/erasure.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';
import { fakeShopKey } from '../../support/fake-shop.ts';
import { recordingLog, virtualClock } from '../../support/fake-system.ts';
import { begin, order, stored, updated } from '../../support/stored-sales.ts';

const number = '081234567890';
const { key } = fakeShopKey();
const digestOf = (customerNo: string): string => erasureDigest(key.derive('erasure'), customerNo);
const digest = { keyId: key.id, of: digestOf };
const shop = 's1';
const read = { shop, upTo: 1, keyId: key.id };
const id = '0195f0aa-0000-7000-8000-0000000000aa';
/** After the sales of the tests. */
const at = '2036-01-01T00:00:00.000Z';
const fromOther = { id, keyId: key.id, digest: digestOf('+62 812-3456-7890'), at };

async function world(options: { db?: ShopDatabase } = {}) {
  const db = options.db ?? (await aJournal());
  const log = recordingLog();
  const parked: string[] = [];
  const deps = {
    customers: db.customers,
    shopErasures: db.shopErasures,
    parked: {
      list: async () => [],
      async erase(customerNo: string) {
        parked.push(customerNo);
        return 1;
      },
    },
    digests: [digest],
    clock: { ...virtualClock(), sleep: async () => undefined },
    aheadMs: 0,
    pauseMs: 0,
    log,
    signal: new AbortController().signal,
  };
  const follow = async (): Promise<readonly string[]> => {
    const numbers = await followErasures(deps);
    while ((await db.customers.eraseNext(at)).length > 0);
    return numbers;
  };
  return { db, deps, log, follow };
}

const soldTo = async (db: ShopDatabase, n: number, more: Partial<Transaction> = {}): Promise<Transaction> => {
  const begun = await stored(db, begin(order(n, { customerNo: number, customerName: 'BUDI CONTOH' })));
  return stored(db, updated(begun, { state: 'success', sn: `SN-${n}`, ...more }));
};
const numbersIn = async (db: ShopDatabase): Promise<string[]> =>
  (await db.search({ limit: 100 })).items.map(({ customerNo }) => customerNo);
const erasuresIn = async (db: ShopDatabase) => (await db.customers.erasures()).map(({ notice }) => notice);

describe('an erasure of another counter', () => {
  test('erases the sales of that number in any spelling, and no other; the log says by what', async () => {
    const { db, follow } = await world();
    for (let n = 1; n <= 3; n += 1) await soldTo(db, n);
    await stored(db, begin(order(4, { customerNo: '081299999999' })));
    await db.shopErasures.arrived([fromOther], read);
    expect(await follow()).toHaveLength(1);
    expect((await numbersIn(db)).toSorted()).toEqual(['081299999999', erasedNo, erasedNo, erasedNo]);
    expect(await erasuresIn(db)).toEqual([id]);
    expect(await db.shopErasures.toFollow()).toEqual([]);
  });

  test('looks through more sales than one step reads', { timeout: 60_000 }, async () => {
    const { db, follow } = await world();
    for (let n = 1; n <= 620; n += 1) await stored(db, begin(order(n, { customerNo: `0813${1_000_000 + n}` })));
    await soldTo(db, 621);
    await db.shopErasures.arrived([fromOther], read);
    await follow();
    expect((await numbersIn(db)).filter((each) => each === number)).toEqual([]);
    expect(await erasuresIn(db)).toEqual([id]);
  });

  test('is repeated without any effect', async () => {
    const { db, follow } = await world();
    await soldTo(db, 1);
    for (let times = 0; times < 2; times += 1) {
      await db.shopErasures.arrived([fromOther], read);
      await follow();
    }
    expect(await erasuresIn(db)).toEqual([id]);
  });

  test('leaves what was sold to the number after it', async () => {
    const { db, follow } = await world();
    const sale = await soldTo(db, 1);
    const before = new Date(Date.parse(sale.sentAt ?? sale.createdAt) - 10 * 60_000).toISOString();
    await db.shopErasures.arrived([{ ...fromOther, at: before }], read);
    await follow();
    expect(await numbersIn(db)).toEqual([number]);
    expect(await erasuresIn(db)).toEqual([]);
  });

  test('is compared by the relay’s clock where this machine’s is ahead of it', async () => {
    const { db, deps, follow } = await world();
    const sale = await soldTo(db, 1);
    const day = 24 * 60 * 60_000;
    const sentAt = new Date(Date.parse(sale.sentAt ?? sale.createdAt) - day + 1000).toISOString();
    deps.aheadMs = -day;
    await db.shopErasures.arrived([{ ...fromOther, at: sentAt }], read);
    await follow();
    expect(await numbersIn(db)).toEqual([erasedNo]);
  });

  test('waits with a sale that is not settled, and erases it then', async () => {
    const { db, follow } = await world();
    const sale = await stored(db, begin(order(1, { customerNo: number })));
    const pending = await stored(db, updated(sale, { state: 'pending' }));
    await db.shopErasures.arrived([fromOther], read);
    await follow();
    expect(await numbersIn(db)).toEqual([number]);
    await stored(db, updated(pending, { state: 'success', sn: 'SN-9' }));
    await follow();
    expect(await numbersIn(db)).toEqual([erasedNo]);
  });

  test('leaves the entry of a customer whose tab is open until it is paid, and names itself once', async () => {
    const { db, follow } = await world();
    const customer = '0195f0aa-0000-7000-8000-0000000000cc';
    const consentAt = '2026-01-01T00:00:00.000Z';
    const entry = { id: customer, name: 'Budi', note: null, consentAt, consentBy: 'Siti', purgeAt: '2037-01-01' };
    await db.customerBook.save({ ...entry, numbers: [{ customerNo: number, label: '', productCode: null }] });
    const payments = [{ method: 'tab' as const, amount: 12_000, reference: null, customerId: customer }];
    const sale = await soldTo(db, 1, { total: 12_000, payments });
    await db.shopErasures.arrived([fromOther], read);
    await follow();
    await follow();
    expect(await db.customerBook.get(customer)).not.toBeNull();
    expect(await erasuresIn(db)).toEqual([id]);
    await stored(db, updated(sale, { tabPayments: [{ method: 'cash', amount: 12_000, at, reference: null }] }));
    await follow();
    expect(await db.customerBook.get(customer)).toBeNull();
    expect(await numbersIn(db)).toEqual([erasedNo]);
    expect(await db.shopErasures.toFollow()).toEqual([]);
  });

  test('survives a restart before it was followed, and waits for the shop key', async () => {
    const path = journalPath();
    const before = await aJournal(path);
    await soldTo(before, 1);
    await before.shopErasures.arrived([fromOther], { ...read, upTo: 7 });
    await before.close();
    const { db, deps, follow } = await world({ db: await aJournal(path) });
    deps.digests = [];
    await follow();
    expect(await numbersIn(db)).toEqual([number]);
    deps.digests = [digest];
    await follow();
    expect(await numbersIn(db)).toEqual([erasedNo]);
    expect(await db.shopErasures.readUpTo(shop)).toBe(7);
  });

  test('of an earlier shop key is followed by who had that key, and given up aloud by who never had it', async () => {
    const { db, deps, log, follow } = await world();
    await soldTo(db, 1);
    const earlier = { keyId: '0123456789abcdef', of: (customerNo: string) => `earlier ${digestOf(customerNo)}` };
    const ofEarlier = { ...fromOther, keyId: earlier.keyId, digest: earlier.of(number) };
    await db.shopErasures.arrived([ofEarlier], read);
    await follow();
    expect(await numbersIn(db)).toEqual([number]);
    expect(JSON.stringify(log.lines)).toContain('never here');
    deps.digests = [digest, earlier];
    await db.shopErasures.arrived([{ ...ofEarlier, id: `${id.slice(0, -1)}b` }], read);
    await follow();
    expect(await numbersIn(db)).toEqual([erasedNo]);
  });

  test('is known for good, and published again once the shop has another key', async () => {
    const { db, follow } = await world();
    await db.shopErasures.arrived([fromOther], read);
    await follow();
    expect(await db.shopErasures.toPost(key.id)).toEqual([]);
    expect(await db.shopErasures.toPost('0123456789abcdef')).toEqual([fromOther]);
    const again = readErasureNotice(id, '0123456789abcdef', writeErasureNotice(fromOther, '0123456789abcdef'));
    expect(again).toEqual(fromOther);
    // Another counter has posted it meanwhile.
    await db.shopErasures.arrived([fromOther], { ...read, keyId: '0123456789abcdef' });
    expect(await db.shopErasures.toPost('0123456789abcdef')).toEqual([]);
    expect(await db.shopErasures.toFollow()).toEqual([]);
    await db.shopErasures.forget('2036-01-02T00:00:00.000Z');
    expect(await db.shopErasures.list()).toEqual([]);
  });

  test('holds and reveals no number', async () => {
    const { db, log } = await world();
    await db.shopErasures.arrived([fromOther], read);
    expect(JSON.stringify([await db.shopErasures.toFollow(), log.lines])).not.toContain('81234567890');
  });
});

describe('an erasure that is made here', () => {
  const notice = { id, keyId: key.id, digest: fromOther.digest, at };

  test('is kept for the other counters until the relay has it, also of a customer of whom nothing is here', async () => {
    const { db } = await world();
    const begun = await db.customers.begin({ customerNo: number, note: 'asked', at, notice });
    expect(begun).toMatchObject({ kind: 'begun', sales: 0 });
    expect(await db.shopErasures.toPost(null)).toEqual([notice]);
    expect(await erasuresIn(db)).toEqual([id]);
    await db.shopErasures.posted(id, key.id);
    expect(await db.shopErasures.toPost(key.id)).toEqual([]);
  });

  test('that is refused here reaches nobody', async () => {
    const { db } = await world();
    await stored(db, begin(order(1, { customerNo: number })));
    expect(await db.customers.begin({ customerNo: number, note: 'asked', at, notice })).toMatchObject({
      kind: 'unsettled',
    });
    expect(await db.shopErasures.toPost(null)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { deposit } from '../../../src/shared/contract/deposit.ts';
import { aJournal } from '../../support/database-files.ts';
import { begin, event, order, sold, stored, updated } from '../../support/stored-sales.ts';

const at = '2026-03-02T01:00:00.000Z';
const paidIn = (db: ShopDatabase, amount: number) =>
  db.deposit.record({ id: null, kind: 'paid_in', amount, note: null, at });
const left = async (db: ShopDatabase): Promise<number | undefined> => (await db.deposit.estimate())?.balance;
const costing = (cost: number) => ({ event: event('sale.submitted', { data: { cost } }) });

describe('the estimated deposit', () => {
  it('is none until something is recorded, whatever is sold', async () => {
    const db = await aJournal();
    await sold(db, order(1));
    expect(await db.deposit.estimate()).toBeNull();
    expect(await db.deposit.entries(10)).toEqual([]);
  });

  it('is what was paid in less what sales take: while they are under way, and once they succeeded', async () => {
    const db = await aJournal();
    await paidIn(db, 100_000);
    const pending = await stored(db, begin(order(1), costing(10_200)));
    expect(await left(db)).toBe(89_800);
    // The provider says what it took.
    await stored(db, updated(pending, { state: 'success', sn: 'SN1', price: 10_250 }));
    expect(await left(db)).toBe(89_750);
    await paidIn(db, 50_000);
    expect(await left(db)).toBe(139_750);
  });

  it('gets back what a sale took that failed or never left, and not what is unknown', async () => {
    const db = await aJournal();
    await paidIn(db, 100_000);
    const failing = await stored(db, begin(order(1), costing(10_000)));
    const lost = await stored(db, begin(order(2), costing(20_000)));
    const unknown = await stored(db, updated(lost, { state: 'unknown' }));
    await stored(db, updated(failing, { state: 'failed' }));
    expect(await left(db)).toBe(80_000);
    await stored(db, updated(unknown, { state: 'failed' }));
    expect(await left(db)).toBe(100_000);
  });

  it('takes the customer’s price where no cost is known: it says too little rather than too much', async () => {
    const db = await aJournal();
    await paidIn(db, 100_000);
    await stored(db, begin(order(1, { total: 12_000 })));
    expect(await left(db)).toBe(88_000);
  });

  it('counts what is sent twice under one id once, and what has an id of its own again', async () => {
    const db = await aJournal();
    const [one, other] = ['0b1f7d8e-1111-4111-8111-111111111111', '0b1f7d8e-2222-4222-8222-222222222222'];
    const entry = { kind: 'paid_in', amount: 100_000, note: null, at } as const;
    for (const id of [one, one, other, one]) await db.deposit.record({ id, ...entry });
    expect(await left(db)).toBe(200_000);
    expect(await db.deposit.entries(10)).toHaveLength(2);
  });

  it('is replaced by the balance that a person reads; a sale under way then is in that balance already', async () => {
    const db = await aJournal();
    await paidIn(db, 100_000);
    const pending = await stored(db, begin(order(1), costing(10_000)));
    await db.deposit.record({ id: null, kind: 'corrected', amount: 75_000, note: 'dashboard', at });
    await stored(db, updated(pending, { state: 'success', sn: 'SN1' }));
    expect(await db.deposit.estimate()).toEqual({ balance: 75_000, correctedAt: at });
    expect(await db.deposit.entries(10)).toMatchObject([
      { kind: 'corrected', amount: 75_000, balance: 75_000, note: 'dashboard' },
      { kind: 'paid_in', amount: 100_000, balance: 100_000, note: null },
    ]);
  });

  it('may grow beyond what is recorded at once, and is read all the same', async () => {
    const db = await aJournal();
    const most = 1_000_000_000_000;
    await paidIn(db, most);
    await paidIn(db, most);
    const entries = await db.deposit.entries(10);
    expect(entries.map(({ balance }) => balance)).toEqual([2 * most, most]);
    const { output } = deposit['deposit.get'];
    expect(output.safeParse({ estimate: await db.deposit.estimate(), entries }).success).toBe(true);
  });
});

import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareErasureQueue } from '../../../src/main/customers/erasure-queue.ts';
import { createMeta } from '../../../src/main/db/metadata.ts';
import { migrate } from '../../../src/main/db/migrate.ts';
import { prepareOpenMoney } from '../../../src/main/db/open-money.ts';
import { cashSql } from '../../../src/main/db/sale-rows.ts';
import { prepareSales } from '../../../src/main/db/sales-repository.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { prepareOpenSales } from '../../../src/main/ledger/ledger-rows.ts';
import {
  cashToCollect,
  cashToReturn,
  customerOwes,
  moneyToCollect,
  moneyToReturn,
  owesMoney,
  tabOwed,
} from '../../../src/shared/domain/cash.ts';
import { mayBeErased } from '../../../src/shared/domain/erasure.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { aJournal, journalPath, realRandom } from '../../support/database-files.ts';
import { anyMoney } from '../../support/money.ts';
import { soakSize } from '../../support/soak.ts';
import { begin, order, stored, updated } from '../../support/stored-sales.ts';
import { tamper } from '../../support/tamper.ts';

const sum = (sales: readonly Transaction[], of: (sale: Transaction) => number) => ({
  count: sales.length,
  amount: sales.reduce((total, sale) => total + of(sale), 0),
});

describe('the sales of a day that succeeded', () => {
  it('are those of that day alone, also a bill that was asked for long before', async () => {
    const db = await aJournal();
    const today = { day: '2026-03-10', createdAt: '2026-03-10T02:00:00.000Z' };
    for (const [n, fields] of [
      [1, today],
      [2, { ...today, day: '2026-03-09' }],
      [3, { ...today, kind: 'postpaid' as const, createdAt: '2026-03-01T02:00:00.000Z' }],
    ] as const)
      await stored(db, begin(order(n, fields)));
    await stored(db, begin(order(4, today)));
    for (const n of [1, 2, 3]) {
      const sale = await db.get(order(n).id);
      if (!sale) throw new Error('lost');
      await stored(db, updated(sale, { state: 'success', sn: 'SN', receiptNo: null }));
    }
    expect((await db.succeededSince('2026-03-10')).toSorted()).toEqual([order(1).id, order(3).id]);
    // The clock is a day behind what it was when they were sold.
    expect((await db.succeededSince('2026-03-09')).toSorted()).toEqual([1, 2, 3].map((n) => order(n).id));
    expect(await db.succeededSince('2026-03-11')).toEqual([]);
  });
});

describe('the rule of cash owed', () => {
  it('is the same in every query as in cash.ts, whatever is written over a sale', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyMoney, anyMoney), { minLength: 1, maxLength: 12 }), (written) => {
        const db = new Database(':memory:');
        migrate(db, () => createMeta(db, realRandom));
        const table = prepareSales(db);
        const queue = prepareErasureQueue(db);
        const sales = written.map(([before, after], n) => {
          table.insert({ ...order(n + 1), ...before });
          const sale = { ...order(n + 1), ...after, revision: 2 };
          table.update(sale);
          queue.add(sale.id, 'asked');
          return sale;
        });
        const [owed, collect] = [sales.filter(owesMoney), sales.filter(customerOwes)];
        const idsBy = (where: string) =>
          db.prepare(`SELECT id FROM transactions WHERE ${where} ORDER BY id`).pluck().all();
        const ids = (list: readonly Transaction[]) => list.map(({ id }) => id).toSorted();
        expect(idsBy(cashSql.cashToReturn)).toEqual(ids(owed));
        expect(idsBy(cashSql.cashToCollect)).toEqual(ids(collect));
        expect(prepareOpenMoney(db)('2026-03-02T04:00:00.000Z')).toMatchObject({
          moneyToReturn: sum(owed, moneyToReturn),
          cashToReturn: sum(
            sales.filter((sale) => cashToReturn(sale) > 0),
            cashToReturn,
          ),
          moneyToCollect: sum(collect, moneyToCollect),
          cashToCollect: sum(
            sales.filter((sale) => cashToCollect(sale) > 0),
            cashToCollect,
          ),
          onTab: sum(
            sales.filter((sale) => tabOwed(sale) > 0),
            tabOwed,
          ),
        });
        expect(
          prepareOpenSales(db)
            .owed()
            .map(({ id }) => id),
        ).toEqual(ids(owed));
        expect(
          queue
            .next(100, false)
            .map(({ saleId }) => saleId)
            .toSorted(),
        ).toEqual(ids(sales.filter(mayBeErased)));
        db.close();
      }),
      { numRuns: soakSize({ usual: 25, soak: 60 }) },
    );
  });

  it.each(['money_to_return', 'money_to_collect', 'cash_to_return', 'cash_to_collect', 'tab_owed'])(
    'fails the check where %s is not what cash.ts says',
    async (column) => {
      const path = journalPath();
      const db = await aJournal(path);
      const begun = await stored(db, begin(order(1)));
      await stored(db, updated(begun, { state: 'failed' }));
      await db.close();
      expect(verifyJournal(path).flaw).toBeNull();
      tamper(path, `UPDATE transactions SET ${column} = ${column} + 1`);
      expect(verifyJournal(path).flaw).toEqual({ row: `sale ${order(1).id}`, why: 'sale_differs' });
    },
  );
});

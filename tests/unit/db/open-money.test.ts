import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareErasureQueue } from '../../../src/main/customers/erasure-queue.ts';
import { createMeta } from '../../../src/main/db/metadata.ts';
import { migrate } from '../../../src/main/db/migrations/migrate.ts';
import { prepareOpenMoney } from '../../../src/main/db/open-money.ts';
import { cashSql } from '../../../src/main/db/sale-rows.ts';
import { prepareSales } from '../../../src/main/db/sales-repository.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { prepareOpenSales } from '../../../src/main/ledger/open-sales.ts';
import { cashAtStake, cashInDrawer, customerOwes, owesCash } from '../../../src/shared/domain/cash.ts';
import { mayBeErased } from '../../../src/shared/domain/erasure.ts';
import { type Transaction, transactionStates } from '../../../src/shared/domain/transaction.ts';
import { aJournal, journalPath, realRandom, tamper } from '../../support/database-files.ts';
import { amended, begin, order, stored } from '../../support/stored-sales.ts';

const rupiah = fc.option(fc.constantFrom(0, 5000, 12_000), { nil: null });
const cash = fc.record({
  state: fc.constantFrom(...transactionStates),
  total: rupiah,
  tendered: rupiah,
  cashReturnedAt: fc.option(fc.constant('2026-03-02T04:00:00.000Z'), { nil: null }),
});

const sum = (sales: readonly Transaction[], of: (sale: Transaction) => number) => ({
  count: sales.length,
  amount: sales.reduce((total, sale) => total + of(sale), 0),
});

describe('the rule of cash owed', () => {
  it('is the same in every query as in cash.ts, whatever is written over a sale', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cash, cash), { minLength: 1, maxLength: 12 }), (written) => {
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
        const [owed, collect] = [sales.filter(owesCash), sales.filter(customerOwes)];
        const idsBy = (where: string) =>
          db.prepare(`SELECT id FROM transactions WHERE ${where} ORDER BY id`).pluck().all();
        const ids = (list: readonly Transaction[]) => list.map(({ id }) => id).toSorted();
        expect(idsBy(cashSql.cashToReturn)).toEqual(ids(owed));
        expect(idsBy(cashSql.cashToCollect)).toEqual(ids(collect));
        expect(prepareOpenMoney(db)('2026-03-02T04:00:00.000Z')).toMatchObject({
          cashToReturn: sum(owed, cashInDrawer),
          cashToCollect: sum(collect, cashAtStake),
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
      { numRuns: 60 },
    );
  });

  it.each(['cash_to_return', 'cash_to_collect'])(
    'fails the check where %s is not what cash.ts says',
    async (column) => {
      const path = journalPath();
      const journal = await aJournal(path);
      const begun = await stored(journal, begin(order(1)));
      await stored(journal, amended(begun, { state: 'failed' }));
      await journal.close();
      expect(verifyJournal(path).flaw).toBeNull();
      tamper(path, `UPDATE transactions SET ${column} = ${column} + 1`);
      expect(verifyJournal(path).flaw).toEqual({ row: `sale ${order(1).id}`, why: 'sale_differs' });
    },
  );
});

import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate, schemaVersion } from '../../../src/main/db/migrate.ts';
import { prepareSlices } from '../../../src/main/ledger/sales-report.ts';
import { migrations } from '../../../src/main/schema/index.ts';
import { moneyMethods } from '../../../src/shared/domain/payment.ts';
import { emptyTotals, LedgerTotals } from '../../../src/shared/domain/sales-report.ts';

/** A database of version 3, which had a column for each sum of each method. */
function before(): Database.Database {
  const db = new Database(':memory:');
  migrate(db, () => undefined, migrations.slice(0, 3));
  return db;
}

const names = LedgerTotals.keyof().options;
/** A different amount in each column. */
const sums = LedgerTotals.parse(Object.fromEntries(names.map((name, at) => [name, at + 1])));

describe('the ledger of a database with a column for each method', () => {
  it('keeps every sum of every row when methods become rows', () => {
    const db = before();
    const values = names.map((name) => sums[name]).join(', ');
    db.exec(`INSERT INTO ledger_by_hour (day, slot, shift, cashier, ${names.join(', ')})
        VALUES ('2026-03-02', 7, 1, 'cashier', ${values}), ('2026-03-03', 8, 2, 'cashier', ${values});
      INSERT INTO ledger_by_product (day, product_code, brand, shift, cashier, ${names.join(', ')})
        VALUES ('2026-03-02', 'pulsa10', 'TELKOMSEL', 1, 'cashier', ${values});`);
    migrate(db, () => undefined);
    expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
    const slices = prepareSlices(db);
    const range = { from: '2026-03-01', to: '2026-03-31' };
    expect(slices({ ...range, by: 'day' }).map(({ key, sums: read }) => [key, read])).toEqual([
      ['2026-03-02', sums],
      ['2026-03-03', sums],
    ]);
    expect(slices({ ...range, by: 'product' }).map(({ key, sums: read }) => [key, read])).toEqual([['pulsa10', sums]]);
    expect(slices({ ...range, by: 'shift', shift: 2 }).map(({ key }) => key)).toEqual(['2']);
  });

  it('has no row for a method that brought nothing', () => {
    const db = before();
    const only = { ...emptyTotals(), success: 1, turnover: 12_000, taken: 12_000 };
    db.exec(`INSERT INTO ledger_by_hour (day, slot, shift, cashier, ${names.join(', ')})
      VALUES ('2026-03-02', 7, 1, 'cashier', ${names.map((name) => only[name]).join(', ')});`);
    migrate(db, () => undefined);
    expect(moneyMethods).toHaveLength(4);
    expect(db.prepare('SELECT method, taken, owed, returned FROM ledger_money_by_hour').all()).toEqual([
      { method: 'cash', taken: 12_000, owed: 0, returned: 0 },
    ]);
  });
});

import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { selectSales, tabSql } from '../db/sale-rows.ts';
import { lazy, statement } from '../db/statements.ts';

const Row = z.object({
  customerId: z.string().nullable(),
  name: z.string().nullable(),
  owed: z.int(),
  unsettled: z.int(),
  sales: z.int(),
  since: z.iso.datetime(),
});
/** What one saved customer owes. */
export type TabRow = z.infer<typeof Row>;

/** Who owes the shop what: read from the sales, which hold all that is known of it. Methods reject with DatabaseError. */
export interface Tabs {
  /** the largest debt first */
  list(): Promise<TabRow[]>;
  of(customerId: string): Promise<TabRow | null>;
  /** the sales of which something is left on the customer's tab, oldest first */
  salesOf(customerId: string): Promise<Transaction[]>;
}

/** The port over one open connection. */
export function sqliteTabs(db: Database.Database, read: <T>(work: () => T) => Promise<T>): Tabs {
  // The index holds nothing but open tabs.
  const summary = (where: string): string =>
    `SELECT tab_customer AS customerId, c.name,
       coalesce(sum(tab_owed) FILTER (WHERE state = 'success'), 0) AS owed,
       coalesce(sum(tab_owed) FILTER (WHERE state <> 'success'), 0) AS unsettled,
       count(*) AS sales, min(t.created_at) AS since
     FROM transactions t INDEXED BY transactions_tab LEFT JOIN customers c ON c.id = tab_customer
     WHERE ${tabSql} ${where} GROUP BY tab_customer ORDER BY sum(tab_owed) DESC, tab_customer`;
  const all = statement(db, summary(''));
  const one = statement(db, summary('AND tab_customer = ?'));
  const sales = lazy(() => selectSales(db, `WHERE tab_customer = ? AND ${tabSql} ORDER BY created_at, id`));
  return {
    list: () =>
      read(() =>
        all()
          .all()
          .map((row) => Row.parse(row)),
      ),
    of: (customerId) =>
      read(() => {
        const row = one().get(customerId);
        return row === undefined ? null : Row.parse(row);
      }),
    salesOf: (customerId) => read(() => sales().all(customerId)),
  };
}

import type Database from 'better-sqlite3';
import { z } from 'zod';
import { Tab } from '../../shared/contract/tabs.ts';
import { Settlement } from '../../shared/domain/payment.ts';
import type { SettlementSlip } from '../../shared/domain/receipt/settlement-slip.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { selectSales, tabSql } from '../db/sale-rows.ts';
import { jsonText, lazy, opaqueParam, pluckStatement, statement } from '../db/statements.ts';

const Row = Tab.extend({ numbers: jsonText.pipe(Tab.shape.numbers) });
const Name = z.string().nullable();
/** Older ones are in the sales. */
const maxSettlements = 50;

type SettlementWithRest = Omit<SettlementSlip, 'printedAt'>;

/** Who owes the shop what: read from the sales, which hold all that is known of it. Methods reject with DatabaseError. */
export interface Tabs {
  /** the largest debt first */
  list(): Promise<Tab[]>;
  of(customerId: string): Promise<Tab | null>;
  /** null: not in the customer book any more */
  nameOf(customerId: string): Promise<string | null>;
  /** the sales of which something is left on the customer's tab, oldest first */
  salesOf(customerId: string): Promise<Transaction[]>;
  /** the newest of what the customer paid of the tab, newest first */
  settlementsOf(customerId: string): Promise<Settlement[]>;
  /** one of them, with the customer's name and what is left now; null: there is none */
  settlement(which: { customerId: string; at: string }): Promise<SettlementWithRest | null>;
}

/** The port over one open connection. */
export function sqliteTabs(db: Database.Database, read: <T>(work: () => T) => Promise<T>): Tabs {
  // The index holds nothing but open tabs.
  const summary = (where: string): string =>
    `SELECT tab_customer AS customerId, c.name,
       coalesce(sum(tab_owed) FILTER (WHERE state = 'success'), 0) AS owed,
       coalesce(sum(tab_owed) FILTER (WHERE state <> 'success'), 0) AS unsettled,
       count(*) AS sales, min(t.created_at) AS since,
       (SELECT max(p.tab_paid_at) FROM transactions p INDEXED BY transactions_tab_paid
        WHERE p.tab_customer = t.tab_customer AND p.tab_paid_at IS NOT NULL) AS lastPaidAt,
       (SELECT json_group_array(customer_no) FROM
         (SELECT customer_no FROM customer_numbers WHERE customer_id = t.tab_customer ORDER BY position)) AS numbers
     FROM transactions t INDEXED BY transactions_tab LEFT JOIN customers c ON c.id = tab_customer
     WHERE ${tabSql} ${where} GROUP BY tab_customer ORDER BY sum(tab_owed) DESC, tab_customer`;
  const all = statement(db, summary(''));
  const one = statement(db, summary('AND tab_customer = ?'));
  const settlements = (where: string): string =>
    `SELECT paid.value ->> 'at' AS at, paid.value ->> 'method' AS method, paid.value ->> 'reference' AS reference,
       sum(paid.value ->> 'amount') AS amount, count(*) AS sales
     FROM transactions t INDEXED BY transactions_tab_paid, json_each(t.tab_payments) paid
     WHERE t.tab_customer = ${opaqueParam()} AND t.tab_paid_at IS NOT NULL ${where} GROUP BY 1, 2, 3`;
  const newest = statement(db, `${settlements('')} ORDER BY 1 DESC LIMIT ${maxSettlements}`);
  // A sale that something was paid of at that time was last paid of then or later.
  const ofTime = statement(
    db,
    settlements(`AND t.tab_paid_at >= ${opaqueParam()} AND paid.value ->> 'at' = ${opaqueParam()}`),
  );
  const nameOf = pluckStatement(db, 'SELECT name FROM customers WHERE id = ?');
  const readName = (customerId: string): string | null => Name.parse(nameOf().get(customerId) ?? null);
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
    nameOf: (customerId) => read(() => readName(customerId)),
    salesOf: (customerId) => read(() => sales().all(customerId)),
    settlementsOf: (customerId) =>
      read(() =>
        newest()
          .all(customerId)
          .map((row) => Settlement.parse(row)),
      ),
    settlement: ({ customerId, at }) =>
      read(() => {
        const row = ofTime().get(customerId, at, at);
        if (row === undefined) return null;
        const rest = one().get(customerId);
        const { owed, unsettled } = rest === undefined ? { owed: 0, unsettled: 0 } : Row.parse(rest);
        return { ...Settlement.parse(row), name: readName(customerId), left: owed, unsettled };
      }),
  };
}

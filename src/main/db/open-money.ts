import type Database from 'better-sqlite3';
import { cashAtStake, cashInDrawer, customerOwes, owesCash } from '../../shared/domain/cash.ts';
import { Transaction } from '../../shared/domain/transaction.ts';
import { unresolvedSql } from './sales-repository.ts';
import type { OpenMoney, Tally } from './sales-store.ts';
import { countQuarantined } from './webhook-queries.ts';

const MoneyRow = Transaction.pick({
  state: true,
  total: true,
  price: true,
  tendered: true,
  createdAt: true,
  sentAt: true,
  cashReturnedAt: true,
});

const columns = `state, total, price, tendered, created_at AS createdAt, sent_at AS sentAt, cash_returned_at AS cashReturnedAt`;

function add(tally: Tally, amount: number): void {
  tally.count += 1;
  tally.amount += amount;
}

/** Sums what is not settled. A sale without a known total counts with the provider's price, or with nothing. */
export function prepareOpenMoney(db: Database.Database): (before: string, after?: string) => OpenMoney {
  const open = db.prepare(`SELECT ${columns} FROM transactions WHERE ${unresolvedSql} ORDER BY created_at`);
  const owed = db.prepare(
    `SELECT ${columns} FROM transactions
     WHERE state IN ('failed', 'unsent') AND tendered IS NOT NULL AND cash_returned_at IS NULL`,
  );
  const handedBack = db.prepare(
    `SELECT ${columns} FROM transactions
     WHERE state = 'success' AND tendered IS NOT NULL AND cash_returned_at IS NOT NULL`,
  );
  const setAside = countQuarantined(db);

  return (before, after) => {
    const none = (): Tally => ({ count: 0, amount: 0 });
    const byState = { sending: none(), pending: none(), unknown: none(), disputed: none() };
    const [overdue, cashHeld, cashToReturn, cashToCollect] = [none(), none(), none(), none()];
    const late = new Date(before).toISOString();
    let oldestUnresolvedAt: string | null = null;

    for (const row of open.iterate()) {
      const sale = MoneyRow.parse(row);
      const amount = sale.total ?? sale.price ?? 0;
      const cash = cashInDrawer(sale);
      oldestUnresolvedAt ??= sale.createdAt;
      for (const [state, tally] of Object.entries(byState)) if (state === sale.state) add(tally, amount);
      const sentAt = sale.sentAt ?? sale.createdAt;
      if (sale.state === 'pending' && (sentAt <= late || (after !== undefined && sentAt >= after))) {
        add(overdue, amount);
      }
      if (cash > 0) add(cashHeld, cash);
    }
    for (const row of owed.iterate()) {
      const sale = MoneyRow.parse(row);
      if (owesCash(sale)) add(cashToReturn, cashInDrawer(sale));
    }
    for (const row of handedBack.iterate()) {
      const sale = MoneyRow.parse(row);
      if (customerOwes(sale)) add(cashToCollect, cashAtStake(sale));
    }
    return { ...byState, overdue, cashHeld, cashToReturn, cashToCollect, setAside: setAside(), oldestUnresolvedAt };
  };
}

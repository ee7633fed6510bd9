import type Database from 'better-sqlite3';
import { z } from 'zod';
import { cashInDrawer, saleAmount } from '../../shared/domain/cash.ts';
import { Transaction } from '../../shared/domain/transaction.ts';
import { prepareChangeToReturn } from './change-to-return.ts';
import { cashSql, StoredPayments, tabSql, unresolvedSql } from './sale-rows.ts';
import { statement } from './statements.ts';
import { countQuarantined } from './webhook-queries.ts';

export interface Tally {
  count: number;
  amount: number;
}

/** The sums of the open money, for the strip that cannot be closed. */
export interface OpenMoney {
  sending: Tally;
  pending: Tally;
  unknown: Tally;
  disputed: Tally;
  overdue: Tally;
  cashHeld: Tally;
  cashToReturn: Tally;
  /** of any method, the cash included */
  moneyToReturn: Tally;
  /** handed over together with that, beside it: whole rupiah */
  changeToReturn: number;
  cashToCollect: Tally;
  moneyToCollect: Tally;
  /** what customers owe on their tabs; of sales that may still fail, too */
  onTab: Tally;
  quarantined: number;
  oldestUnresolvedAt: string | null;
}

export interface OpenMoneyQuery {
  /** ISO 8601; see overdueBounds. @param overdueAfter absent: no sale was sent while the clock was ahead */
  openMoney(overdueBefore: string, overdueAfter?: string): OpenMoney;
}

const MoneyRow = Transaction.pick({
  state: true,
  total: true,
  price: true,
  tendered: true,
  createdAt: true,
  sentAt: true,
  cashReturnedAt: true,
}).extend(StoredPayments.shape);

const columns = `state, total, price, tendered, created_at AS createdAt, sent_at AS sentAt, cash_returned_at AS cashReturnedAt,
  payments, tab_payments AS tabPayments, returns`;

const TallyRow = z.object({ count: z.int(), amount: z.int() });

function add(tally: Tally, amount: number): void {
  tally.count += 1;
  tally.amount += amount;
}

/** Sums the open money. A sale without a known total counts with the provider's price, or with nothing. */
export function prepareOpenMoney(db: Database.Database): OpenMoneyQuery['openMoney'] {
  const open = statement(db, `SELECT ${columns} FROM transactions WHERE ${unresolvedSql} ORDER BY created_at`);
  const sumOf = (column: string, where: string) =>
    statement(
      db,
      `SELECT count(*) FILTER (WHERE ${column} > 0) AS count, coalesce(sum(${column}), 0) AS amount
       FROM transactions WHERE ${where}`,
    );
  const sums = {
    cashToReturn: sumOf('cash_to_return', cashSql.cashToReturn),
    moneyToReturn: sumOf('money_to_return', cashSql.cashToReturn),
    cashToCollect: sumOf('cash_to_collect', cashSql.cashToCollect),
    moneyToCollect: sumOf('money_to_collect', cashSql.cashToCollect),
    onTab: sumOf('tab_owed', tabSql),
  };
  const changeToReturn = prepareChangeToReturn(db);
  const quarantined = countQuarantined(db);

  return (before, after) => {
    const none = (): Tally => ({ count: 0, amount: 0 });
    const byState = { sending: none(), pending: none(), unknown: none(), disputed: none() };
    const [overdue, cashHeld] = [none(), none()];
    const late = new Date(before).toISOString();
    let oldestUnresolvedAt: string | null = null;

    for (const row of open().iterate()) {
      const sale = MoneyRow.parse(row);
      const amount = saleAmount(sale);
      const cash = cashInDrawer(sale);
      oldestUnresolvedAt ??= sale.createdAt;
      for (const [state, tally] of Object.entries(byState)) if (state === sale.state) add(tally, amount);
      const sentAt = sale.sentAt ?? sale.createdAt;
      if (sale.state === 'pending' && (sentAt <= late || (after !== undefined && sentAt >= after))) {
        add(overdue, amount);
      }
      if (cash > 0) add(cashHeld, cash);
    }
    return {
      ...byState,
      overdue,
      cashHeld,
      cashToReturn: TallyRow.parse(sums.cashToReturn().get()),
      moneyToReturn: TallyRow.parse(sums.moneyToReturn().get()),
      changeToReturn: changeToReturn(),
      cashToCollect: TallyRow.parse(sums.cashToCollect().get()),
      moneyToCollect: TallyRow.parse(sums.moneyToCollect().get()),
      onTab: TallyRow.parse(sums.onTab().get()),
      quarantined: quarantined(),
      oldestUnresolvedAt,
    };
  };
}

import type Database from 'better-sqlite3';
import { heldByMethod, saleAmount } from '../../shared/domain/cash.ts';
import { paymentMethods } from '../../shared/domain/payment.ts';
import { emptyOpenTotals, heldColumns, type OpenTotals } from '../../shared/domain/sales-report.ts';
import { cashSql, unresolvedSql } from '../db/sale-rows.ts';
import { statement } from '../db/statements.ts';
import { type LedgerSale, placeOf, prepareSaleContext, type SaleContext } from './ledger-entry.ts';
import { ledgerSaleColumns, readLedgerSale } from './ledger-rows.ts';

export interface OpenSale {
  sale: LedgerSale;
  booked: SaleContext;
}

interface OpenSales {
  /** every sale that is not settled, oldest first */
  all(): OpenSale[];
  /** every sale whose cash is to be returned */
  owed(): LedgerSale[];
}

/** What is not settled, read as it stands: it is always little, and the partial index holds nothing else. */
export function prepareOpenSales(db: Database.Database): OpenSales {
  const booked = prepareSaleContext(db);
  const open = statement(
    db,
    `SELECT ${ledgerSaleColumns} FROM transactions WHERE ${unresolvedSql} ORDER BY created_at, id`,
  );
  const owed = statement(
    db,
    `SELECT ${ledgerSaleColumns} FROM transactions
     WHERE ${cashSql.cashToReturn} ORDER BY id`,
  );
  return {
    all: () =>
      open()
        .all()
        .map((row) => {
          const sale = readLedgerSale(row);
          return { sale, booked: booked(sale.id) };
        }),
    owed: () => owed().all().map(readLedgerSale),
  };
}

export const isOfShift =
  (number: number) =>
  ({ sale, booked }: OpenSale): boolean =>
    placeOf(sale, booked).shift === number;

export function addOpen(sales: readonly OpenSale[]): OpenTotals {
  const sums = emptyOpenTotals();
  for (const { sale } of sales) {
    const held = heldByMethod(sale);
    sums.amount += saleAmount(sale);
    for (const method of paymentMethods) sums[heldColumns[method]] += held[method];
    if (sale.state === 'sending' || sale.state === 'pending' || sale.state === 'unknown' || sale.state === 'disputed') {
      sums[sale.state] += 1;
    }
  }
  return sums;
}

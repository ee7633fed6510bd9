import type Database from 'better-sqlite3';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { parseReceiptNo } from './receipts.ts';
import { readSale, saleColumns } from './row.ts';

/** The sale that a receipt number was given to, whichever series it is of. */
export function prepareByReceipt(db: Database.Database): (receiptNo: string) => Transaction | null {
  const select = db.prepare(
    `SELECT ${saleColumns} FROM transactions WHERE id = (SELECT sale_id FROM receipts WHERE series = ? AND number = ?)`,
  );
  return (receiptNo) => {
    const parsed = parseReceiptNo(receiptNo);
    const row = parsed ? select.get(parsed.series, parsed.number) : undefined;
    return row === undefined ? null : readSale(row);
  };
}

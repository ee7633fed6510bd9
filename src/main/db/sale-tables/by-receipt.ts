import type Database from 'better-sqlite3';
import { parseReceiptNo, type Transaction } from '../../../shared/domain/transaction.ts';
import { selectSales } from './select.ts';

/** The sale that a receipt number was given to, whichever series it is of. */
export function prepareByReceipt(db: Database.Database): (receiptNo: string) => Transaction | null {
  const select = selectSales(db, `WHERE id = (SELECT sale_id FROM receipts WHERE series = ? AND number = ?)`);
  return (receiptNo) => {
    const parsed = parseReceiptNo(receiptNo);
    return parsed && select.first(parsed.series, parsed.number);
  };
}

import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw } from '../../../shared/contract/journal.ts';
import { receiptNo } from '../sales/receipts.ts';
import type { Counts } from './report.ts';

const Row = z.object({ series: z.string(), number: z.int(), receiptNo: z.string().nullable() });

/** Every series runs from 1 without a gap, and receipt and sale name each other. */
export function checkReceipts(db: Database.Database, counts: Counts): Flaw | null {
  const rows = db.prepare(
    `SELECT r.series, r.number, t.receipt_no AS receiptNo
     FROM receipts r LEFT JOIN transactions t ON t.id = r.sale_id ORDER BY r.series, r.number`,
  );
  let series = '';
  let expected = 1;
  for (const row of rows.iterate()) {
    const receipt = Row.parse(row);
    if (receipt.series !== series) [series, expected] = [receipt.series, 1];
    if (receipt.number !== expected) return { row: `receipt ${receiptNo(series, expected)}`, why: 'receipt_missing' };
    const number = receiptNo(series, receipt.number);
    if (receipt.receiptNo !== number) return { row: `receipt ${number}`, why: 'receipt_differs' };
    counts.receipts += 1;
    expected += 1;
  }
  const alone = db
    .prepare('SELECT id FROM transactions WHERE receipt_no IS NOT NULL AND id NOT IN (SELECT sale_id FROM receipts)')
    .pluck()
    .get();
  return alone === undefined ? null : { row: `sale ${z.string().parse(alone)}`, why: 'receipt_differs' };
}

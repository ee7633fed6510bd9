import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw } from '../../../shared/contract/journal.ts';
import { receiptNo } from '../sales/receipts.ts';
import type { Counts, Passed } from './report.ts';

const Row = z.tuple([z.string(), z.int(), z.string().nullable()]);

/** Every series runs from 1 without a gap, and receipt and sale name each other. */
export function checkReceipts(db: Database.Database, counts: Counts, { numbered }: Passed): Flaw | null {
  const rows = db
    .prepare(
      `SELECT r.series, r.number, t.receipt_no
       FROM receipts r LEFT JOIN transactions t ON t.id = r.sale_id ORDER BY r.series, r.number`,
    )
    .raw();
  let series = '';
  let expected = 1;
  for (const row of rows.iterate()) {
    const [of, place, ofSale] = Row.parse(row);
    if (of !== series) [series, expected] = [of, 1];
    if (place !== expected) return { row: `receipt ${receiptNo(series, expected)}`, why: 'receipt_missing' };
    const number = receiptNo(series, place);
    if (ofSale !== number) return { row: `receipt ${number}`, why: 'receipt_differs' };
    counts.receipts += 1;
    expected += 1;
  }
  // Each receipt has a sale of its own: as many sales with a number as receipts are the same ones.
  if (numbered === counts.receipts) return null;
  const alone = db
    .prepare('SELECT id FROM transactions WHERE receipt_no IS NOT NULL AND id NOT IN (SELECT sale_id FROM receipts)')
    .pluck()
    .get();
  return alone === undefined ? null : { row: `sale ${z.string().parse(alone)}`, why: 'receipt_differs' };
}

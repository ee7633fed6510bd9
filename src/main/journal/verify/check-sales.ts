import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw } from '../../../shared/contract/journal.ts';
import { isErased } from '../../../shared/domain/erased.ts';
import { Transaction } from '../../../shared/domain/transaction.ts';
import { isDigest } from '../erasing/digest.ts';
import { prepareBodies } from '../log/bodies.ts';
import { readSnapshot } from '../log/snapshot.ts';
import { customerKey, readSale, saleColumns } from '../sales/row.ts';
import type { BookCheck } from './check-book.ts';
import type { Counts } from './report.ts';

const Derived = z.object({ customerKey: z.string(), lastSeq: z.int().nullable() });

/**
 * Compares every sale of the list with the snapshot of its last event; one whose snapshot was erased cannot be compared.
 * @param book is told each of them
 */
export function checkSales(db: Database.Database, counts: Counts, book: BookCheck): Flaw | null {
  const rows = db.prepare(
    `SELECT ${saleColumns}, customer_key AS customerKey,
       (SELECT max(seq) FROM events WHERE sale_id = transactions.id) AS lastSeq
     FROM transactions ORDER BY id`,
  );
  const bodies = prepareBodies(db);

  for (const row of rows.iterate()) {
    const sale = readSale(row);
    const derived = Derived.parse(row);
    const name = `sale ${sale.id}`;
    if (derived.lastSeq === null) return { row: name, why: 'sale_unexplained' };
    const snapshot = bodies(derived.lastSeq).find(({ role }) => role === 'snapshot');
    if (!snapshot) return { row: name, why: 'sale_unexplained' };
    if (!rightKey(sale, derived.customerKey)) return { row: name, why: 'sale_differs' };
    if (snapshot.bytes && !sameSale(sale, readSnapshot(snapshot.bytes))) {
      return { row: name, why: 'sale_differs' };
    }
    counts.sales += 1;
    if (isErased(sale)) counts.erasedSales += 1;
    book.add(sale);
  }
  const gone = db
    .prepare(
      'SELECT sale_id FROM events WHERE sale_id IS NOT NULL AND sale_id NOT IN (SELECT id FROM transactions) LIMIT 1',
    )
    .pluck();
  const missing = z.string().optional().parse(gone.get());
  return missing === undefined ? null : { row: `sale ${missing}`, why: 'sale_missing' };
}

/** Of an erased number only a digest is left, which nothing in here can be compared with. */
function rightKey({ customerNo }: Transaction, key: string): boolean {
  return isErased({ customerNo }) ? isDigest(key) : key === customerKey(customerNo);
}

/** Both went through the same schema, so that their fields stand in the same order. */
function sameSale(sale: Transaction, said: Transaction | null): boolean {
  return said !== null && JSON.stringify(said) === JSON.stringify(Transaction.parse(sale));
}

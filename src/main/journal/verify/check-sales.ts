import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw } from '../../../shared/contract/journal.ts';
import { isErased } from '../../../shared/domain/erased.ts';
import { Transaction } from '../../../shared/domain/transaction.ts';
import { byPosition } from '../by-position.ts';
import { isDigest } from '../erasing/digest.ts';
import { bodiesPerEvent } from '../log/chain.ts';
import { readSnapshot, writeSnapshot } from '../log/snapshot.ts';
import { columnOf, customerKey, readSale } from '../sales/row.ts';
import type { BookCheck } from './check-book.ts';
import type { Counts, Passed } from './report.ts';
import { type EventsBySale, readEventsBySale } from './sale-events.ts';

const named = byPosition([...Object.keys(columnOf), 'customerKey']);
const Derived = z.object({ customerKey: z.string() });

/**
 * Compares every sale of the list with the snapshot of its last event; one whose snapshot was erased cannot be compared.
 * @param book is told each of them
 */
export function checkSales(db: Database.Database, counts: Counts, passed: Passed, book: BookCheck): Flaw | null {
  const events = readEventsBySale(db);
  try {
    return firstDifference(db, counts, passed, book, events) ?? missing(events.passedOver());
  } finally {
    events.end();
  }
}

function firstDifference(
  db: Database.Database,
  counts: Counts,
  passed: Passed,
  book: BookCheck,
  events: EventsBySale,
): Flaw | null {
  const columns = [...Object.values(columnOf), 'customer_key'].join(', ');
  const rows = db.prepare(`SELECT ${columns} FROM transactions ORDER BY id`).raw();
  const snapshotOf = prepareSnapshot(db);

  for (const values of rows.iterate()) {
    const row = named(values);
    const sale = readSale(row);
    const derived = Derived.parse(row);
    const name = `sale ${sale.id}`;
    const told = events.of(sale.id);
    if (told === null) return { row: name, why: 'sale_unexplained' };
    const snapshot = snapshotOf(told.lastSeq);
    if (snapshot === undefined) return { row: name, why: 'sale_unexplained' };
    if (!rightKey(sale, derived.customerKey)) return { row: name, why: 'sale_differs' };
    if (snapshot && !sameSale(sale, snapshot)) return { row: name, why: 'sale_differs' };
    counts.sales += 1;
    if (sale.receiptNo !== null) passed.numbered += 1;
    if (isErased(sale)) counts.erasedSales += 1;
    book.add(sale, told.booked);
  }
  return null;
}

function missing(saleId: string | null): Flaw | null {
  return saleId === null ? null : { row: `sale ${saleId}`, why: 'sale_missing' };
}

const Snapshot = z.instanceof(Uint8Array).nullable().optional();

/** As bytes; null where it was erased, undefined where an event has none. */
function prepareSnapshot(db: Database.Database): (seq: number) => z.infer<typeof Snapshot> {
  const select = db
    .prepare(`SELECT bytes FROM bodies WHERE id BETWEEN ? AND ? AND role = 'snapshot' ORDER BY id LIMIT 1`)
    .pluck();
  return (seq) => Snapshot.parse(select.get(seq * bodiesPerEvent, seq * bodiesPerEvent + bodiesPerEvent - 1));
}

/** Of an erased number only a digest is left, which nothing in here can be compared with. */
function rightKey({ customerNo }: Transaction, key: string): boolean {
  return isErased({ customerNo }) ? isDigest(key) : key === customerKey(customerNo);
}

/**
 * Nearly every snapshot reads, sign by sign, as the sale would be written now, and needs no reading. Of any other, both go
 * through the same schema, so that their fields stand in the same order.
 */
function sameSale(sale: Transaction, snapshot: Uint8Array): boolean {
  if (Buffer.compare(writeSnapshot(sale), snapshot) === 0) return true;
  const said = readSnapshot(snapshot);
  return said !== null && JSON.stringify(said) === JSON.stringify(Transaction.parse(sale));
}

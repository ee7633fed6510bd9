import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw } from '../../shared/contract/journal.ts';
import { isErased } from '../../shared/domain/erasure.ts';
import { Transaction } from '../../shared/domain/transaction.ts';
import { isDigest } from '../db/customer-digest.ts';
import { bodiesPerEvent } from '../db/event-log.ts';
import { columnOf, customerKey, readSale } from '../db/sale-rows.ts';
import { readSnapshot, writeSnapshot } from '../db/snapshot.ts';
import { positionalRow } from '../db/statements.ts';
import { type Booked, type Correction, correctionTypes, readCorrection } from '../ledger/index.ts';
import type { BookCheck } from './check-book.ts';
import type { Counts, Passed } from './report.ts';

const Row = z.tuple([
  z.string(),
  z.int(),
  z.string(),
  z.string(),
  z.int().nonnegative().nullable(),
  z.string().nullable(),
  z.string().nullable(),
]);

const ShiftRow = z.tuple([z.int(), z.int(), z.int().nullable()]);

const sentByNobody: Omit<Booked, 'corrections'> = { shift: 0, actor: '', commission: null, cost: null };

const named = positionalRow([...Object.keys(columnOf), 'customerKey']);
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

/** What the log says of one sale. */
interface SaleEvents {
  /** the place of its last event */
  lastSeq: number;
  booked: Booked;
}

type ShiftRow = z.infer<typeof ShiftRow>;

interface EventsBySale {
  /** To be asked for sales in the order of their ids; null for one that no event tells of. */
  of(saleId: string): SaleEvents | null;
  /** After the last sale: the first one that the log tells of and nobody asked for; null for none. */
  passedOver(): string | null;
  /** To be called in the end: a connection that is still being read cannot be closed. */
  end(): void;
}

/**
 * Reads the log sale by sale, in one go along its index: asking for the events of each of a million sales would take most of
 * the time of a check. What it finds for the books is what `book/booked.ts` finds, found another way.
 */
function readEventsBySale(db: Database.Database): EventsBySale {
  const shiftAt = prepareShiftAt(db);
  const rows = db
    .prepare(
      `SELECT sale_id, seq, type, actor,
         CASE type WHEN 'sale.sending' THEN data ->> '$.cost' WHEN 'bill.inquired' THEN data ->> '$.commission' END,
         CASE WHEN type IN ${correctionTypes} THEN at END, CASE WHEN type IN ${correctionTypes} THEN data END
       FROM events WHERE sale_id IS NOT NULL ORDER BY sale_id, seq`,
    )
    .raw()
    .iterate();
  const read = (): z.infer<typeof Row> | null => {
    const next = rows.next();
    return next.done === true ? null : Row.parse(next.value);
  };
  let row = read();
  let passed: string | null = null;
  const eventsOf = (saleId: string): SaleEvents | null => {
    // Of a sale that is not in the list any more.
    for (; row !== null && row[0] < saleId; row = read()) passed ??= row[0];
    if (row === null || row[0] !== saleId) return null;
    let lastSeq = 0;
    let sent: Omit<Booked, 'commission' | 'corrections'> | null = null;
    const corrections: Correction[] = [];
    let commission: number | null = null;
    for (; row !== null && row[0] === saleId; row = read()) {
      const [, seq, type, actor, amount, at, data] = row;
      lastSeq = seq;
      if (type === 'sale.sending') sent = { shift: shiftAt(seq), actor, cost: amount };
      if (type === 'bill.inquired') commission = amount;
      const isCorrection = type === 'person.disputed' || corrections.length > 0;
      if (isCorrection && at !== null && data !== null) {
        corrections.push(readCorrection(seq, at, actor, shiftAt(seq), data));
      }
    }
    return { lastSeq, booked: sent === null ? { ...sentByNobody, corrections } : { ...sent, commission, corrections } };
  };
  return { of: eventsOf, passedOver: () => passed ?? row?.[0] ?? null, end: () => void rows.return?.() };
}

/** Shifts that lie over one another are a flaw of their own (check-shifts.ts): here the last one opened before counts. */
function prepareShiftAt(db: Database.Database): (seq: number) => number {
  const shifts = db
    .prepare('SELECT number, opened_seq, closed_seq FROM shifts ORDER BY opened_seq')
    .raw()
    .all()
    .map((row) => ShiftRow.parse(row));
  return (seq) => {
    let [low, high] = [0, shifts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((shifts[middle]?.[1] ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    const found: ShiftRow | undefined = shifts[low - 1];
    if (found === undefined || (found[2] !== null && found[2] <= seq)) return 0;
    return found[0];
  };
}

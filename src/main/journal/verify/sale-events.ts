import type Database from 'better-sqlite3';
import { z } from 'zod';
import { type Booked, type Correction, correctionTypes, readCorrection } from '../book/booked.ts';

/** What the log says of one sale. */
export interface SaleEvents {
  /** the place of its last event */
  lastSeq: number;
  booked: Booked;
}

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
type ShiftRow = z.infer<typeof ShiftRow>;

export interface EventsBySale {
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
export function readEventsBySale(db: Database.Database): EventsBySale {
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

const sentByNobody: Omit<Booked, 'corrections'> = { shift: 0, actor: '', commission: null, cost: null };

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

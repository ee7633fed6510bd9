import type Database from 'better-sqlite3';
import { z } from 'zod';
import { LedgerTotals } from '../../shared/domain/sales-report.ts';
import { jsonText, lazy, opaqueParam } from '../db/statements.ts';

/** A quarter of an hour: the smallest step between the clocks of two time zones. */
export const slotMs = 15 * 60_000;

/** Where something stands in the books. */
export interface BookPlace {
  /** the shop's calendar day, YYYY-MM-DD */
  day: string;
  slot: number;
  /** 0: none was open */
  shift: number;
  cashier: string;
}

/** A person's decision about a sale that was settled: from then on the sale stands at the place of the decision. */
export interface Correction {
  /** of its event */
  seq: number;
  place: BookPlace;
  /** what the sale came to until then; null: it was disputed already */
  sums: LedgerTotals | null;
}

/** What only the log knows of a sale: who sent it, in which shift, what commission its product paid then, and how it was corrected. */
export interface Booked {
  /** 0: none was open, or nobody here sent it */
  shift: number;
  /** the actor of the log; empty where nobody here sent it */
  actor: string;
  /** null: the provider gave none (spec, Product) */
  commission: number | null;
  /** what the catalogue said it costs the shop, of an order; null: nothing */
  cost: number | null;
  /** oldest first */
  corrections: readonly Correction[];
}

/** The events of which the first `person.disputed` and all after it move a sale in the books. */
export const correctionTypes = "('person.disputed', 'person.corrected', 'person.resolved')";

const Decided = jsonText.pipe(z.object({ day: z.iso.date(), sums: LedgerTotals.optional() }));

/** Reads such an event. @param data its JSON text */
export function readCorrection(seq: number, at: string, cashier: string, shift: number, data: string): Correction {
  const { day, sums = null } = Decided.parse(data);
  return { seq, place: { day, slot: Math.floor(Date.parse(at) / slotMs), shift, cashier }, sums };
}

const CorrectionRow = z.tuple([z.int(), z.string(), z.string(), z.int(), z.string()]);

const Row = z.tuple([z.int(), z.string(), z.int().nonnegative().nullable(), z.int().nonnegative().nullable()]);

/** The open shift at a place of the log, as SQL; null for none. @param seq an expression */
export const shiftAt = (seq: string): string =>
  `(SELECT number FROM shifts WHERE opened_seq < ${seq} AND (closed_seq IS NULL OR closed_seq > ${seq})
    ORDER BY opened_seq DESC LIMIT 1)`;

/** A bill that was sent twice belongs to where it was sent last: the first time it certainly never left. */
export function prepareBooked(db: Database.Database): (saleId: string) => Booked {
  const select = lazy(() =>
    db
      .prepare(
        `SELECT coalesce(${shiftAt('e.seq')}, 0), e.actor,
           (SELECT data ->> '$.commission' FROM events i WHERE i.sale_id = e.sale_id AND i.type = 'bill.inquired'
            ORDER BY i.seq DESC LIMIT 1),
           e.data ->> '$.cost'
         FROM events e WHERE e.sale_id = ${opaqueParam()} AND e.type = 'sale.sending' ORDER BY e.seq DESC LIMIT 1`,
      )
      .raw(),
  );
  const decided = lazy(() =>
    db
      .prepare(
        `SELECT e.seq, e.at, e.actor, coalesce(${shiftAt('e.seq')}, 0), e.data FROM events e
         WHERE e.sale_id = ${opaqueParam()} AND e.type IN ${correctionTypes} AND e.seq >=
           (SELECT min(d.seq) FROM events d WHERE d.sale_id = e.sale_id AND d.type = 'person.disputed') ORDER BY e.seq`,
      )
      .raw(),
  );
  return (saleId) => {
    const corrections = decided()
      .all(saleId)
      .map((row) => readCorrection(...CorrectionRow.parse(row)));
    const row = select().get(saleId);
    if (row === undefined) return { shift: 0, actor: '', commission: null, cost: null, corrections };
    const [shift, actor, commission, cost] = Row.parse(row);
    return { shift, actor, commission, cost, corrections };
  };
}

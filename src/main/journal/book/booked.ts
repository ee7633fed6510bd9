import type Database from 'better-sqlite3';
import { z } from 'zod';
import { lazily } from '../lazily.ts';
import { plannedOnce } from '../planned-once.ts';

/** What only the log knows of a sale: who sent it, in which shift, and what commission its product paid then. */
export interface Booked {
  /** 0: none was open, or nobody here sent it */
  shift: number;
  /** the actor of the log; empty where nobody here sent it */
  actor: string;
  /** null: the provider gave none (spec, Product) */
  commission: number | null;
  /** what the catalogue said it costs the shop, of an order; null: nothing */
  cost: number | null;
}

const Row = z.tuple([z.int(), z.string(), z.int().nonnegative().nullable(), z.int().nonnegative().nullable()]);

/** The open shift at a place of the log, as SQL; null for none. @param seq an expression */
export const shiftAt = (seq: string): string =>
  `(SELECT number FROM shifts WHERE opened_seq < ${seq} AND (closed_seq IS NULL OR closed_seq > ${seq})
    ORDER BY opened_seq DESC LIMIT 1)`;

/** A bill that was sent twice belongs to where it was sent last: the first time it certainly never left. */
export function prepareBooked(db: Database.Database): (saleId: string) => Booked {
  const select = lazily(() =>
    db
      .prepare(
        `SELECT coalesce(${shiftAt('e.seq')}, 0), e.actor,
           (SELECT data ->> '$.commission' FROM events i WHERE i.sale_id = e.sale_id AND i.type = 'bill.inquired'
            ORDER BY i.seq DESC LIMIT 1),
           e.data ->> '$.cost'
         FROM events e WHERE e.sale_id = ${plannedOnce()} AND e.type = 'sale.sending' ORDER BY e.seq DESC LIMIT 1`,
      )
      .raw(),
  );
  return (saleId) => {
    const row = select().get(saleId);
    if (row === undefined) return { shift: 0, actor: '', commission: null, cost: null };
    const [shift, actor, commission, cost] = Row.parse(row);
    return { shift, actor, commission, cost };
  };
}

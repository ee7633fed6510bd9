import type Database from 'better-sqlite3';
import { z } from 'zod';
import { Rupiah } from '../../shared/domain/money.ts';
import { addTotals, emptyTotals, type LedgerTotals, type OpenTotals } from '../../shared/domain/sales-report.ts';
import type { HandedOver, ShiftCash } from '../../shared/domain/shift.ts';
import { statement } from '../db/statements.ts';
import { entriesOf } from './ledger-entry.ts';
import { addOpen, isOfShift, openAmounts, prepareOpenSales } from './open-sales.ts';
import { bookSaleColumns, readBookSale } from './rebuild.ts';
import { correctionTypes, prepareBooked } from './sale-context.ts';

export interface ShiftFigures {
  drawer: ShiftCash;
  sums: LedgerTotals;
  open: OpenTotals;
  handedOver: HandedOver[];
}

/** A shift's place in the log, both ends excluded. */
export interface ShiftSpan {
  number: number;
  from: number;
  to: number;
  opening: number;
}

const Flow = z.object({ taken: Rupiah, returned: Rupiah, moved: Rupiah, paidIn: Rupiah, paidOut: Rupiah });

/**
 * How cash moved between two places of the log. Every event that moves a sale's cash says by how much: what was given back
 * in this shift counts in this shift, whenever it was taken. Cash that counts for another sale was taken once: the new sale took
 * only what it comes to beyond that.
 */
export function prepareDrawer(db: Database.Database): (span: ShiftSpan) => ShiftCash {
  const flow = statement(
    db,
    `SELECT coalesce(sum(amount) FILTER (WHERE sale_id IS NOT NULL AND amount > 0), 0) AS taken,
       coalesce(-sum(amount) FILTER (WHERE sale_id IS NOT NULL AND amount < 0 AND type <> 'cash.moved'), 0) AS returned,
       coalesce(-sum(amount) FILTER (WHERE type = 'cash.moved'), 0) AS moved,
       coalesce(sum(amount) FILTER (WHERE type = 'cash.paid_in'), 0) AS paidIn,
       coalesce(sum(amount) FILTER (WHERE type = 'cash.paid_out'), 0) AS paidOut
     FROM (
       SELECT sale_id, type, CASE WHEN sale_id IS NULL THEN data ->> '$.amount' ELSE data ->> '$.cash' END AS amount
       FROM events WHERE seq > ? AND seq < ?
         AND (type IN ('cash.paid_in', 'cash.paid_out') OR (sale_id IS NOT NULL AND data LIKE '%"cash":%'))
     )`,
  );
  return ({ from, to, opening }) => {
    const { moved, paidIn, paidOut, ...sums } = Flow.parse(flow().get(from, to));
    const taken = Math.max(0, sums.taken - moved);
    const returned = sums.returned + Math.max(0, moved - sums.taken);
    return { opening, taken, returned, paidIn, paidOut, expected: opening + taken - returned + paidIn - paidOut };
  };
}

/** What a shift comes to as the sales stand now. Read from the sales themselves: right also while the books are being made. */
export function prepareFigures(db: Database.Database): (span: ShiftSpan) => ShiftFigures {
  const drawer = prepareDrawer(db);
  const booked = prepareBooked(db);
  const openSales = prepareOpenSales(db);
  const sent = statement(
    db,
    `SELECT ${bookSaleColumns} FROM transactions
     WHERE id IN (SELECT sale_id FROM events WHERE seq > ? AND seq < ? 
       AND (type = 'sale.sending' OR type IN ${correctionTypes}))`,
  );
  return (span) => {
    const sums = emptyTotals();
    for (const row of sent().iterate(span.from, span.to)) {
      const sale = readBookSale(row);
      for (const entry of entriesOf(sale, booked(sale.id))) {
        if (entry.shift === span.number) addTotals(sums, entry.sums);
      }
    }
    const left = openSales.all();
    return {
      drawer: drawer(span),
      sums,
      open: addOpen(left.filter(isOfShift(span.number))),
      handedOver: [...left.map(({ sale }) => sale), ...openSales.owed()].map(handOver),
    };
  };
}

/** As the log names it. */
export function handOver(sale: ReturnType<typeof readBookSale>): HandedOver {
  const { amount, cash } = openAmounts(sale);
  return { id: sale.id, state: sale.state, amount, cash };
}

import type Database from 'better-sqlite3';
import { z } from 'zod';
import {
  heldByMethod,
  owedByMethod,
  paidByMethod,
  paymentsOf,
  returnedByMethod,
  saleProfit,
} from '../../shared/domain/cash.ts';
import { moneyMethods, sumOf } from '../../shared/domain/payment.ts';
import {
  addTotals,
  emptyTotals,
  LedgerTotals,
  owedColumns,
  returnedColumns,
  takenColumns,
} from '../../shared/domain/sales-report.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { ProviderAmount } from '../../shared/wire/fields.ts';
import { jsonText, lazy, opaqueParam } from '../db/statements.ts';

/** A quarter of an hour: the smallest step between the clocks of two time zones. */
const slotMs = 15 * 60_000;

/** The row of the ledger that something is counted in. */
interface LedgerPlace {
  /** the shop's calendar day, YYYY-MM-DD */
  day: string;
  slot: number;
  /** 0: none was open */
  shift: number;
  cashier: string;
}

/** A person's decision about a settled sale: from then on the sale counts where and when it was decided. */
export interface Correction {
  /** of its event */
  seq: number;
  place: LedgerPlace;
  /** what the sale came to until then; null: it was disputed already */
  sums: LedgerTotals | null;
}

/** What only the log knows of a sale: who sent it or took its money, in which shift, what commission its product paid, and corrections. */
export interface SaleContext {
  /** 0: none was open, or it was not sent here */
  shift: number;
  /** the actor of the log; empty where it was not sent here */
  actor: string;
  /** null: the provider gave none (spec, Product) */
  commission: number | null;
  /** what the catalogue said it costs the shop, of an order; null: nothing */
  cost: number | null;
  /** oldest first */
  corrections: readonly Correction[];
}

/** The last of these says where a sale belongs: a line of a batch is paid for before it is sent. */
export const bookedTypes = "('sale.submitted', 'sale.queued')";

/** The events of which the first `sale.manually_disputed` and all after it move a sale in the books. */
export const correctionTypes = "('sale.manually_disputed', 'sale.manually_corrected', 'sale.manually_resolved')";

const Decided = jsonText.pipe(z.object({ day: z.iso.date(), sums: LedgerTotals.optional() }));

/** Reads such an event. @param data its JSON text */
export function readCorrection(seq: number, at: string, cashier: string, shift: number, data: string): Correction {
  const { day, sums = null } = Decided.parse(data);
  return { seq, place: { day, slot: Math.floor(Date.parse(at) / slotMs), shift, cashier }, sums };
}

const CorrectionRow = z.tuple([z.int(), z.string(), z.string(), z.int(), z.string()]);

const Row = z.tuple([z.int(), z.string(), z.int().nonnegative().nullable(), z.int().nonnegative().nullable()]);

/** The open shift at a place of the log, as SQL; null for none. @param seq an expression */
const shiftAt = (seq: string): string =>
  `(SELECT number FROM shifts WHERE opened_seq < ${seq} AND (closed_seq IS NULL OR closed_seq > ${seq})
    ORDER BY opened_seq DESC LIMIT 1)`;

/**
 * Who sent a sale and in which shift, as a JSON array: the shift or 0, the actor, their name then, the commission, the cost. Null:
 * it was not sent here. @param saleId an expression of another table
 */
export const sentBySql = (saleId: string): string =>
  `(SELECT json_array(coalesce(${shiftAt('e.seq')}, 0), e.actor, coalesce(e.data ->> '$.by.name', e.actor),
      (SELECT i.data ->> '$.commission' FROM events i WHERE i.sale_id = e.sale_id AND i.type = 'bill.inquired'
       ORDER BY i.seq DESC LIMIT 1),
      e.data ->> '$.cost')
    FROM events e WHERE e.sale_id = ${saleId} AND e.type IN ${bookedTypes} ORDER BY e.seq DESC LIMIT 1)`;

/**
 * A bill that was sent twice belongs to where it was sent last: the first time it certainly never left.
 * @returns `before`: as it was until that event of the log; left out: as it is
 */
export function prepareSaleContext(db: Database.Database): (saleId: string, before?: number) => SaleContext {
  const select = lazy(() =>
    db
      .prepare(
        `SELECT coalesce(${shiftAt('e.seq')}, 0), e.actor,
           (SELECT data ->> '$.commission' FROM events i WHERE i.sale_id = e.sale_id AND i.type = 'bill.inquired'
            ORDER BY i.seq DESC LIMIT 1),
           e.data ->> '$.cost'
         FROM events e WHERE e.sale_id = ${opaqueParam()} AND e.seq < ? AND e.type IN ${bookedTypes}
         ORDER BY e.seq DESC LIMIT 1`,
      )
      .raw(),
  );
  const decided = lazy(() =>
    db
      .prepare(
        `SELECT e.seq, e.at, e.actor, coalesce(${shiftAt('e.seq')}, 0), e.data FROM events e
         WHERE e.sale_id = ${opaqueParam()} AND e.seq < ? AND e.type IN ${correctionTypes} AND e.seq >=
           (SELECT min(d.seq) FROM events d WHERE d.sale_id = e.sale_id AND d.type = 'sale.manually_disputed') ORDER BY e.seq`,
      )
      .raw(),
  );
  return (saleId, before = Number.MAX_SAFE_INTEGER) => {
    const corrections = decided()
      .all(saleId, before)
      .map((row) => readCorrection(...CorrectionRow.parse(row)));
    const row = select().get(saleId, before);
    if (row === undefined) return { shift: 0, actor: '', commission: null, cost: null, corrections };
    const [shift, actor, commission, cost] = Row.parse(row);
    return { shift, actor, commission, cost, corrections };
  };
}

/** What the books need of a sale. */
export type LedgerSale = Pick<
  Transaction,
  | 'id'
  | 'kind'
  | 'state'
  | 'productCode'
  | 'brand'
  | 'price'
  | 'fee'
  | 'total'
  | 'tendered'
  | 'bill'
  | 'day'
  | 'createdAt'
  | 'sentAt'
  | 'cashReturnedAt'
  | 'payments'
  | 'tabPayments'
  | 'returns'
>;

/** What a sale adds at one place of the books. */
export interface LedgerEntry extends LedgerPlace {
  productCode: string;
  brand: string;
  sums: LedgerTotals;
}

/** Settled, and sent by us. An inquiry alone is no sale. */
const isSettled = ({ state, sentAt }: LedgerSale): boolean =>
  state === 'success' || (sentAt !== null && (state === 'failed' || state === 'unsent'));

const unsold: ReadonlySet<LedgerSale['state']> = new Set(['failed', 'unsent', 'inquired', 'expired']);

/** A line of a batch that was paid for, and not sent: no sale, and its money is in the drawer all the same. */
const isPaidAhead = (sale: LedgerSale): boolean =>
  sale.sentAt === null && unsold.has(sale.state) && paymentsOf(sale).length > 0;

/** Whether a sale is in the ledger's sums. Unsettled ones are few, and are read from their table. */
export const isBooked = (sale: LedgerSale): boolean => isSettled(sale) || isPaidAhead(sale);

/**
 * All that a sale adds to the ledger. Depends on the sale and the log only, so that a rebuild gives the same. A correction keeps
 * the earlier amounts, subtracts them in its own row, and adds the sale's new amounts there: a day that is over does not change.
 */
export function entriesOf(sale: LedgerSale, booked: SaleContext): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  const { productCode } = sale;
  const add = (place: LedgerPlace, sums: LedgerTotals): void => {
    entries.push({ ...place, productCode, brand: sale.brand ?? '', sums });
  };
  let place = sentAtPlace(sale, booked);
  for (const correction of booked.corrections) {
    if (correction.sums) {
      const less = emptyTotals();
      addTotals(less, correction.sums, -1);
      add(place, correction.sums);
      add(correction.place, less);
    }
    place = correction.place;
  }
  const sums = sumsOf(sale, booked);
  if (sums) add(place, sums);
  return entries;
}

/** The row in which a sale counts now. */
export function placeOf(sale: LedgerSale, booked: SaleContext): LedgerPlace {
  return booked.corrections.at(-1)?.place ?? sentAtPlace(sale, booked);
}

function sentAtPlace({ day, sentAt, createdAt }: LedgerSale, { shift, actor }: SaleContext): LedgerPlace {
  return { day, slot: Math.floor(Date.parse(sentAt ?? createdAt) / slotMs), shift, cashier: actor };
}

/** A sale's amounts; null: it is not booked. */
export function sumsOf(
  sale: LedgerSale,
  { commission, cost }: Pick<SaleContext, 'commission' | 'cost'>,
): LedgerTotals | null {
  if (!isSettled(sale)) return isPaidAhead(sale) ? moneySums(sale) : null;
  return sale.state === 'success' ? successSums(sale, commission, cost) : otherSums(sale);
}

function successSums(sale: LedgerSale, commission: number | null, cost: number | null): LedgerTotals {
  const { total } = sale;
  // The price that the provider reports wins over the cost that the shop expected.
  const price = sale.price ?? cost;
  const admin = adminOf(sale);
  const isBill = sale.kind === 'postpaid';
  const margin = saleProfit(sale, cost);
  return {
    ...moneySums(sale),
    success: 1,
    bills: isBill ? 1 : 0,
    turnover: total ?? 0,
    totals: countOf(total),
    price: price ?? 0,
    prices: countOf(price),
    fee: sale.fee ?? 0,
    admin: admin ?? 0,
    admins: countOf(admin),
    commission: isBill ? (commission ?? 0) : 0,
    commissions: isBill ? countOf(commission) : 0,
    margin: margin ?? 0,
    margins: countOf(margin),
    tabTaken: paidByMethod(sale).tab,
    tabPaid: sumOf(sale.tabPayments),
  };
}

function otherSums(sale: LedgerSale): LedgerTotals {
  const state = sale.state === 'failed' ? 'failed' : 'unsent';
  return { ...moneySums(sale), [state]: 1 };
}

/**
 * The money of a sale by method. Payments of its tab count in the shift that took them, and not as taken by the sale; the part of
 * them that a failed sale must return is owed.
 */
function moneySums(sale: LedgerSale): LedgerTotals {
  const sums = emptyTotals();
  const held = heldByMethod(sale);
  const returned = returnedByMethod(sale);
  for (const { method, amount } of owedByMethod(sale)) sums[owedColumns[method]] += amount;
  for (const method of moneyMethods) {
    sums[takenColumns[method]] = held[method] - sums[owedColumns[method]];
    sums[returnedColumns[method]] = returned[method];
  }
  if (sale.state === 'success') for (const { method, amount } of sale.tabPayments) sums[takenColumns[method]] -= amount;
  return sums;
}

const countOf = (amount: number | null): number => (amount === null ? 0 : 1);

/**
 * Of all periods of a bill; null where the provider did not give it for each (spec, Inquiry result: price_admin), or gave too many
 * that together they are no amount: no sum over them could be read again.
 */
function adminOf({ kind, bill }: LedgerSale): number | null {
  if (kind !== 'postpaid' || bill === null || bill.details.length === 0) return null;
  let sum = 0;
  for (const { priceAdmin } of bill.details) {
    if (priceAdmin === null) return null;
    sum += priceAdmin;
  }
  return ProviderAmount.safeParse(sum).data ?? null;
}

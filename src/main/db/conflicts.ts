import type Database from 'better-sqlite3';
import { z } from 'zod';
import { type Credit, isSameCredit } from '../../shared/domain/product-names.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { SaleConflict } from './change.ts';
import { type CustomerDigest, customerKey, selectSales, unresolvedSql } from './sale-rows.ts';
import { pluckStatement, statement } from './statements.ts';

/** A product, in any spelling of its code, a customer's number, and the sale that asks, which does not conflict with itself. */
interface ConflictQuery {
  productCode: string;
  customerNo: string;
  exceptId: string | null;
}

export interface ConflictQueries {
  /** whether there is any other sale of the same product and number: mostly not, and then nothing else need be asked */
  any(query: ConflictQuery): boolean;
  /** an unresolved sale of the same product and number, the oldest */
  inFlight(query: ConflictQuery): Transaction | null;
  /** one that was sold, or refused by the provider, on the same day or in the 12 hours before, the last that was sent */
  repeated(query: ConflictQuery, now: Now): Transaction | null;
  /** the last sent of `repeated` and of the unresolved orders to that number that bring the same credit under another code */
  repeatedByOrder(query: ConflictQuery & Credit, now: Now): SaleConflict | null;
}

/** What is asked before a sale is read back. */
export interface RepeatQueries {
  /** the sale that blocks a new one: unresolved first, else sold or refused on that day or in the 12 hours before */
  findConflict(query: ConflictQuery & Now): SaleConflict | null;
  /**
   * the sale that an order repeats: the last one of a repeat of its product, or an unresolved sale of the same credit under
   * another code
   */
  repeatedByOrder(sale: Credit & Pick<Transaction, 'customerNo'>, now: Now): SaleConflict | null;
}

export const repeatQueries = (conflicts: ConflictQueries): RepeatQueries => ({
  findConflict(query) {
    const inFlight = conflicts.inFlight(query);
    if (inFlight) return { kind: 'in_flight', other: inFlight };
    const repeated = conflicts.repeated(query, query);
    return repeated && { kind: 'duplicate', other: repeated };
  },
  repeatedByOrder: (sale, now) => conflicts.repeatedByOrder({ ...sale, exceptId: null }, now),
});

/** The moment of a sale by this machine's clock, which may have been set since an earlier sale. */
interface Now {
  /** ISO 8601 UTC */
  at: string;
  /** YYYY-MM-DD, the shop's */
  day: string;
}

const repeatMs = 12 * 60 * 60_000;
const Sequence = z.int().nullable();
const Moment = z.object({ seq: z.int(), at: z.string() });

export function prepareConflicts(db: Database.Database, digest: CustomerDigest): ConflictQueries {
  // The plus keeps SQLite on the index of product and number, which leaves a handful of rows. They are sorted here: with ORDER
  // BY SQLite re-prepares the statement at each call, which takes longer than the query.
  const same =
    'product_code = @productCode COLLATE NOCASE AND customer_key IN (@customerKey, @erasedKey) AND id IS NOT @exceptId';
  const inFlight = selectSales(db, `WHERE ${same} AND ${unresolvedSql.replaceAll('state ', '+state ')}`);
  const repeats = selectSales(
    db,
    `WHERE ${same} AND (day = @day OR coalesce(sent_at, created_at) > @since)
       AND (+state = 'success' OR (+state = 'failed' AND refused = 1))`,
  );
  const otherCodes = selectSales(
    db,
    `INDEXED BY transactions_unresolved_of
     WHERE ${unresolvedSql} AND +kind = 'prepaid' AND +product_code <> @productCode COLLATE NOCASE
       AND customer_key IN (@customerKey, @erasedKey) AND +id IS NOT @exceptId`,
  );
  const sending = pluckStatement(db, `SELECT max(seq) FROM events WHERE sale_id = ? AND type = 'sale.submitted'`);
  const backwards = statement(db, 'SELECT seq, at FROM events ORDER BY seq DESC');
  /**
   * Whether certainly no more than 12 hours lie between now and the event, in the order of the log: times add up from one event to the
   * next. A clock that was set back takes nothing off, and what it had shown above that counts for nothing: it may have been set
   * forward before.
   */
  const isRecent = (since: number, at: string): boolean => {
    let lowest = Date.parse(at);
    let elapsedMs = 0;
    for (const row of backwards().iterate()) {
      const event = Moment.parse(row);
      const time = Date.parse(event.at);
      elapsedMs += Math.max(0, lowest - time);
      if (elapsedMs > repeatMs) return false;
      if (event.seq <= since) break;
      lowest = Math.min(lowest, time);
    }
    return true;
  };
  /** One that seems to be later than now was sent before the clock was set back: only the log knows how long ago. */
  const counts = (sale: Transaction, { at, day }: Now): boolean => {
    if (sale.day === day || sentAt(sale) <= at) return true;
    const since = Sequence.parse(sending().get(sale.id));
    return since === null || isRecent(since, at);
  };
  const one = pluckStatement(
    db,
    'SELECT 1 FROM transactions WHERE product_code = ? COLLATE NOCASE AND customer_key = ? AND id IS NOT ? LIMIT 1',
  );
  const isThere = ({ productCode, exceptId }: ConflictQuery, key: string): boolean =>
    one().get(productCode, key, exceptId) !== undefined;
  // Asked twice rather than with IN, for which SQLite makes a table each time.
  const any = (query: ConflictQuery): boolean =>
    isThere(query, customerKey(query.customerNo)) || isThere(query, digest(query.customerNo));
  const parameters = ({ productCode, customerNo, exceptId }: ConflictQuery): Record<string, string | null> => ({
    productCode,
    customerKey: customerKey(customerNo),
    erasedKey: digest(customerNo),
    exceptId,
  });
  const repeated = (query: ConflictQuery, now: Now): Transaction | null => {
    const since = new Date(Date.parse(now.at) - repeatMs).toISOString();
    const sales = repeats.all({ ...parameters(query), day: now.day, since });
    return lastSent(sales.filter((sale) => counts(sale, now)));
  };
  return {
    any,
    inFlight: (query) => inOrder(inFlight.all(parameters(query)))[0] ?? null,
    repeated,
    repeatedByOrder(query, now) {
      const repeat = any(query) ? repeated(query, now) : null;
      const alike = otherCodes.all(parameters(query)).filter((sale) => isSameCredit(sale, query));
      const other = lastSent(repeat ? [repeat, ...alike] : alike);
      return other && { kind: other === repeat ? 'duplicate' : 'same_credit', other };
    },
  };
}

/** Oldest first. */
function inOrder(sales: readonly Transaction[]): Transaction[] {
  return sales.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

const sentAt = (sale: Transaction): string => sale.sentAt ?? sale.createdAt;

/** Of bills the one that was inquired last need not be the one that was paid last. */
function lastSent(sales: readonly Transaction[]): Transaction | null {
  return sales.toSorted((one, other) => (sentAt(one) < sentAt(other) ? -1 : 1)).at(-1) ?? null;
}

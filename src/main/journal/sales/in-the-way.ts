import type Database from 'better-sqlite3';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { CustomerDigest } from '../erasing/digest.ts';
import { pluckStatement } from '../lazily.ts';
import { customerKey } from './row.ts';
import { unresolvedSql } from './sales.ts';
import { selectSales } from './select.ts';

/** A product, in any spelling of its code, for a customer's number, and the sale that asks and does not stand in its own way. */
export interface Ask {
  productCode: string;
  customerNo: string;
  exceptId: string | null;
}

export interface InTheWay {
  /** whether there is any other sale of the same product and number: mostly not, and then nothing else need be asked */
  any(ask: Ask): boolean;
  /** an unresolved sale of the same product and number, the oldest */
  inFlight(ask: Ask): Transaction | null;
  /** one that was sold, or refused by the provider, on that day (YYYY-MM-DD), the last that was sent */
  repeated(ask: Ask, day: string): Transaction | null;
}

export function prepareInTheWay(db: Database.Database, digest: CustomerDigest): InTheWay {
  // The plus keeps SQLite on the index of product and number, which leaves a handful of rows. They are put in order here:
  // with ORDER BY, SQLite's planner compiles the statement anew at each call, which takes longer than all the rest.
  const same =
    'product_code = @productCode COLLATE NOCASE AND customer_key IN (@customerKey, @erasedKey) AND id IS NOT @exceptId';
  const inFlight = selectSales(db, `WHERE ${same} AND ${unresolvedSql.replaceAll('state ', '+state ')}`);
  const repeated = selectSales(
    db,
    `WHERE ${same} AND day = @day AND (+state = 'success' OR (+state = 'failed' AND refused = 1))`,
  );
  const any = pluckStatement(
    db,
    'SELECT 1 FROM transactions WHERE product_code = ? COLLATE NOCASE AND customer_key = ? AND id IS NOT ? LIMIT 1',
  );
  const isThere = ({ productCode, exceptId }: Ask, key: string): boolean =>
    any().get(productCode, key, exceptId) !== undefined;
  const parameters = ({ productCode, customerNo, exceptId }: Ask): Record<string, string | null> => ({
    productCode,
    customerKey: customerKey(customerNo),
    erasedKey: digest(customerNo),
    exceptId,
  });
  return {
    // Asked twice rather than with IN, for which SQLite makes a table each time.
    any: (ask) => isThere(ask, customerKey(ask.customerNo)) || isThere(ask, digest(ask.customerNo)),
    inFlight: (ask) => inOrder(inFlight.all(parameters(ask)))[0] ?? null,
    repeated: (ask, day) => lastSent(repeated.all({ ...parameters(ask), day })),
  };
}

/** Oldest first. */
function inOrder(sales: readonly Transaction[]): Transaction[] {
  return sales.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

/** Of bills the one that was inquired last need not be the one that was paid last. */
function lastSent(sales: readonly Transaction[]): Transaction | null {
  const sentAt = (sale: Transaction): string => sale.sentAt ?? sale.createdAt;
  return sales.toSorted((one, other) => (sentAt(one) < sentAt(other) ? -1 : 1)).at(-1) ?? null;
}

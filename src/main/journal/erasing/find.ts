import type Database from 'better-sqlite3';
import { z } from 'zod';
import { sameCustomerNo, standsIn } from '../../../shared/domain/customer-no.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { lazily } from '../lazily.ts';
import { bodiesPerEvent } from '../log/chain.ts';
import { customerKey } from '../sales/row.ts';
import { selectSales } from '../sales/select.ts';

export interface KeptWithoutSale {
  seq: number;
  at: string;
  hash: string;
  receivedAt: string | null;
  body: string;
}

/** What the database holds about one number. */
export interface FindCustomer {
  sales(customerNo: string): Transaction[];
  /** webhooks that were set aside and say this number, newest first, wherever they stand */
  webhooks(customerNo: string): KeptWithoutSale[];
  /** webhooks that were set aside after that event */
  setAsideAfter(seq: number): KeptWithoutSale[];
}

const Kept = z.object({
  seq: z.int(),
  at: z.string(),
  hash: z.string(),
  receivedAt: z.string().nullable(),
  body: z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString()),
});

export function prepareFindCustomer(db: Database.Database): FindCustomer {
  // The index begins with the product: one step along it for each product, instead of a walk over every sale.
  const sales = selectSales(
    db,
    `WHERE customer_key = ? AND product_code IN (
       WITH RECURSIVE codes (code) AS (
         SELECT min(product_code) FROM transactions
         UNION ALL SELECT (SELECT min(product_code) FROM transactions WHERE product_code > codes.code) FROM codes
           WHERE codes.code IS NOT NULL
       ) SELECT code FROM codes WHERE code IS NOT NULL)
     ORDER BY created_at DESC, id DESC`,
  );
  const setAside = lazily(() =>
    db.prepare(
      `SELECT e.seq, e.at, lower(hex(e.hash)) AS hash, e.data ->> '$.receivedAt' AS receivedAt, b.bytes AS body
       FROM events e JOIN bodies b
         ON b.id BETWEEN e.seq * ${bodiesPerEvent} AND e.seq * ${bodiesPerEvent} + ${bodiesPerEvent - 1}
       WHERE e.type = 'webhook.set_aside' AND e.seq > ? AND b.role = 'webhook' AND b.bytes IS NOT NULL
       ORDER BY e.seq DESC`,
    ),
  );
  const after = (seq: number): KeptWithoutSale[] =>
    setAside()
      .all(seq)
      .map((row) => Kept.parse(row));
  return {
    sales: (customerNo) => sales.all(customerKey(customerNo)),
    webhooks: (customerNo) =>
      after(0).filter(({ body }) => {
        const named = numberIn(body);
        return named === null ? standsIn(body, customerNo) : sameCustomerNo(named, customerNo);
      }),
    setAsideAfter: after,
  };
}

/** The number that a kept webhook says, as far as it can be read. */
export function numberIn(body: string): string | null {
  try {
    return z.object({ customer_no: z.string() }).parse(JSON.parse(body)).customer_no;
  } catch {
    return null;
  }
}

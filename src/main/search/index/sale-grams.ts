import { z } from 'zod';
import { compact } from '../../../shared/domain/search/matching.ts';
import { signsOfRuns } from './five-digits.ts';
import { amountToken } from './tokens.ts';

const text = z.string().nullable();
const amount = z.int().nullable();

/** What the index reads of a sale, in the order of `indexedColumns`. */
const SaleRow = z.tuple([
  z.int(),
  z.string(),
  z.string(),
  z.string(),
  text,
  text,
  text,
  text,
  amount,
  amount,
  z.string(),
  z.string(),
  text,
  text,
  text,
]);

export const indexedColumns = `rowid, created_at, customer_key, customer_no, customer_name, sn, transaction_id, receipt_no,
  total, price, kind, product_code, product_name, brand, category`;

export interface IndexedSale {
  rowid: number;
  createdAt: string;
  /** the columns of `grams` up to the product's token, in their order */
  texts: ReadonlyArray<string | null>;
  total: string | null;
  price: string | null;
  product: { kind: string; code: string; names: string };
}

export function readIndexedSale(row: unknown): IndexedSale {
  const [rowid, createdAt, key, number, name, sn, providerId, receiptNo, total, price, kind, code, ...names] =
    SaleRow.parse(row);
  const texts = [key, number === key ? null : number, name, sn, providerId, receiptNo].map(
    (value) => value && compact(value),
  );
  return {
    rowid,
    createdAt,
    texts: [...texts, ...texts.map((value) => value && signsOfRuns(value))],
    total: total === null ? null : amountToken(total),
    // One posting for one amount.
    price: price === null || price === total ? null : amountToken(price),
    product: { kind, code, names: JSON.stringify(names) },
  };
}

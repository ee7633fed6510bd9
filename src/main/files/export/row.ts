import { z } from 'zod';
import { TransactionKind, TransactionState } from '../../../shared/domain/transaction.ts';

const text = z.string().nullable();
const amount = z.int().nullable();

const shape = {
  receipt_no: text,
  created_at: z.string(),
  day: z.string(),
  kind: TransactionKind,
  state: TransactionState,
  product_code: z.string(),
  product_name: text,
  brand: text,
  category: text,
  customer_no: z.string(),
  customer_name: text,
  transaction_id: text,
  sn: text,
  price: amount,
  fee: amount,
  total: amount,
  tendered: amount,
  change: amount,
  bill: text,
  message: text,
  settled_at: text,
  cash_returned_at: text,
  prints: z.int(),
  id: z.string(),
};

const columns = z.array(z.enum(Object.keys(shape))).parse(Object.keys(shape));

/** What a table of sales is made of, to be asked of `transactions` in this order. */
export const rowColumns = columns.join(', ');

const Row = z.object(shape);
export type ExportRow = z.infer<typeof Row>;

/** One row as the driver gives it; throws ZodError when it is not one. */
export function readRow(values: unknown): ExportRow {
  if (!Array.isArray(values)) throw new TypeError('not a row');
  const named: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) named[columns[at] ?? ''] = values[at];
  return Row.parse(named);
}

import { z } from 'zod';
import { asDialled } from '../../../shared/domain/customer-no.ts';
import { Bill, Transaction } from '../../../shared/domain/transaction.ts';
import { jsonText } from '../json-text.ts';

/** The column of each field. */
export const columnOf: Readonly<Record<keyof Transaction, string>> = {
  id: 'id',
  kind: 'kind',
  state: 'state',
  productCode: 'product_code',
  productName: 'product_name',
  brand: 'brand',
  category: 'category',
  customerNo: 'customer_no',
  customerName: 'customer_name',
  transactionId: 'transaction_id',
  transactionIdFrom: 'transaction_id_from',
  sn: 'sn',
  message: 'message',
  price: 'price',
  fee: 'fee',
  total: 'total',
  tendered: 'tendered',
  change: 'change',
  bill: 'bill',
  receiptNo: 'receipt_no',
  refused: 'refused',
  flags: 'flags',
  prints: 'prints',
  day: 'day',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  inquiredAt: 'inquired_at',
  sentAt: 'sent_at',
  settledAt: 'settled_at',
  cashReturnedAt: 'cash_returned_at',
  revision: 'revision',
};

/** `SELECT ${saleColumns} FROM transactions` gives rows that readSale reads. */
export const saleColumns = Object.entries(columnOf)
  .map(([field, column]) => `${column} AS ${field}`)
  .join(', ');

/** A bill as its column holds it. */
export const StoredBill = z.union([z.null(), jsonText.pipe(Bill)]);

const StoredSale = Transaction.extend({
  refused: z.literal([0, 1]).transform((flag) => flag === 1),
  flags: jsonText.pipe(Transaction.shape.flags),
  bill: StoredBill,
});

/** One row of saleColumns as a sale; throws ZodError when it is not one. */
export function readSale(row: unknown): Transaction {
  return StoredSale.parse(row);
}

/** Two spellings of one customer's number compare equal by this. */
export function customerKey(customerNo: string): string {
  return asDialled(customerNo);
}

/** A sale's fields as SQLite keeps them. */
export function saleValues(sale: Transaction): Record<string, string | number | null> {
  return {
    ...sale,
    refused: sale.refused ? 1 : 0,
    flags: JSON.stringify(sale.flags),
    bill: sale.bill === null ? null : JSON.stringify(sale.bill),
  };
}

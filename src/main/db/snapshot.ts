import { z } from 'zod';
import { Transaction } from '../../shared/domain/transaction.ts';

/**
 * The order in which a snapshot holds a sale's fields. It is part of what the chain protects: a field is only ever added at
 * the end, under the next version.
 */
const fields = [
  'id',
  'kind',
  'state',
  'productCode',
  'productName',
  'brand',
  'category',
  'customerNo',
  'customerName',
  'transactionId',
  'transactionIdFrom',
  'sn',
  'message',
  'price',
  'fee',
  'total',
  'tendered',
  'change',
  'bill',
  'receiptNo',
  'refused',
  'flags',
  'prints',
  'day',
  'createdAt',
  'updatedAt',
  'inquiredAt',
  'sentAt',
  'settledAt',
  'cashReturnedAt',
  'revision',
] as const satisfies readonly (keyof Transaction)[];

/** Fails to compile when a sale has a field that no snapshot holds. */
export const everyFieldIsKept: [Exclude<keyof Transaction, (typeof fields)[number]>] extends [never] ? true : never =
  true;

const version = 1;
const Written = z.tuple([z.literal(version)]).rest(z.unknown());

/** A sale as it stands after an event, for the log: values without their names, which would be most of it. */
export function writeSnapshot(sale: Transaction): Uint8Array {
  return Buffer.from(JSON.stringify([version, ...fields.map((field) => sale[field])]));
}

/** The sale in a snapshot, or null when it is not one. */
export function readSnapshot(bytes: Uint8Array): Transaction | null {
  try {
    const written = Written.safeParse(JSON.parse(Buffer.from(bytes).toString()));
    if (!written.success || written.data.length !== fields.length + 1) return null;
    const [, ...values] = written.data;
    return Transaction.safeParse(Object.fromEntries(fields.map((field, at) => [field, values[at]]))).data ?? null;
  } catch {
    return null;
  }
}

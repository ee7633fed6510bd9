import { z } from 'zod';
import { Transaction } from '../../shared/domain/transaction.ts';

type Field = keyof Transaction;

/** A field that a version adds at the end, with its value in every sale that was written before. */
type AddedFields = Readonly<Partial<Transaction>>;

/** The fields of version 1, in their order in the array. It is part of what the chain protects and never changes. */
const firstFields = [
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
] as const satisfies readonly Field[];

/**
 * The fields that each later version adds, oldest first: version 2 is the first entry. A new field of a sale gets an entry of
 * its own, e.g. `{ note: null }`; a released entry never changes.
 */
export const additions = [{ payments: [], tabPayments: [], returns: [] }] as const satisfies readonly AddedFields[];

type KeysOf<T> = T extends unknown ? keyof T : never;
type LaterField = Exclude<Field, (typeof firstFields)[number]>;

type NotKept = Exclude<LaterField, KeysOf<(typeof additions)[number]>>;

/** Fails to compile when a sale has a field that no snapshot holds, and names it. */
export const everyFieldIsKept: [NotKept] extends [never] ? true : `additions lack ${NotKept}` = true;

/** Snapshots of one set of versions: the newest is written, each is read. */
interface SnapshotCodec {
  /** A sale as it is after an event, for the log: values without their names, which would be most of it. */
  write(sale: Transaction): Uint8Array;
  /** The sale in a snapshot of any version; null when it is not one. */
  read(bytes: Uint8Array): Transaction | null;
}

/**
 * @param added the fields of version 2, 3 and so on
 * @param schema of a sale with the fields of the newest version
 */
export function snapshotCodec(
  added: readonly Readonly<Record<string, unknown>>[],
  schema: z.ZodType<Transaction> = Transaction,
): SnapshotCodec {
  const fieldsOf = (version: number): string[] => [
    ...firstFields,
    ...added.slice(0, version - 1).flatMap((fields) => Object.keys(fields)),
  ];
  const newest = added.length + 1;
  const fieldsByVersion = Array.from({ length: newest }, (_, at) => fieldsOf(at + 1));
  const newestFields = fieldsOf(newest);
  const Written = z.tuple([z.int().min(1).max(newest)]).rest(z.unknown());
  return {
    write: (sale) => {
      const values: Readonly<Record<string, unknown>> = sale;
      return Buffer.from(JSON.stringify([newest, ...newestFields.map((field) => values[field])]));
    },
    read(bytes) {
      try {
        const [version, ...values] = Written.parse(JSON.parse(Buffer.from(bytes).toString()));
        const fields = fieldsByVersion[version - 1];
        if (fields?.length !== values.length) return null;
        const sale: Record<string, unknown> = Object.assign({}, ...added.slice(version - 1));
        for (const [at, field] of fields.entries()) sale[field] = values[at];
        return schema.safeParse(sale).data ?? null;
      } catch {
        return null;
      }
    },
  };
}

const { write, read } = snapshotCodec(additions);
export const writeSnapshot = write;
export const readSnapshot = read;

import { createHmac, createSecretKey } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { isWaitingLine } from '../../shared/domain/batch.ts';
import {
  cashToCollect,
  cashToReturn,
  moneyToCollect,
  moneyToReturn,
  tabCustomer,
  tabOwed,
} from '../../shared/domain/cash.ts';
import { asDialled } from '../../shared/domain/customer-no.ts';
import { Bill, canTransition, Transaction, unresolvedStates } from '../../shared/domain/transaction.ts';
import type { Random } from '../base/system.ts';
import { jsonText, lazy, positionalRow, rawStatement } from './statements.ts';

/** The fields of a sale, in the order in which its rows are read and written. */
export const storedFields = Transaction.keyof().options;

/** The column of a field: `productCode` is kept in `product_code`. */
export function columnOf(field: keyof Transaction): string {
  return field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

/** The columns of `storedFields`. */
export const saleColumns = storedFields.map(columnOf).join(', ');

/** A bill as its column holds it. */
export const StoredBill = z.union([z.null(), jsonText.pipe(Bill)]);

/** How a sale was paid, as its columns hold it. */
export const StoredPayments = z.object({
  payments: jsonText.pipe(Transaction.shape.payments),
  tabPayments: jsonText.pipe(Transaction.shape.tabPayments),
  returns: jsonText.pipe(Transaction.shape.returns),
});

const StoredSale = Transaction.extend({
  refused: z.literal([0, 1]).transform((flag) => flag === 1),
  flags: jsonText.pipe(Transaction.shape.flags),
  bill: StoredBill,
  ...StoredPayments.shape,
});

const named = positionalRow(storedFields);

/** A raw row of `saleColumns` as a sale. Throws ZodError or DatabaseError when it is not one. */
export function readSaleValues(values: unknown): Transaction {
  return readSale(named(values));
}

/** The same for a row with the fields' names. */
export function readSale(row: unknown): Transaction {
  return StoredSale.parse(row);
}

/** Two spellings of one customer's number compare equal by this. */
export function customerKey(customerNo: string): string {
  return asDialled(customerNo);
}

/** The digest of a customer's number in any spelling; equal numbers give equal digests. */
export type CustomerDigest = (customerNo: string) => string;

/** No number starts with it, so a digest is never taken for a number. */
const digestSign = '#';
const digestLength = 32;

/**
 * Numbers are few enough to try them all, so a stored salt would hide nothing: the key must not be in the database or its
 * backups.
 */
export function customerDigest(key: Uint8Array): CustomerDigest {
  // Made once: creating a key takes longer than the digest.
  const secret = createSecretKey(key);
  // A sale needs its own customer's digest several times.
  let last = { number: '', digest: '' };
  return (customerNo) => {
    const number = customerKey(customerNo);
    if (last.digest === '' || last.number !== number) {
      last = {
        number,
        digest: digestSign + createHmac('sha256', secret).update(number).digest('hex').slice(0, digestLength),
      };
    }
    return last.digest;
  };
}

/** For a database without a stored key: erased customers are recognised until the program ends. */
export function digestOfThisRun(random: Random): CustomerDigest {
  const digest = lazy(() => customerDigest(random.bytes(32)));
  return (customerNo) => digest()(customerNo);
}

const digestShape = new RegExp(`^${digestSign}[0-9a-f]{${digestLength}}$`);

export function isDigest(text: string): boolean {
  return digestShape.test(text);
}

/** Columns computed from the sale whenever it is written; the integrity check computes them again. */
export const derivedColumns: Readonly<Record<string, (sale: Transaction) => number | string | null>> = {
  money_to_return: moneyToReturn,
  money_to_collect: moneyToCollect,
  cash_to_return: cashToReturn,
  cash_to_collect: cashToCollect,
  tab_owed: tabOwed,
  tab_customer: tabCustomer,
  // The latest, which need not be the last: the clock may have been set back.
  tab_paid_at: ({ tabPayments }) =>
    tabPayments
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? null,
};

/** Unresolved sales. SQLite uses a partial index only for a condition that it can see, so the states are part of the text. */
export const unresolvedSql = `state IN (${unresolvedStates.map((state) => `'${state}'`).join(', ')}) AND state <> 'success'`;

/** Sales whose money is to be returned, and successes whose money is to be collected, each with the index that holds them. */
export const cashSql = { cashToReturn: 'money_to_return > 0', cashToCollect: 'money_to_collect > 0' } as const;
export const cashIndexes = {
  cashToReturn: 'transactions_money_to_return',
  cashToCollect: 'transactions_money_to_collect',
} as const;

/** Sales of which something is left on a tab. */
export const tabSql = 'tab_owed > 0';

/** A sale's fields as SQLite keeps them. */
export function saleValues(sale: Transaction): Record<string, string | number | null> {
  return {
    ...sale,
    refused: sale.refused ? 1 : 0,
    flags: JSON.stringify(sale.flags),
    payments: JSON.stringify(sale.payments),
    tabPayments: JSON.stringify(sale.tabPayments),
    returns: JSON.stringify(sale.returns),
    bill: sale.bill === null ? null : JSON.stringify(sale.bill),
  };
}

type Parameter = string | number | null | Uint8Array | Record<string, string | number | null>;

/** One prepared question for sales. */
interface SelectSales {
  first(...parameters: Parameter[]): Transaction | null;
  all(...parameters: Parameter[]): Transaction[];
}

/** Sales by whatever follows `FROM transactions`. */
export function selectSales(db: Database.Database, rest: string): SelectSales {
  const statement = rawStatement(db, `SELECT ${saleColumns} FROM transactions ${rest}`);
  return {
    first: (...parameters) => {
      const row = statement().get(...parameters);
      return row === undefined ? null : readSaleValues(row);
    },
    all: (...parameters) =>
      statement()
        .all(...parameters)
        .map(readSaleValues),
  };
}

/** These fields of a sale never change: its indexes are not updated again, and no money moves to another number. */
export const fixedFields = ['id', 'kind', 'productCode', 'customerNo', 'createdAt'] as const;

/** Throws when the program itself is at fault: nothing of this can come from outside. */
export function assertLawful(before: Transaction | null, next: Transaction, expectedRevision: number): void {
  if (next.revision !== expectedRevision + 1)
    throw new Error(`revision ${next.revision} does not follow ${expectedRevision}`);
  if (!before) {
    if (next.receiptNo !== null) throw new Error('a receipt number is issued by the journal');
    return;
  }
  const moved = fixedFields.find((field) => before[field] !== next[field]);
  if (moved) throw new Error(`${moved} of a stored sale does not change`);
  if (!canTransition(next.kind, before.state, next.state)) {
    throw new Error(`a ${next.kind} sale does not go from ${before.state} to ${next.state}`);
  }
  if (before.state === 'unsent' && next.state === 'sending' && !isWaitingLine(before)) {
    throw new Error('an unsent sale is sent only as a line of a batch that waits');
  }
  if (next.receiptNo !== before.receiptNo) throw new Error('a receipt number is issued by the journal and stays');
}

/** Which bills the index transactions_late holds, in the words by which SQLite knows it. */
export const lateBillSql = `kind = 'postpaid' AND day > date(created_at, '+2 days')`;

import type Database from 'better-sqlite3';
import { z } from 'zod';
import { parseReceiptNo, type Transaction } from '../../shared/domain/transaction.ts';
import {
  type CustomerDigest,
  columnOf,
  customerKey,
  derivedColumns,
  fixedFields,
  lateBillSql,
  saleColumns,
  saleValues,
  selectSales,
  storedFields,
  unresolvedSql,
} from './sale-rows.ts';
import { opaqueParam, pluckStatement, statement } from './statements.ts';

const Ids = z.array(z.string());

/** What is read of the sales. */
export interface SaleQueries {
  get(id: string): Transaction | null;
  /** @param provider only sales of this provider, where the log names it; absent: any */
  findByTransactionId(transactionId: string, provider?: string): Transaction | null;
  /** every sale that goes by that id: those that an answer gave it come first, each in the order in which they were written */
  allByTransactionId(transactionId: string, provider?: string): Transaction[];
  /** @param receiptNo in capitals, of this series or of one before a restore */
  findByReceiptNo(receiptNo: string): Transaction | null;
  /** the newest inquiry of a bill, whatever became of it */
  newestInquiry(productCode: string, customerNo: string): Transaction | null;
  /** every sale in `sending`, for the start-up; oldest first */
  foundSending(): Transaction[];
  /** every unresolved sale, oldest first */
  unresolved(): Transaction[];
  /** the ids of the sales of that day and of later ones that succeeded. @param day YYYY-MM-DD */
  succeededSince(day: string): string[];
  /** unresolved orders whose results were to come to another mailbox, oldest first; not those whose story names this one already */
  ordersAtOtherMailbox(mailbox: string): string[];
}

export interface Sales extends SaleQueries {
  insert(sale: Transaction): void;
  update(sale: Transaction): void;
}

/** The read model: one row a sale, as the last event left it. */
export function prepareSales(db: Database.Database): Sales {
  const fixed: readonly string[] = fixedFields;
  const derived = Object.keys(derivedColumns);
  const changing = storedFields.filter((field) => !fixed.includes(field));

  const byId = selectSales(db, 'WHERE id = ?');
  // Short ids of two providers collide. A sale from before providers were recorded may be any provider's.
  const byTransactionId = selectSales(
    db,
    `WHERE transaction_id = @id AND (@provider IS NULL OR NOT EXISTS (SELECT 1 FROM events e
       WHERE e.sale_id = transactions.id AND e.data ->> '$.provider' <> @provider))`,
  );
  // The sale that was bound to the id last: the provider may mention an older one again under its old id.
  const inquiry = selectSales(
    db,
    `WHERE product_code = ${opaqueParam()} COLLATE NOCASE AND customer_key = ${opaqueParam()} AND kind = 'postpaid'
     ORDER BY coalesce(inquired_at, created_at) DESC, rowid DESC LIMIT 1`,
  );
  const byReceipt = selectSales(db, 'WHERE id = (SELECT sale_id FROM receipts WHERE series = ? AND number = ?)');
  const sending = selectSales(db, `WHERE state = 'sending' AND state <> 'success' ORDER BY created_at, id`);
  const open = selectSales(db, `WHERE ${unresolvedSql} ORDER BY created_at, id`);
  // Each half by an index of its own: there is none of the day.
  const succeeded = pluckStatement(
    db,
    `SELECT id FROM transactions WHERE created_at >= date(@day, '-2 days') AND day >= @day AND state = 'success'
     UNION SELECT id FROM transactions WHERE ${lateBillSql} AND day >= @day AND state = 'success'`,
  );
  const mailboxIn = (type: 'sale.submitted' | 'relay.changed'): string =>
    `(SELECT e.data ->> '$.mailbox' FROM events e WHERE e.sale_id = transactions.id AND e.type = '${type}'
      ORDER BY e.seq DESC LIMIT 1)`;
  const atOtherMailbox = pluckStatement(
    db,
    `SELECT id FROM transactions WHERE ${unresolvedSql} AND kind = 'prepaid' AND ${mailboxIn('sale.submitted')} <> @mailbox
     AND ${mailboxIn('relay.changed')} IS NOT @mailbox ORDER BY created_at, id`,
  );
  // By position: binding this many values by name takes longer than writing them.
  const insert = statement(
    db,
    `INSERT INTO transactions (${[saleColumns, ...derived].join(', ')}, customer_key)
     VALUES (${[...storedFields, ...derived].map(() => '?').join(', ')}, ?)`,
  );
  const update = statement(
    db,
    `UPDATE transactions SET ${[...changing.map(columnOf), ...derived].map((column) => `${column} = ?`).join(', ')}
     WHERE id = ?`,
  );

  return {
    get: (id) => byId.first(id),
    findByTransactionId: (id, provider) => preferAnswered(byTransactionId.all({ id, provider: provider ?? null })),
    // The index returns them in the order of writing, whatever the clock said.
    allByTransactionId: (id, provider) =>
      byTransactionId
        .all({ id, provider: provider ?? null })
        .toSorted((one, other) => fromAnswer(other) - fromAnswer(one)),
    findByReceiptNo(text) {
      const number = parseReceiptNo(text);
      return number && byReceipt.first(number.series, number.number);
    },
    newestInquiry: (productCode, customerNo) => inquiry.first(productCode, customerKey(customerNo)),
    foundSending: () => sending.all(),
    unresolved: () => open.all(),
    succeededSince: (day) => Ids.parse(succeeded().all({ day })),
    ordersAtOtherMailbox: (mailbox) => Ids.parse(atOtherMailbox().all({ mailbox })),
    insert: (sale) => void insert().run(...valuesOf(sale, storedFields), customerKey(sale.customerNo)),
    update: (sale) => void update().run(...valuesOf(sale, changing), sale.id),
  };
}

function valuesOf(sale: Transaction, fields: readonly (keyof Transaction)[]): (string | number | null)[] {
  const values = saleValues(sale);
  return [...fields.map((field) => values[field] ?? null), ...Object.values(derivedColumns).map((of) => of(sale))];
}

/**
 * If several sales share a provider id (rare: a dispute), prefers the one whose response carried it over one that knows it from
 * a webhook. Sorted here, because with ORDER BY SQLite re-prepares the statement at each call.
 */
function preferAnswered(sales: readonly Transaction[]): Transaction | null {
  const rank = (sale: Transaction): string =>
    `${sale.transactionIdFrom === 'answer' ? 0 : 1} ${sale.createdAt} ${sale.id}`;
  return sales.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))[0] ?? null;
}

const fromAnswer = (sale: Transaction): number => (sale.transactionIdFrom === 'answer' ? 1 : 0);

export interface Receipts {
  /** Issues the terminal's next number to the sale, inside the commit that needs it, so that none is skipped or issued twice. */
  issue(saleId: string): string;
}

/** "AB7K-000123"; more digits when a million is reached. */
export function receiptNo(series: string, number: number): string {
  return `${series}-${String(number).padStart(6, '0')}`;
}

const Next = z.int().positive();

export function prepareReceipts(db: Database.Database, terminal: string): Receipts {
  const next = pluckStatement(db, `SELECT coalesce(max(number), 0) + 1 FROM receipts WHERE series = ${opaqueParam()}`);
  const insert = statement(db, 'INSERT INTO receipts (series, number, sale_id) VALUES (?, ?, ?)');
  return {
    issue(saleId) {
      const number = Next.parse(next().get(terminal));
      insert().run(terminal, number, saleId);
      return receiptNo(terminal, number);
    },
  };
}

/** Of `transactions`: whether its id came with the serial number that a person noted; null where one of the two is missing. */
const sameSn = `(SELECT e.data ->> 'sameSn' FROM events e WHERE e.seq = (SELECT max(s.seq) FROM events s
  WHERE s.sale_id = transactions.id AND s.type IN ('webhook.applied', 'status.applied', 'sale.manually_resolved', 'sale.manually_corrected')
  AND s.data ->> 'sameSn' IS NOT NULL))`;

/** Of `transactions`: its id was known before the sale in question began, so it is not that sale's. */
const idKnownBefore = `EXISTS (SELECT 1 FROM events e
  WHERE e.sale_id = transactions.id AND e.type IN ('webhook.applied', 'status.applied', 'sale.created_from_webhook')
  AND e.seq < (SELECT min(b.seq) FROM events b WHERE b.sale_id = @id))`;

/**
 * Whether another sale of the same product and number could own any new id: its response is awaited or was lost, or a person
 * settled it without an id that is surely its own. An id from the sale's own response is surely its own, and so is one from a
 * webhook with the serial number that the person noted. Equal outcomes prove nothing: those of two sales often agree, and the
 * provider may reverse one.
 */
export function prepareUnidentified(db: Database.Database, digest: CustomerDigest): (sale: Transaction) => boolean {
  // Uses only the index of product and number: a handful of rows.
  const select = pluckStatement(
    db,
    `SELECT 1 FROM transactions WHERE product_code = @productCode COLLATE NOCASE AND customer_key IN (@customerKey, @erasedKey)
     AND id IS NOT @id AND transaction_id_from IS NOT 'answer'
     AND ((+state IN ('sending', 'unknown') AND transaction_id IS NULL)
       OR (+state IN ('success', 'failed', 'disputed')
         AND EXISTS (SELECT 1 FROM json_each(flags) WHERE value = 'resolved_by_hand')
         AND (transaction_id IS NULL OR +state = 'disputed' OR NOT coalesce(${sameSn}, ${idKnownBefore})))) LIMIT 1`,
  );
  return ({ id, productCode, customerNo }) =>
    select().get({ id, productCode, customerKey: customerKey(customerNo), erasedKey: digest(customerNo) }) !==
    undefined;
}

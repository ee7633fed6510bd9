import type Database from 'better-sqlite3';
import { z } from 'zod';
import { type Transaction, unresolvedStates } from '../../../shared/domain/transaction.ts';
import { opaqueParam } from '../opaque-param.ts';
import { pluckStatement, statement } from '../statements.ts';
import { fixedFields } from './immutable-fields.ts';
import { columnOf, customerKey, saleValues } from './row.ts';
import { selectSales } from './select.ts';

/** States come from our own list, and stand in the text because a partial index is only used for words it can see. */
export const unresolvedSql = `state IN (${unresolvedStates.map((state) => `'${state}'`).join(', ')}) AND state <> 'success'`;

const Ids = z.array(z.string());

export interface Sales {
  get(id: string): Transaction | null;
  findByTransactionId(transactionId: string, provider?: string): Transaction | null;
  allByTransactionId(transactionId: string, provider?: string): Transaction[];
  newestInquiry(productCode: string, customerNo: string): Transaction | null;
  /** oldest first */
  foundSending(): Transaction[];
  /** oldest first */
  unresolved(): Transaction[];
  /** see Journal */
  ordersAtOtherMailbox(mailbox: string): string[];
  insert(sale: Transaction): void;
  update(sale: Transaction): void;
}

/** The read model: one row a sale, as the last event left it. */
export function prepareSales(db: Database.Database): Sales {
  const entries = Object.entries(columnOf);
  const fixed: readonly string[] = fixedFields;
  const changing = entries.filter(([field]) => !fixed.includes(field));

  const byId = selectSales(db, 'WHERE id = ?');
  // Short ids of two providers collide. A sale from before providers were written down may be any provider's.
  const byTransactionId = selectSales(
    db,
    `WHERE transaction_id = @id AND (@provider IS NULL OR NOT EXISTS (SELECT 1 FROM events e
       WHERE e.sale_id = transactions.id AND e.data ->> '$.provider' <> @provider))`,
  );
  // The one that was named last: the provider may name an older one again under its old id.
  const inquiry = selectSales(
    db,
    `WHERE product_code = ${opaqueParam()} COLLATE NOCASE AND customer_key = ${opaqueParam()} AND kind = 'postpaid'
     ORDER BY coalesce(inquired_at, created_at) DESC, rowid DESC LIMIT 1`,
  );
  const sending = selectSales(db, `WHERE state = 'sending' AND state <> 'success' ORDER BY created_at, id`);
  const open = selectSales(db, `WHERE ${unresolvedSql} ORDER BY created_at, id`);
  const mailboxIn = (type: 'sale.sending' | 'relay.changed'): string =>
    `(SELECT e.data ->> '$.mailbox' FROM events e WHERE e.sale_id = transactions.id AND e.type = '${type}'
      ORDER BY e.seq DESC LIMIT 1)`;
  const atOtherMailbox = pluckStatement(
    db,
    `SELECT id FROM transactions WHERE ${unresolvedSql} AND kind = 'prepaid' AND ${mailboxIn('sale.sending')} <> @mailbox
     AND ${mailboxIn('relay.changed')} IS NOT @mailbox ORDER BY created_at, id`,
  );
  // By position: to bind this many values by name takes longer than to write them.
  const insert = statement(
    db,
    `INSERT INTO transactions (${entries.map(([, column]) => column).join(', ')}, customer_key)
     VALUES (${entries.map(() => '?').join(', ')}, ?)`,
  );
  const update = statement(
    db,
    `UPDATE transactions SET ${changing.map(([, column]) => `${column} = ?`).join(', ')} WHERE id = ?`,
  );

  return {
    get: (id) => byId.first(id),
    findByTransactionId: (id, provider) => rightful(byTransactionId.all({ id, provider: provider ?? null })),
    // The index gives them in the order in which they were written, whatever the clock said.
    allByTransactionId: (id, provider) =>
      byTransactionId
        .all({ id, provider: provider ?? null })
        .toSorted((one, other) => fromAnswer(other) - fromAnswer(one)),
    newestInquiry: (productCode, customerNo) => inquiry.first(productCode, customerKey(customerNo)),
    foundSending: () => sending.all(),
    unresolved: () => open.all(),
    ordersAtOtherMailbox: (mailbox) => Ids.parse(atOtherMailbox().all({ mailbox })),
    insert: (sale) => void insert().run(...valuesOf(sale, entries), customerKey(sale.customerNo)),
    update: (sale) => void update().run(...valuesOf(sale, changing), sale.id),
  };
}

function valuesOf(sale: Transaction, columns: readonly [string, string][]): (string | number | null)[] {
  const values = saleValues(sale);
  return columns.map(([field]) => values[field] ?? null);
}

/**
 * Of the sales that go by one id of the provider, nearly always one or none: who had it from an answer comes before who only
 * heard it in a webhook. Put in order here, because with ORDER BY SQLite plans the statement anew at each call.
 */
function rightful(sales: readonly Transaction[]): Transaction | null {
  const rank = (sale: Transaction): string =>
    `${sale.transactionIdFrom === 'answer' ? 0 : 1} ${sale.createdAt} ${sale.id}`;
  return sales.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))[0] ?? null;
}

const fromAnswer = (sale: Transaction): number => (sale.transactionIdFrom === 'answer' ? 1 : 0);

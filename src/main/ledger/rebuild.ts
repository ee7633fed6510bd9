import type Database from 'better-sqlite3';
import { Transaction } from '../../shared/domain/transaction.ts';
import { StoredBill, StoredPayments } from '../db/sale-rows.ts';
import { statement } from '../db/statements.ts';
import { entriesOf, type LedgerSale, prepareSaleContext } from './ledger-entry.ts';
import { LedgerRows, prepareAddRows, prepareReadRebuild } from './ledger-rows.ts';

/** A fortieth of a second of a slow PC: nobody who sells notices. */
const perBatch = 500;

export interface LedgerRebuilder {
  /** Takes the next sales into the books, all or nothing; null when they are whole. */
  step(): { done: number; total: number } | null;
  /** Empties the books, to be made anew from the sales and the log. */
  startOver(): void;
}

const Row = Transaction.pick({
  id: true,
  kind: true,
  state: true,
  productCode: true,
  brand: true,
  price: true,
  fee: true,
  total: true,
  tendered: true,
  day: true,
  createdAt: true,
  sentAt: true,
  cashReturnedAt: true,
}).extend({ bill: StoredBill, ...StoredPayments.shape });

/** `SELECT ${bookSaleColumns} FROM transactions` gives rows that readBookSale reads. */
export const ledgerSaleColumns = `id, kind, state, product_code AS productCode, brand, price, fee, total, tendered, bill, day,
  created_at AS createdAt, sent_at AS sentAt, cash_returned_at AS cashReturnedAt,
  payments, tab_payments AS tabPayments, returns`;

export const readLedgerSale = (row: unknown): LedgerSale => Row.parse(row);

/** Makes the books of a database that is older than they are, or whose books are not trusted, beside selling. */
export function prepareRebuild(db: Database.Database): LedgerRebuilder {
  const readFill = prepareReadRebuild(db);
  const booked = prepareSaleContext(db);
  const addRows = prepareAddRows(db);
  const next = statement(
    db,
    `SELECT ${ledgerSaleColumns} FROM transactions WHERE id > ? ORDER BY id LIMIT ${perBatch}`,
  );
  const move = statement(db, 'UPDATE ledger_rebuild SET up_to = ?, done = min(total, done + ?)');
  const end = statement(db, 'DELETE FROM ledger_rebuild');
  const step = db.transaction((): { done: number; total: number } | null => {
    const fill = readFill();
    if (fill === null) return null;
    const sales = next().all(fill.upTo).map(readLedgerSale);
    const rows = new LedgerRows();
    for (const sale of sales) {
      for (const entry of entriesOf(sale, booked(sale.id))) rows.add(entry);
    }
    addRows(rows);
    const last = sales.at(-1);
    if (last === undefined || sales.length < perBatch) {
      end().run();
      return null;
    }
    move().run(last.id, sales.length);
    return { done: Math.min(fill.total, fill.done + sales.length), total: fill.total };
  });
  const startOver = db.transaction((): void => {
    db.exec(`DELETE FROM ledger_by_hour; DELETE FROM ledger_by_product; DELETE FROM ledger_rebuild;
      INSERT INTO ledger_rebuild (only, up_to, done, total) SELECT 1, '', 0, (SELECT count(*) FROM transactions);`);
  });
  return { step: () => step.immediate(), startOver: () => startOver.immediate() };
}

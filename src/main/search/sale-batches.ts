import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { TransactionPage } from '../../shared/contract/transactions.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { readSaleValues, saleColumns } from '../db/sale-rows.ts';

type SaleBatch = NonNullable<TransactionPage['batches']>[number];

const Line = z.tuple([z.string(), z.int()]);

/** @returns of sales of one database, the batches that they are lines of: each with all its lines, in the order of sending */
export function prepareSaleBatches(db: Database.Database): (sales: readonly Transaction[]) => SaleBatch[] {
  const lines = db
    .prepare(
      `SELECT batches.id, transactions.rowid
       FROM batch_lines JOIN batches ON batches.seq = batch_lines.batch JOIN transactions ON transactions.id = batch_lines.sale_id
       WHERE batch_lines.batch IN (SELECT batch FROM batch_lines WHERE sale_id IN (SELECT value FROM json_each(?)))
       ORDER BY batch_lines.batch, batch_lines.position`,
    )
    .raw();
  const read = db.prepare(`SELECT ${saleColumns} FROM transactions WHERE rowid = ?`).raw();
  return (sales) => {
    const ids = sales.filter(({ flags }) => flags.includes('batch_line')).map(({ id }) => id);
    if (ids.length === 0) return [];
    const batches = new Map<string, Transaction[]>();
    for (const row of lines.all(JSON.stringify(ids))) {
      const [batch, rowid] = Line.parse(row);
      const sale = readSaleValues(read.get(rowid));
      batches.set(batch, [...(batches.get(batch) ?? []), sale]);
    }
    return [...batches].map(([id, lines]) => ({ id, lines }));
  };
}

/** The batches of which a page has a line, each once: parts of a page may both have it. */
export function batchesOnPage(batches: readonly SaleBatch[], items: readonly Transaction[]): SaleBatch[] {
  const onPage = new Set(items.map(({ id }) => id));
  const byId = new Map(batches.map((batch) => [batch.id, batch]));
  return [...byId.values()].filter(({ lines }) => lines.some(({ id }) => onPage.has(id)));
}

import type Database from 'better-sqlite3';
import { z } from 'zod';
import { isWaitingLine } from '../../shared/domain/batch.ts';
import { changeTogether, changeToHandBack, handBackTogether, owedByMethod } from '../../shared/domain/cash.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { cashSql, readSaleValues, saleColumns, selectSales } from './sale-rows.ts';
import { rawStatement, statement } from './statements.ts';

const BatchRow = z.object({ seq: z.int(), tendered: z.int().nullable(), isStopped: z.literal([0, 1]) });
const LeftOut = z.literal([0, 1]);

interface Line {
  sale: Transaction;
  isLeftOut: boolean;
}

/**
 * The change that is handed over together with the money to return, beside it and in whole rupiah: of sales that failed before their
 * customers had it, and of batches that are over.
 */
export function prepareChangeToReturn(db: Database.Database): () => number {
  const owed = selectSales(db, `WHERE ${cashSql.cashToReturn}`);
  const batches = statement(
    db,
    `SELECT seq, tendered, stopped_at IS NOT NULL AS isStopped FROM batches
     WHERE seq IN (SELECT batch FROM batch_lines WHERE sale_id IN (SELECT value FROM json_each(?)))`,
  );
  const lines = rawStatement(
    db,
    `SELECT left_out, ${saleColumns} FROM batch_lines JOIN transactions ON id = sale_id WHERE batch = ? ORDER BY position`,
  );
  const linesOf = (batch: number): Line[] =>
    lines()
      .all(batch)
      .map((row) => {
        const [leftOut, ...values] = z.array(z.unknown()).parse(row);
        return { sale: readSaleValues(values), isLeftOut: LeftOut.parse(leftOut) === 1 };
      });
  return () => {
    const sales = owed.all();
    // A line of a batch has no change of its own.
    const ids = sales.filter(({ flags }) => flags.includes('batch_line')).map(({ id }) => id);
    const ofBatches = ids.length === 0 ? [] : batches().all(JSON.stringify(ids));
    return ofBatches.reduce((sum: number, row) => {
      const { seq, tendered, isStopped } = BatchRow.parse(row);
      return sum + changeOfBatch(linesOf(seq), tendered, isStopped === 1);
    }, changeToHandBack(sales));
  };
}

/** Nothing while lines are to be sent: it is one change for all of them. */
function changeOfBatch(lines: readonly Line[], tendered: number | null, isStopped: boolean): number {
  const goesOn = ({ sale, isLeftOut }: Line): boolean =>
    sale.state === 'sending' || (!isStopped && !isLeftOut && isWaitingLine(sale));
  if (lines.some(goesOn)) return 0;
  const sales = lines.map(({ sale }) => sale);
  const back = handBackTogether(changeTogether(sales, tendered), sales.flatMap(owedByMethod), sales);
  return back?.includesChange ? back.change : 0;
}

import type Database from 'better-sqlite3';
import { z } from 'zod';
import { erasedNo } from '../../../shared/domain/erased.ts';
import { immediately, statement } from '../lazily.ts';
import { lateBillSql } from '../sales/late-bills.ts';
import type { EraseQueue } from './queue.ts';

const perBatch = 200;
const Row = z.object({ id: z.string(), createdAt: z.string(), customerNo: z.string(), isYoung: z.literal([0, 1]) });

/**
 * Queues the sales that are older than the shop keeps customers' data, along the list and never twice: one that is not
 * settled yet waits in the queue. A bill that was paid long after it was first asked for is as old as its payment.
 * @returns whether there may be more
 */
export function prepareAge(db: Database.Database, queue: EraseQueue): (before: string) => boolean {
  const next = statement(
    db,
    `SELECT id, created_at AS createdAt, customer_no AS customerNo,
       ${lateBillSql} AND coalesce(sent_at, '') >= @before AS isYoung FROM transactions
     WHERE (created_at, id) > (SELECT aged_at, aged_id FROM erasing WHERE only = 1) AND created_at < @before
     ORDER BY created_at, id LIMIT ${perBatch}`,
  );
  const late = statement(
    db,
    `SELECT id FROM transactions INDEXED BY transactions_late
     WHERE ${lateBillSql} AND sent_at < ? AND customer_no <> '${erasedNo}'`,
  );
  const move = statement(db, 'UPDATE erasing SET aged_at = ?, aged_id = ? WHERE only = 1');
  return immediately(db, (before: string): boolean => {
    const rows = next()
      .all({ before })
      .map((row) => Row.parse(row));
    for (const { id, customerNo, isYoung } of rows) {
      if (customerNo !== erasedNo && isYoung === 0) queue.add(id, 'age');
    }
    const last = rows.at(-1);
    if (last) move().run(last.createdAt, last.id);
    if (rows.length === perBatch) return true;
    for (const id of late().pluck().all(before)) queue.add(z.string().parse(id), 'age');
    return false;
  });
}

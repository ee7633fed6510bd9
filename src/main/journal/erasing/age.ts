import type Database from 'better-sqlite3';
import { z } from 'zod';
import { erasedNo } from '../../../shared/domain/erased.ts';
import { immediately, statement } from '../lazily.ts';
import type { EraseQueue } from './queue.ts';

const perBatch = 200;
const Row = z.object({ id: z.string(), createdAt: z.string(), customerNo: z.string() });

/**
 * Queues the sales that are older than the shop keeps customers' data, along the list and never twice: one that is not
 * settled yet waits in the queue. @returns whether there may be more
 */
export function prepareAge(db: Database.Database, queue: EraseQueue): (before: string) => boolean {
  const next = statement(
    db,
    `SELECT id, created_at AS createdAt, customer_no AS customerNo FROM transactions
     WHERE (created_at, id) > (SELECT aged_at, aged_id FROM erasing WHERE only = 1) AND created_at < ?
     ORDER BY created_at, id LIMIT ${perBatch}`,
  );
  const move = statement(db, 'UPDATE erasing SET aged_at = ?, aged_id = ? WHERE only = 1');
  return immediately(db, (before: string): boolean => {
    const rows = next()
      .all(before)
      .map((row) => Row.parse(row));
    for (const { id, customerNo } of rows) if (customerNo !== erasedNo) queue.add(id, 'age');
    const last = rows.at(-1);
    if (last) move().run(last.createdAt, last.id);
    return rows.length === perBatch;
  });
}

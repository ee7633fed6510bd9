import type Database from 'better-sqlite3';
import { z } from 'zod';
import { isErased } from '../../../shared/domain/erasure.ts';
import type { CommitHook } from '../../db/commit.ts';
import type { NewEvent } from '../../db/sales-store.ts';
import { statement } from '../../db/statements.ts';
import type { WhyErased } from '../customer-data-types.ts';

/** The sales whose customer is still to be erased. */
export interface EraseQueue {
  /** one that is asked for stays asked for */
  add(saleId: string, why: WhyErased): void;
  /** the next that are settled and have nothing on its way to a printer, or the next whatever they are */
  next(limit: number, evenUnsettled: boolean): Array<{ saleId: string; why: WhyErased }>;
  done(saleId: string): void;
  count(): number;
}

const Row = z.object({ saleId: z.string(), why: z.enum(['asked', 'age']) });

export function prepareEraseQueue(db: Database.Database): EraseQueue {
  const insert = statement(
    db,
    `INSERT INTO erase_queue (sale_id, why) VALUES (?, ?)
     ON CONFLICT (sale_id) DO UPDATE SET why = excluded.why WHERE excluded.why = 'asked'`,
  );
  // From the queue, which is nearly always empty: SQLite would go through every sale instead, at each start. Cash is owed as
  // domain/cash.ts says it: taken, more than nothing, and not given back.
  const ready = statement(
    db,
    `SELECT q.sale_id AS saleId, q.why FROM erase_queue q CROSS JOIN transactions t ON t.id = q.sale_id
     WHERE t.state NOT IN ('sending', 'pending', 'unknown', 'disputed')
       AND NOT (t.state IN ('failed', 'unsent') AND t.tendered IS NOT NULL AND coalesce(t.total, t.tendered) > 0
         AND t.cash_returned_at IS NULL)
       AND NOT EXISTS (SELECT 1 FROM print_jobs j WHERE j.sale_id = t.id AND j.state = 'sending')
     LIMIT ?`,
  );
  const any = statement(db, 'SELECT sale_id AS saleId, why FROM erase_queue LIMIT ?');
  const remove = statement(db, 'DELETE FROM erase_queue WHERE sale_id = ?');
  const size = statement(db, 'SELECT count(*) FROM erase_queue');
  return {
    add: (saleId, why) => void insert().run(saleId, why),
    next: (limit, evenUnsettled) =>
      (evenUnsettled ? any : ready)()
        .all(limit)
        .map((row) => Row.parse(row)),
    done: (saleId) => void remove().run(saleId),
    count: () => z.int().parse(size().pluck().get()),
  };
}

/** Queues whatever is said later about a customer who was erased. */
export function erasureHook(db: Database.Database): CommitHook {
  const queue = prepareEraseQueue(db);
  return {
    written({ event }, _, after) {
      if (after && isErased(after) && isAboutCustomer(event)) queue.add(after.id, 'asked');
    },
  };
}

/** Whether it holds words about the sale's own customer; one that names another is evidence, and stays. */
function isAboutCustomer({ bodies, data }: NewEvent): boolean {
  return bodies.length > 0 && data['reason'] !== 'customer_differs';
}

import type Database from 'better-sqlite3';
import { z } from 'zod';
import { isErased } from '../../shared/domain/erasure.ts';
import type { CommitHook } from '../db/commit.ts';
import { cashSql, tabSql, unresolvedSql } from '../db/sale-rows.ts';
import type { NewEvent } from '../db/sales-store.ts';
import { statement } from '../db/statements.ts';

/** Why a customer's data is erased: on request, or because it is older than the retention period. */
export type ErasureReason = 'asked' | 'age';

/** The sales whose customer is still to be erased. */
export interface ErasureQueue {
  /** a requested erasure stays requested */
  add(saleId: string, reason: ErasureReason): void;
  /** the next sales that are settled and not being printed; with `evenUnsettled`, the next of any state */
  next(limit: number, evenUnsettled: boolean): Array<{ saleId: string; reason: ErasureReason }>;
  done(saleId: string): void;
  count(): number;
}

const QueuedRow = z.object({ saleId: z.string(), reason: z.enum(['asked', 'age']) });

export function prepareErasureQueue(db: Database.Database): ErasureQueue {
  const insert = statement(
    db,
    `INSERT INTO erasure_queue (sale_id, reason) VALUES (?, ?)
     ON CONFLICT (sale_id) DO UPDATE SET reason = excluded.reason WHERE excluded.reason = 'asked'`,
  );
  // The queue is the outer table, because it is nearly always empty; SQLite would scan all sales instead.
  const ready = statement(
    db,
    `SELECT q.sale_id AS saleId, q.reason FROM erasure_queue q CROSS JOIN transactions t ON t.id = q.sale_id
     WHERE NOT (${unresolvedSql}) AND NOT (${cashSql.cashToReturn}) AND NOT (${tabSql})
       AND NOT EXISTS (SELECT 1 FROM print_jobs j WHERE j.sale_id = t.id AND j.state = 'sending')
     LIMIT ?`,
  );
  const any = statement(db, 'SELECT sale_id AS saleId, reason FROM erasure_queue LIMIT ?');
  const remove = statement(db, 'DELETE FROM erasure_queue WHERE sale_id = ?');
  const size = statement(db, 'SELECT count(*) FROM erasure_queue');
  return {
    add: (saleId, reason) => void insert().run(saleId, reason),
    next: (limit, evenUnsettled) =>
      (evenUnsettled ? any : ready)()
        .all(limit)
        .map((row) => QueuedRow.parse(row)),
    done: (saleId) => void remove().run(saleId),
    count: () => z.int().parse(size().pluck().get()),
  };
}

/** Queues an erased sale again when a later event adds data about its customer. */
export function erasureHook(db: Database.Database): CommitHook {
  const queue = prepareErasureQueue(db);
  return {
    written({ event }, _, after) {
      if (after && isErased(after) && isAboutCustomer(event)) queue.add(after.id, 'asked');
    },
  };
}

/** Whether an event holds data about the sale's own customer. One that names another customer is evidence and stays. */
function isAboutCustomer({ bodies, data }: NewEvent): boolean {
  return bodies.length > 0 && data['reason'] !== 'customer_differs';
}

import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { CommitHook } from '../db/commit.ts';
import type { RepositoryDeps } from '../db/event-log.ts';
import type { Sales } from '../db/sales-repository.ts';
import { immediateTransaction, statement } from '../db/statements.ts';

export interface StoredBatch {
  id: string;
  createdAt: string;
  /** cash handed over for all lines, whole rupiah; null: none of it is paid in cash */
  tendered: number | null;
  stoppedAt: string | null;
  /** in the order of sending */
  lines: readonly { position: number; sale: Transaction; leftOut: boolean }[];
}

/** Which sales were paid for together. What became of each stands in the sale; here is what a person decided about the rest. */
export interface BatchRepository {
  get(id: string): Promise<StoredBatch | null>;
  /** the newest ones, newest first */
  newest(): Promise<StoredBatch[]>;
  /** a person goes on; the lines at these positions are not sent any more */
  resumed(change: { id: string; leaveOut: readonly number[]; at: string }): Promise<void>;
  /** a person stops. @returns false: it was stopped before, or there is none */
  stopped(change: { id: string; at: string }): Promise<boolean>;
}

const Row = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  tendered: z.int().nullable(),
  stoppedAt: z.iso.datetime().nullable(),
});

const LineRow = z.object({ position: z.int(), saleId: z.string(), leftOut: z.literal([0, 1]) });

const columns = 'id, created_at AS createdAt, tendered, stopped_at AS stoppedAt';

/** A batch is begun when the one before is over; one that waits again, for a late "never sent", is among the last. */
const newestCount = 5;

/** The port over one open connection. */
export function sqliteBatches({
  db,
  sales,
  append,
  read,
  write,
}: RepositoryDeps & { sales: Pick<Sales, 'get'> }): BatchRepository {
  const one = statement(db, `SELECT ${columns} FROM batches WHERE id = ?`);
  const last = statement(db, `SELECT ${columns} FROM batches ORDER BY seq DESC LIMIT ${newestCount}`);
  const lines = statement(
    db,
    `SELECT position, sale_id AS saleId, left_out AS leftOut FROM batch_lines
     WHERE batch = (SELECT seq FROM batches WHERE id = ?) ORDER BY position`,
  );
  const leave = statement(
    db,
    'UPDATE batch_lines SET left_out = 1 WHERE batch = (SELECT seq FROM batches WHERE id = ?) AND position = ?',
  );
  const stop = statement(db, 'UPDATE batches SET stopped_at = ? WHERE id = ? AND stopped_at IS NULL');
  const toBatch = (row: unknown): StoredBatch => {
    const batch = Row.parse(row);
    const stored = lines()
      .all(batch.id)
      .map((line) => {
        const { position, saleId, leftOut } = LineRow.parse(line);
        const sale = sales.get(saleId);
        if (!sale) throw new Error('a line refers to a sale');
        return { position, sale, leftOut: leftOut === 1 };
      });
    return { ...batch, lines: stored };
  };
  const resumed = immediateTransaction(db, ({ id, leaveOut, at }: Parameters<BatchRepository['resumed']>[0]): void => {
    for (const position of leaveOut) leave().run(id, position);
    append({ type: 'batch.resumed', at, actor: 'cashier', data: { batch: id, leaveOut }, bodies: [] }, null);
  });
  const stopped = immediateTransaction(db, ({ id, at }: Parameters<BatchRepository['stopped']>[0]): boolean => {
    if (stop().run(at, id).changes === 0) return false;
    append({ type: 'batch.stopped', at, actor: 'cashier', data: { batch: id }, bodies: [] }, null);
    return true;
  });
  return {
    get: (id) =>
      read(() => {
        const row = one().get(id);
        return row === undefined ? null : toBatch(row);
      }),
    newest: () => read(() => last().all().map(toBatch)),
    resumed: (change) => write(() => resumed(change)),
    stopped: (change) => write(() => stopped(change)),
  };
}

declare module '../db/change.ts' {
  interface ChangeParts {
    /** the batch that the sale is a line of: several that are paid together. The cash is for all of them, in whole rupiah */
    batchLine?: { id: string; position: number; tendered: number | null };
  }
}

/** Stores which batch a sale belongs to, in the commit that records its money. */
export function batchHook(db: Database.Database): CommitHook {
  const insert = statement(
    db,
    'INSERT INTO batches (id, created_at, tendered) VALUES (@id, @createdAt, @tendered) ON CONFLICT (id) DO NOTHING',
  );
  const insertLine = statement(
    db,
    'INSERT INTO batch_lines (batch, position, sale_id) VALUES ((SELECT seq FROM batches WHERE id = ?), ?, ?)',
  );
  return {
    written({ parts, event }, _before, after) {
      if (!parts?.batchLine || !after) return;
      const { id, tendered, position } = parts.batchLine;
      insert().run({ id, tendered, createdAt: event.at });
      insertLine().run(id, position, after.id);
    },
  };
}

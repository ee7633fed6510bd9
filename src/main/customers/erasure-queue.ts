import type Database from 'better-sqlite3';
import { z } from 'zod';
import { isErased } from '../../shared/domain/erasure.ts';
import { maxErased, type RelayErase } from '../../shared/wire/relay.ts';
import type { NewEvent } from '../db/change.ts';
import type { CommitHook } from '../db/commit.ts';
import { cashSql, tabSql, unresolvedSql } from '../db/sale-rows.ts';
import { pluckStatement, statement } from '../db/statements.ts';

/** Why a customer's data is erased: on request, or because it is older than the retention period. */
export type ErasureReason = 'asked' | 'age';

/** The sales whose customer is still to be erased. */
export interface ErasureQueue {
  /** a requested erasure stays requested */
  add(saleId: string, reason: ErasureReason): void;
  /** the next sales that are settled and not being printed; with `evenUnsettled`, the next of any state */
  next(limit: number, evenUnsettled: boolean): Array<{ saleId: string; reason: ErasureReason }>;
  done(saleId: string): void;
  has(saleId: string): boolean;
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
  const one = pluckStatement(db, 'SELECT 1 FROM erasure_queue WHERE sale_id = ?');
  return {
    add: (saleId, reason) => void insert().run(saleId, reason),
    next: (limit, evenUnsettled) =>
      (evenUnsettled ? any : ready)()
        .all(limit)
        .map((row) => QueuedRow.parse(row)),
    done: (saleId) => void remove().run(saleId),
    has: (saleId) => one().get(saleId) !== undefined,
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

const Row = z.object({ seq: z.int(), kind: z.enum(['ref', 'signature']), name: z.string() });

/** A webhook, or all of a sale, that the relay is still to erase. */
export type RelayErasure = z.infer<typeof Row>;

/** Asks the relay to erase webhooks. Null: it was not reached, refused, or does not know the request. */
export type EraseAtRelay = (names: RelayErase, signal: AbortSignal) => Promise<{ kept: number } | null>;

/** The webhooks that the relay is still to erase; nothing in it names a customer. */
export interface RelayErasures {
  /** those of a sale: by its id in the callback address, those that came to another address by signature */
  addSale(saleId: string): void;
  /** the quarantined webhook of an event */
  addWebhook(seq: number): void;
  /** at most one request's, after that seq */
  next(after: number): RelayErasure[];
  remove(erased: readonly RelayErasure[]): void;
  isEmpty(): boolean;
}

export function prepareRelayErasures(db: Database.Database): RelayErasures {
  const sale = statement(
    db,
    `INSERT OR IGNORE INTO relay_erasures (kind, name)
     SELECT 'ref', @id
     UNION SELECT 'signature', data ->> '$.signature' FROM events
     WHERE sale_id = @id AND type LIKE 'webhook.%' AND data ->> '$.ref' IS NOT @id AND data ->> '$.signature' <> ''`,
  );
  const webhook = statement(
    db,
    `INSERT OR IGNORE INTO relay_erasures (kind, name)
     SELECT 'signature', data ->> '$.signature' FROM events WHERE seq = ? AND data ->> '$.signature' <> ''`,
  );
  const select = statement(
    db,
    `SELECT seq, kind, name FROM relay_erasures WHERE seq > ? ORDER BY seq LIMIT ${maxErased}`,
  );
  const remove = statement(db, 'DELETE FROM relay_erasures WHERE seq = ?');
  const any = pluckStatement(db, 'SELECT 1 FROM relay_erasures LIMIT 1');
  return {
    addSale: (id) => void sale().run({ id }),
    addWebhook: (seq) => void webhook().run(seq),
    next: (after) =>
      select()
        .all(after)
        .map((row) => Row.parse(row)),
    remove: (erased) => {
      for (const { seq } of erased) remove().run(seq);
    },
    isEmpty: () => any().get() === undefined,
  };
}

/**
 * Asks the relay for everything that it is still to erase. What it has not erased stays listed: it was not reached, or webhooks
 * are not acknowledged yet.
 */
export async function eraseWaitingAtRelay(
  customers: {
    relayErasures(after: number): Promise<RelayErasure[]>;
    erasedAtRelay(erased: readonly RelayErasure[]): Promise<void>;
  },
  eraseAtRelay: EraseAtRelay,
  signal: AbortSignal,
): Promise<void> {
  for (let after = 0; ; ) {
    const waiting = await customers.relayErasures(after);
    const last = waiting.at(-1);
    if (!last || signal.aborted) return;
    const named = (kind: RelayErasure['kind']) => waiting.flatMap((each) => (each.kind === kind ? [each.name] : []));
    const answer = await eraseAtRelay({ refs: named('ref'), signatures: named('signature') }, signal);
    if (answer === null) return;
    if (answer.kept === 0) await customers.erasedAtRelay(waiting);
    after = last.seq;
  }
}

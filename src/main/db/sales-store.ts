/**
 * db holds what is stored: one database a mode, the event log, the sales, and the commit that writes a change with everybody’s part of it.
 * It imports no feature; features join a commit by a hook. May use base. Tests: tests/unit/db.
 */

import type { Change, CommitOutcome, RestoredJournal } from './change.ts';
import type { RepeatQueries } from './conflicts.ts';
import type { LogQueries } from './event-log.ts';
import type { MailboxPositions } from './metadata.ts';
import type { OpenMoneyQuery } from './open-money.ts';
import type { Products } from './products.ts';
import type { SaleQueries } from './sales-repository.ts';
import type { WebhookQueries } from './webhook-queries.ts';

/** Synchronous queries as those of a store: each answers a promise, or rejects with DatabaseError. */
export type Asynchronous<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends (...input: infer Input) => infer Answer
    ? (...input: Input) => Promise<Answer>
    : never;
};

/**
 * The sales and their event log: one writer, everything durable before it answers. Asynchronous so that its SQLite can live in
 * a worker. Methods reject with DatabaseError when the disk or the database fails; then nothing was written.
 */
export interface SalesStore
  extends Asynchronous<SaleQueries>,
    Asynchronous<WebhookQueries>,
    Asynchronous<RepeatQueries>,
    Asynchronous<LogQueries>,
    Asynchronous<OpenMoneyQuery>,
    Asynchronous<Pick<MailboxPositions, 'cursor' | 'ackedPosition' | 'saveAckedPosition'>>,
    Asynchronous<Pick<Products, 'knownProducts' | 'saveProduct'>> {
  /** of this database and every copy of it */
  readonly id: string;
  /** the first part of every receipt number */
  readonly terminal: string;
  /** null for a database that only ever grew */
  readonly restored: RestoredJournal | null;
  /** a supervisor accepts a database that was rolled back. @param at ISO 8601 UTC */
  acceptRollback(at: string): Promise<void>;
  commit(change: Change): Promise<CommitOutcome>;
  /** several changes, all or none. @returns each outcome, or the one of the change that was refused and kept all from being written */
  commitAll(changes: readonly Change[]): Promise<CommitOutcome[]>;
  close(): Promise<void>;
}

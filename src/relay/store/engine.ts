import type { Kysely, RawBuilder, Selectable } from 'kysely';
import type { Store } from '../core/store.ts';
import type { Tables } from './tables.ts';

type Value = string | number | null;

/** A mailbox whose oldest webhook is past its retention. */
export type OverdueMailbox = Pick<Selectable<Tables['mailboxes']>, 'number' | 'acked_through'>;

/** The differences between the engines; everything else is the same SQL on both. */
export interface Engine
  extends Pick<
    Store,
    'append' | 'acquireLease' | 'ack' | 'subscribe' | 'publishUnverified' | 'publishShopChange' | 'abandon' | 'close'
  > {
  readonly db: Kysely<Tables>;
  /** Locks the rows that a select of a transaction reads; empty where the transaction holds the whole database. */
  readonly lockClause: 'for no key update' | '';
  /**
   * Prepares a frequent query. It reads committed data, never that of a running transaction.
   * @param query with sample values
   * @returns runs it with other values, in the order of the samples
   */
  prepare<Row>(query: RawBuilder<Row>): (...values: Value[]) => Promise<Row[]>;
  /** Deletes what Store.prune asks for from these mailboxes, in their order. */
  prune(overdue: readonly OverdueMailbox[], ask: Parameters<Store['prune']>[0]): Promise<number>;
  /** Runs a transaction. On SQLite it holds the write lock from its start, so that it cannot fail half-way. */
  write<Result>(work: (tx: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Notifies other processes with the commit; absent: they look themselves. */
  notifyMailboxesChanged?(tx: Kysely<Tables>): Promise<void>;
  notifyWebhooks?(
    tx: Kysely<Tables>,
    added: { after: number; to: number; mailboxes: readonly string[] },
  ): Promise<void>;
}

export interface OpenedDatabase {
  engine: Engine;
  /** see Store.epoch */
  epoch: string;
}

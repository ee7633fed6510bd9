import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What is told to the other processes on the same database once a transaction is committed. */
export type News = { kind: 'came'; mailboxes: readonly string[]; from: number; to: number } | { kind: 'changed' };

/** What the engines do differently; everything else is the same query on both. */
export interface Engine {
  readonly db: Kysely<Tables>;
  /** One transaction, all or nothing. On SQLite it holds the write lock from its start, so that it never fails half-way. */
  write<T>(work: (tx: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Told with the commit, and not at all when it fails. */
  announce(tx: Kysely<Tables>, news: News): Promise<void>;
}

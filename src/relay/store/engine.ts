import type { Compilable, Kysely, Selectable } from 'kysely';
import type { Moving } from '../core/mailbox-store.ts';
import type { Complaints } from '../core/ports.ts';
import type { Acked, Ears, NewWebhook, Store } from '../core/store.ts';
import type { Tables } from './tables.ts';

export type Value = string | number | null;

/** A mailbox whose oldest webhook is too old. */
export type Overdue = Pick<Selectable<Tables['mailboxes']>, 'number' | 'acked_to'>;

/** What the engines do differently; everything else is the same query on both. */
export interface Engine {
  readonly db: Kysely<Tables>;
  /**
   * A query that is asked for often, compiled and planned once. It sees what is committed, and nothing of a transaction
   * under way.
   * @param query with sample values
   * @returns asks it with other values, in the order of the samples
   */
  prepare<Row>(query: Compilable<Row>): (...values: Value[]) => Promise<Row[]>;
  /** See Store.appendsAtOnce. */
  readonly appendsAtOnce: number;
  /** See Store.append; in one round trip, and in the order of places. */
  append(webhooks: readonly NewWebhook[]): Promise<number>;
  /** See MailboxStore.moveToEnd; in one round trip, and in the order of places. */
  moveToEnd(mailbox: string, ask: Moving): Promise<number | null>;
  /** See Store.ack. */
  ack(acks: readonly Acked[]): Promise<void>;
  /** Drops what Store.drop asks for, of these mailboxes, from the first of them on. */
  drop(overdue: readonly Overdue[], ask: Parameters<Store['drop']>[0]): Promise<number>;
  /** See Store.take. */
  take(mailbox: string): Promise<number> | null;
  /** One transaction, all or nothing. On SQLite it holds the write lock from its start, so that it never fails half-way. */
  write<T>(work: (tx: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Tells the other processes that mailboxes were changed; with the commit, and not at all when it fails. */
  announceChange(tx: Kysely<Tables>): Promise<void>;
  /** See Store.tellUnverified. */
  tellUnverified?: Store['tellUnverified'];
  /** Tells the other processes that webhooks came; with the commit. */
  announceCame(tx: Kysely<Tables>, came: { after: number; to: number; mailboxes: readonly string[] }): Promise<void>;
  /** See Store.listen. */
  listen(ears: Ears, complaints: Complaints): void;
  /** See Store.giveUp. */
  giveUp?(): void;
  close(): Promise<void>;
}

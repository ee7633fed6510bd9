import type { PostedNotice, ShopCounters, ShopNotices } from '../../shared/wire/office.ts';
import type { ShopRefusal } from './claims.ts';

/** An office's access to its shop. A method rejects if the database fails. */
export interface OfficeStore {
  /** The counters of the office's shop and those that were removed from it, read in one snapshot. */
  counters(office: string): Promise<Omit<ShopCounters, 'version'> | ShopRefusal>;
  /** Null: the office may read the log of that counter. "unknown": it is none of its shop. */
  refusal(office: string, counter: string): Promise<ShopRefusal | null>;
  /** The offices that may read the log of a counter. */
  officesOf(counter: string): Promise<string[]>;
}

/**
 * What one mailbox may have posted: one that is stolen keeps no other from posting, and fills no disk. Padded erasures, and the
 * largest notice of an office beside them.
 */
export const maxNoticesOfMailbox = 5_000;
export const maxBytesOfMailbox = 32 * 1024 * 1024;

/** A relay's access to the notices of shops. A method rejects if the database fails, and has then changed nothing. */
export interface NoticeStore {
  /**
   * Stores a notice, once. One of an office takes the place of the shop's last one.
   * @param at ISO 8601 UTC
   */
  post(mailbox: string, notice: PostedNotice, at: string): Promise<{ seq: number } | ShopRefusal>;
  /** A page of the shop's notices, oldest first; of an office's only while it is one of the shop. */
  after(mailbox: string, after: number): Promise<ShopNotices | ShopRefusal>;
  /** All enabled mailboxes of the shop of a mailbox. */
  membersOf(mailbox: string): Promise<string[]>;
  /** Deletes up to `limit` old erasures, and what is left of replaced notices. Answers how many. */
  prune(ask: { erasuresBefore: string; replacedBefore: string; limit: number }): Promise<number>;
}

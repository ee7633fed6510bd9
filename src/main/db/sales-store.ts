/**
 * db holds what is stored: one database a mode, the event log, the sales, and the commit that writes a change with everybody’s part of it.
 * It imports no feature; features join a commit by a hook. May use base. Tests: tests/unit/db.
 */

import type { KnownProduct, Product } from '../../shared/contract/selling.ts';
import type { QuarantinedWebhook, SaleEvent } from '../../shared/contract/transactions.ts';
import type { Credit } from '../../shared/domain/product-names.ts';
import type { BodyRole, SaleEventType } from '../../shared/domain/sale-event.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';

/** One event for the append-only journal. `data` holds facts, never a customer's number or name. */
export interface NewEvent {
  type: SaleEventType;
  /** ISO 8601 UTC */
  at: string;
  /** "cashier", "supervisor", "provider", "relay" or "system" */
  actor: string;
  data: Readonly<Record<string, JsonFact>>;
  /** word for word; a snapshot of the sale is added by the journal itself */
  bodies: ReadonlyArray<{ role: BodyRole; bytes: Uint8Array }>;
}

type JsonFact = string | number | boolean | null | readonly JsonFact[] | { readonly [key: string]: JsonFact };

/**
 * What features write in the commit of a change, by name: each declares its part beside the hook that writes it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it, and a type alias cannot be added to
export interface ChangeParts {}

/** What their hooks report of a commit, by name. */
// biome-ignore lint/suspicious/noEmptyInterface: as above
export interface CommitReports {}

/** One atomic change: at most one sale, exactly one event, maybe the relay's cursor; with `cashFrom` a second sale and its event. */
export interface Change {
  sale: {
    /** the revision this change was decided on; 0 for a sale that is not stored yet */
    expectedRevision: number;
    /** the sale as it is to be; its revision is basis + 1. receiptNo is given by the journal with `issueReceipt` */
    next: Transaction;
    /** gives the next receipt number in the same commit, unless the sale has one */
    issueReceipt?: boolean;
    /** refuses the change while another sale of the same product and number is unresolved */
    onlyOneInFlight?: boolean;
    /**
     * refuses the change when the same product and number was sold (or refused) on that day, YYYY-MM-DD, or in the 12 hours
     * before the event, in the order of the log; an order also while one of the same credit under another code is unresolved
     * for that number (shared/domain/product-names.ts)
     */
    rejectDuplicatesOn?: string;
    /** by its id the one such sale, of this product or of the same credit, that does not refuse it, while it is the last that was sold */
    allowedDuplicateId?: string;
    /** refuses the change while no shift is open */
    needsShift?: boolean;
    /** its money came before the journal was lost, and was counted since: the drawer of no shift gets it */
    movesNoMoney?: boolean;
  } | null;
  event: NewEvent;
  /** stored in the same commit, so that a page's webhooks and its cursor never part */
  cursor?: { mailbox: string; cursor: string | null };
  /** the id of an unsent order whose cash counts for this sale from now on: no cash of its own is left to return (`cash.moved`) */
  cashFrom?: string;
  /** what features write with it */
  parts?: ChangeParts;
}

export type CommitOutcome =
  /** @property cashFrom the sale that `cashFrom` names, as it is now */
  | { kind: 'committed'; sale: Transaction | null; seq: number; cashFrom?: Transaction; reports?: CommitReports }
  /** somebody else changed the sale first: read it again and decide again */
  | { kind: 'conflict' }
  | { kind: 'in_flight'; other: Transaction }
  | { kind: 'duplicate'; other: Transaction }
  | { kind: 'same_credit'; other: Transaction }
  | { kind: 'no_shift' }
  /** the saved customer on whose tab it is to be is not in the book */
  | { kind: 'no_customer' }
  /** `cashFrom` names no unsent order whose cash is to be returned */
  | { kind: 'no_cash' };

/** Another sale of the same product and number; "same_credit": an unresolved one of another code that brings the same. */
export interface SaleConflict {
  kind: 'in_flight' | 'duplicate' | 'same_credit';
  other: Transaction;
}

/** One that was kept and not applied, with the very bytes that came. */
export interface StoredQuarantinedWebhook extends Omit<QuarantinedWebhook, 'body'> {
  /** null: erased */
  body: Uint8Array | null;
}

export interface UnverifiedWebhook {
  seq: number;
  ref: string | null;
  event: string | null;
  signature: string | null;
  receivedAt: string | null;
  /** null: erased */
  body: Uint8Array | null;
}

/** An order whose webhook failed the signature check; without a sale: the orders until then count no more. */
export interface UnverifiedOrder {
  saleId: string | null;
  /** ISO 8601, the relay's clock */
  receivedAt: string;
  /** the shop's key in use then, see keyIdOf */
  keyId: string | null;
}

export interface KeptWebhook {
  seq: number;
  at: string;
  type: SaleEventType;
  signature: string | null;
  body: Uint8Array | null;
}

export interface Tally {
  count: number;
  amount: number;
}

/** The sums of the open money, for the strip that cannot be closed. */
export interface OpenMoney {
  sending: Tally;
  pending: Tally;
  unknown: Tally;
  disputed: Tally;
  overdue: Tally;
  cashHeld: Tally;
  cashToReturn: Tally;
  /** of any method, the cash included */
  moneyToReturn: Tally;
  cashToCollect: Tally;
  moneyToCollect: Tally;
  /** what customers owe on their tabs; of sales that may still fail, too */
  onTab: Tally;
  quarantined: number;
  oldestUnresolvedAt: string | null;
}

/** A journal of real sales is never mistaken for one of practice. */
export type JournalKind = 'live' | 'training';

/** The place where a log ends: its last event, and that event's hash in hex. */
export interface Head {
  seq: number;
  hash: string;
}

/** This database is not the one that was written last: only the provider knows the sales in between. */
export interface RestoredJournal {
  /** ISO 8601: when it was noticed or done */
  at: string;
  /** "copy": a person restored a backup; "rolled_back": the database was found older than its known head */
  reason: 'copy' | 'rolled_back';
  /** ISO 8601: when a supervisor accepted the rollback; null: not yet */
  acceptedAt: string | null;
  /** ISO 8601: the last event it had; nothing after that is in it */
  upTo: string;
  /** the same of the times before, oldest first */
  earlier: readonly { upTo: string; at: string }[];
}

/**
 * The sales and their event log: one writer, everything durable before it answers. Asynchronous so that its SQLite can live in
 * a worker. Methods reject with DatabaseError when the disk or the database fails; then nothing was written.
 */
export interface SalesStore {
  /** of this database and every copy of it */
  readonly id: string;
  /** the first part of every receipt number */
  readonly terminal: string;
  /** null for a database that only ever grew */
  readonly restored: RestoredJournal | null;
  /** a supervisor accepts a database that was rolled back. @param at ISO 8601 UTC */
  acceptRollback(at: string): Promise<void>;
  /** where the log ends now */
  head(): Promise<Head>;
  commit(change: Change): Promise<CommitOutcome>;
  /** several changes, all or none. @returns each outcome, or the one of the change that was refused and kept all from being written */
  commitAll(changes: readonly Change[]): Promise<CommitOutcome[]>;
  get(id: string): Promise<Transaction | null>;
  /** @param provider only sales of this provider, where the journal names it; absent: any */
  findByTransactionId(transactionId: string, provider?: string): Promise<Transaction | null>;
  /** every sale that goes by that id: those that an answer gave it come first, each in the order in which they were written */
  allByTransactionId(transactionId: string, provider?: string): Promise<Transaction[]>;
  /** @param receiptNo in capitals, of this series or of one before a restore */
  findByReceiptNo(receiptNo: string): Promise<Transaction | null>;
  /** the last event that reported a sale's outcome or completed it; null while there is none */
  resultEvent(saleId: string): Promise<Head | null>;
  /** whether the log holds that event; of its hash the first digits will do */
  holds(head: Head): Promise<boolean>;
  /** the sale that blocks a new one: unresolved first, else sold or refused on that day or in the 12 hours before */
  findConflict(query: {
    productCode: string;
    customerNo: string;
    /** ISO 8601 UTC: now */
    at: string;
    day: string;
    exceptId: string | null;
  }): Promise<SaleConflict | null>;
  /**
   * the sale that an order repeats: the last one of a repeat of its product, or an unresolved sale of the same credit under
   * another code
   */
  repeatedByOrder(
    sale: Credit & Pick<Transaction, 'customerNo'>,
    now: { at: string; day: string },
  ): Promise<SaleConflict | null>;
  /** the newest inquiry of a bill, whatever became of it */
  newestInquiry(productCode: string, customerNo: string): Promise<Transaction | null>;
  /** every sale in `sending`, for the start-up; oldest first */
  foundSending(): Promise<Transaction[]>;
  /** every unresolved sale, oldest first */
  unresolved(): Promise<Transaction[]>;
  /** the ids of the sales of that day and of later ones that succeeded. @param day YYYY-MM-DD */
  succeededSince(day: string): Promise<string[]>;
  /** unresolved orders whose results were to come to another mailbox, oldest first; not those whose story names this one already */
  ordersAtOtherMailbox(mailbox: string): Promise<string[]>;
  timeline(id: string): Promise<SaleEvent[]>;
  /**
   * webhooks stored but not applied, newest first; with `signed` only those that one of the shop's keys signed, or only the
   * others
   */
  quarantined(limit: number, signed?: boolean, onlyOpen?: boolean): Promise<StoredQuarantinedWebhook[]>;
  /** webhooks set aside because no key fitted, the newest `limit`, oldest first */
  unverified(limit: number): Promise<UnverifiedWebhook[]>;
  /** events of orders whose webhook failed the signature check, oldest first */
  unverifiedOrders(): Promise<UnverifiedOrder[]>;
  /** whether webhooks that no key fitted were counted instead of kept since the first event, and the mailbox was not read again since the last */
  discardedBetween(first: number, last: number): Promise<boolean>;
  /** every webhook in a sale's timeline, oldest first, with the raw bytes that were signed (null: erased) */
  webhooksOf(saleId: string): Promise<KeptWebhook[]>;
  /** whether exactly these bytes were already kept as a webhook of this sale, and not set aside */
  hasWebhook(saleId: string, body: Uint8Array): Promise<boolean>;
  /** another sale of the same product and number that has exactly these bytes as its webhook, or set them aside before this one began */
  otherWithWebhook(sale: Transaction, body: Uint8Array): Promise<Transaction | null>;
  /** whether another sale of the same product and number has no id that is certainly its own: one that waits, or that a person settled */
  hasUnidentifiedSibling(sale: Transaction): Promise<boolean>;
  /** ISO 8601; see overdueBounds. @param overdueAfter absent: no sale was sent while the clock was ahead */
  openMoney(overdueBefore: string, overdueAfter?: string): Promise<OpenMoney>;
  /** codes of the products for which a webhook taught that spelling of their name; see sales/webhooks/match.ts */
  codesSpelt(spelling: string, provider?: string): Promise<string[]>;
  cursor(mailbox: string): Promise<string | null>;
  /** how far the relay was acknowledged when the mailbox was last begun from its oldest, as the relay names it */
  ackedPosition(mailbox: string): Promise<string | null>;
  saveAckedPosition(mailbox: string, acked: string): Promise<void>;
  /** @param sellingPrice only for a product that has none yet: a sale remembers its own */
  saveProduct(product: Product, at: string, sellingPrice?: number): Promise<void>;
  knownProducts(): Promise<KnownProduct[]>;
  close(): Promise<void>;
}

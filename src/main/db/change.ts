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
    /** the sale as it is to be; its revision is basis + 1. receiptNo is issued by the journal with `issueReceipt` */
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

import type { Change, CommitOutcome } from '../../../src/main/db/change.ts';
import type { Batch } from '../../../src/shared/contract/batches.ts';
import type { VerifyReport } from '../../../src/shared/contract/journal.ts';
import type { AmountsByMethod, PaymentMethod } from '../../../src/shared/domain/payment.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import type { LedgerEntry } from '../../../src/simulator/core/ledger.ts';
import { firstKey } from '../plan/keys.ts';
import type { KeysAtFirst } from '../plan/plan.ts';
import { type KeyBook, keyBook } from './key-book.ts';
import { staff } from './staff.ts';
import type { UsedFile } from './used-file.ts';

/** A webhook as it came to the relay and was answered 200. */
export interface Taken {
  at: number;
  ref: string | null;
  event: string | null;
  signature: string;
  body: string;
  /** who posted it: the provider itself, or somebody with an old one */
  by: 'provider' | 'stranger';
}

/** One event of the journal, as its commit was seen. */
export interface Written {
  seq: number;
  at: number;
  /** ISO 8601 UTC, by the counter's own clock */
  saidAt: string;
  type: string;
  /** the shop's id of the sale whose story it stands in */
  saleId: string | null;
  data: Change['event']['data'];
  /** the product whose name it spells otherwise */
  taughtFor: string | null;
  /** the raw webhook in it */
  webhook: string | null;
}

/** A request for money: its way over the line. */
export interface Sent {
  operation: 'order' | 'pay';
  saleId: string;
  leftAt: number;
  /** when the provider had the whole of it; null: not yet, or never */
  receivedAt: number | null;
  /** the provider's own answer was a refusal, whatever it had done */
  refused: boolean;
  /** a clear answer came to the counter after the time was up: whether that process still runs */
  answeredLate?: () => boolean;
}

/** The counter has written down what a poll brought it by then, if it still runs. */
export const noteMs = 3_000;

/** Everything that was seen from outside, by which the invariants are judged. */
export interface Books {
  /** as the journal committed them */
  sales: Map<string, Transaction>;
  written: Written[];
  /** codes of products whose cost a webhook taught: one more event each, in the commit of that webhook */
  learntCosts: Set<string>;
  /** what was erased: no webhook about it is kept or recognised by its bytes any more */
  erased: {
    /** by whom, and when in milliseconds since the world began */
    inquiries: { customerNo: string; at: number }[];
    customers: Set<string>;
    sales: Set<string> /** events, which no commit of a sale writes */;
    events: number;
  };
  /** events about people and settings, which no commit of a sale writes */
  otherEvents: number;
  sent: Sent[];
  taken: Taken[];
  /** what the provider has sent, whatever came of it: somebody on the way may keep it and send it elsewhere */
  posted: { ref: string | null; event: string; signature: string; body: string }[];
  /** orders to whose address somebody else has posted, whatever he was answered */
  meddledWith: Set<string | null>;
  keys: KeyBook;
  /** webhooks that the relay dropped before the counter had read them, or erased: `${ref} ${body}` */
  dropped: Set<string>;
  /** the same of what was lost when an older copy of the relay's database was put back: no cursor need show that */
  lost: Set<string>;
  /** the provider's own book as of the last thing it did */
  ledger: readonly LedgerEntry[];
  /** orders whose refused webhook was reported to the counter, when, and when it came by the relay's clock; see invariants/i-stops-at-two.ts */
  reportedRefusals: Map<string, { reportedAt: number; receivedAt: string }>;
  presses: { order: number; pay: number };
  /** how often the counter was opened, and in which of these runs a batch was last asked for */
  runs: number;
  batchAskedIn: number;
  /** ids of sales that the counter has said to be parked, and that nobody has brought back since */
  parked: Set<string>;
  /** the place that the journal holds */
  cursor: string | null;
  receipts: Map<string, string>;
  /** by sale: what changed hands for it, and what is on the tab; see invariants/j-money-adds-up.ts */
  hands: Map<string, AmountsByMethod>;
  /** what came back from a claim, which no drawer counts */
  uncounted: Map<string, AmountsByMethod>;
}

export const emptyBooks = (keys: KeysAtFirst): Books => ({
  sales: new Map(),
  written: [],
  learntCosts: new Set(),
  erased: { customers: new Set(), inquiries: [], sales: new Set(), events: 0 },
  // The people and the open shift.
  otherEvents: staff.all.length + 1,
  sent: [],
  taken: [],
  posted: [],
  meddledWith: new Set(),
  keys: keyBook(keys.counter, keys.keyless ? null : firstKey),
  dropped: new Set(),
  lost: new Set(),
  ledger: [],
  reportedRefusals: new Map(),
  presses: { order: 0, pay: 0 },
  runs: 0,
  batchAskedIn: 0,
  parked: new Set(),
  cursor: null,
  receipts: new Map(),
  hands: new Map(),
  uncounted: new Map(),
});

/** An amount by one method. */
export interface Amount {
  method: PaymentMethod;
  amount: number;
}

/** One thing that happened and may have broken a promise. The books already hold it. */
export type Step =
  | {
      kind: 'committed';
      change: Change;
      outcome: Extract<CommitOutcome, { kind: 'committed' }>;
      before: Transaction | null;
    }
  /** a request for money is about to leave */
  | { kind: 'leaving'; operation: 'order' | 'pay'; saleId: string | null }
  /** the provider received a request or did something of itself */
  | { kind: 'provider' }
  /** the relay has answered a webhook: had it to take it, or might it, as far as the signature goes */
  | { kind: 'received'; status: number; must: boolean; may: boolean }
  /** the counter acknowledges to the relay that everything up to there is in the journal */
  | { kind: 'acked'; cursor: string }
  /** the relay has erased a webhook: had the counter acknowledged it? */
  | { kind: 'erasedAtRelay'; acked: boolean }
  | { kind: 'started'; failed: string | null }
  /** the counter lists the sales that are parked */
  | { kind: 'parked'; ids: readonly string[] }
  /** a procedure or the poller failed inside, with something that is no fault of the disk */
  | { kind: 'broke'; where: string; fault: string }
  /** everything is healed, and enough time has passed */
  | { kind: 'rest' }
  /** with the journal's file as `npm run journal -- verify` finds it */
  | ({ kind: 'end'; report: VerifyReport } & ReturnType<UsedFile['money']>)
  /** the counter reports a batch */
  | { kind: 'batch'; batch: Batch }
  /** money was pressed and the counter says that it is recorded: amounts by method, as they were pressed */
  | { kind: 'answered'; amounts: readonly Amount[]; recorded: readonly Amount[] };

/** Judges the steps that matter to it: a sentence that says what is wrong, or null. */
export type Invariant = {
  [Kind in Step['kind']]?: (step: Extract<Step, { kind: Kind }>, books: Books) => string | null;
};

export function judge(invariant: Invariant, step: Step, books: Books): string | null {
  const judged = invariant[step.kind] as ((step: Step, books: Books) => string | null) | undefined;
  return judged ? judged(step, books) : null;
}

/** The ledger's entry of a sale: an order by its ref, a bill by its id. */
export function entryOf(books: Books, sale: Transaction): LedgerEntry | null {
  return books.ledger.find((entry) => saleIdOf(books, entry) === sale.id) ?? null;
}

/** The shop's id of the sale that an entry of the provider's book is about, or null where the journal has none. */
export function saleIdOf(books: Books, entry: LedgerEntry): string | null {
  if (entry.callback_url !== null) return refOf(entry.callback_url);
  for (const sale of books.sales.values()) {
    if (sale.kind === 'postpaid' && sale.transactionId === entry.transaction_id) return sale.id;
  }
  return null;
}

export function refOf(url: string): string | null {
  return /\/hooks\/[^/]+\/([A-Za-z0-9_-]{1,64})$/.exec(url)?.[1] ?? null;
}

import type { Erasure } from '../../shared/domain/erasure.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';

/** Why a customer's data goes: somebody asked for it, or it is older than the shop keeps it. */
export type WhyErased = 'asked' | 'age';

export type BegunErasing =
  | { kind: 'begun'; sales: number; webhooks: number; saved: number }
  /** these are not settled, or cash is owed for them: nothing was erased */
  | { kind: 'unsettled'; sales: Transaction[] }
  | { kind: 'nothing' };

export interface ErasingState {
  /** sales whose data is still to be erased; those that are not settled wait for it */
  waiting: number;
  /** unused parts of the file may still hold what was erased */
  leftovers: boolean;
}

/**
 * What the journal holds about one customer, and how it goes. Sums, receipt numbers and the chain stay. Methods reject with
 * DatabaseError as the journal's do; each is durable when it answers.
 */
export interface CustomerData {
  /** the first digits of the value that this database's log began with: whose list of erasures it is */
  readonly book: string;
  /** every sale of a number, in any spelling, newest first */
  salesOf(customerNo: string): Promise<Transaction[]>;
  /** events that kept a webhook with that number and no sale, newest first */
  webhooksOf(customerNo: string): Promise<Array<{ seq: number; hash: string; at: string; body: string }>>;
  /** whether a sale is that customer's, also once its number was erased */
  isCustomer(saleId: string, customerNo: string): Promise<boolean>;
  /** Decides it, all or nothing: what `step` then does is finished whatever happens. @param note why, in a person's words */
  begin(ask: { customerNo: string; note: string; at: string }): Promise<BegunErasing>;
  /** everything that was ever asked to be erased */
  erasures(): Promise<Erasure[]>;
  /** Erases again what an older database does not know to be erased. @returns how many erasures it did not know */
  again(known: readonly Erasure[], at: string): Promise<number>;
  /** Queues the next old sales, a few hundred. @param before ISO 8601. @returns whether there may be more */
  age(before: string): Promise<boolean>;
  /**
   * Erases the next few settled sales of the queue. @returns them, as they stand then; none: nothing more to do now
   * @param evenUnsettled of a database that nobody sells with any more
   */
  step(at: string, evenUnsettled?: boolean): Promise<Transaction[]>;
  state(): Promise<ErasingState>;
}

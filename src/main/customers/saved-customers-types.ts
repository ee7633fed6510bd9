import type { SavedNumber } from '../../shared/contract/customer-book.ts';

/** A customer as the book keeps them. */
export interface BookEntry {
  id: string;
  name: string;
  note: string | null;
  numbers: readonly SavedNumber[];
  /** ISO 8601 UTC */
  consentAt: string;
  consentBy: string;
  /** the shop's day, YYYY-MM-DD */
  purgeAt: string;
}

export interface SuggestedNumber extends SavedNumber {
  id: string;
  name: string;
}

/**
 * Customers who agreed to be remembered. It is no part of the log: an entry goes as it came, without a trace of who it was.
 * Methods reject with DatabaseError as the journal's do; each is durable when it answers.
 */
export interface SavedCustomers {
  /** Writes the entry whole, in place of one of the same id. */
  save(entry: BookEntry): Promise<void>;
  get(id: string): Promise<BookEntry | null>;
  /** @param after what the page before answered as `next` */
  list(ask: { text: string; after: string | null; limit: number }): Promise<{
    entries: BookEntry[];
    next: string | null;
  }>;
  /** every entry that holds the number, in any spelling */
  ofNumber(customerNo: string): Promise<BookEntry[]>;
  suggest(text: string, limit: number): Promise<SuggestedNumber[]>;
  count(): Promise<number>;
  /** Takes one entry out, in older copies that are put back too. @returns whether there was one */
  forget(id: string, at: string): Promise<boolean>;
  /** Takes out what is not to be kept on that day any more, some at a time. @returns whether there may be more */
  purge(today: string): Promise<boolean>;
}

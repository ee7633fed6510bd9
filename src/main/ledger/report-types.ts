import type { LedgerTotals, OpenTotals } from '../../shared/domain/sales-report.ts';

/** What the lines of the books are told apart by. */
export type BookBy = 'day' | 'slot' | 'product' | 'brand' | 'cashier' | 'shift';

export interface BookAsk {
  /** business days, YYYY-MM-DD, both included */
  from: string;
  to: string;
  by: BookBy;
  shift?: number;
  cashier?: string;
}

/** Days, products' codes, brands and cashiers as they are; slots (quarters of an hour since 1970 UTC) and shifts as digits. */
export interface BookSlice {
  key: string;
  sums: LedgerTotals;
  open: OpenTotals;
}

/** The kept sums over what was sold, in the journal's database. Methods reject with DatabaseError as the journal's do. */
export interface Books {
  /** lines that hold something, in no order that means anything */
  slices(ask: BookAsk): Promise<BookSlice[]>;
  /** the days that have sales, newest first */
  days(limit: number): Promise<string[]>;
  /** how far the books of an older database are made; null when they are whole */
  filling(): Promise<{ done: number; total: number } | null>;
  /** takes the next sales of an older database in; answers as `filling` */
  fill(): Promise<{ done: number; total: number } | null>;
  /** empties the books: `fill` makes them anew from the sales and the log */
  startOver(): Promise<void>;
}

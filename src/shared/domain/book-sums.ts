import { z } from 'zod';

const Count = z.int().nonnegative();
/** Below zero where a correction takes away what stands in the books of an earlier day. */
const Sum = z.int();

/** Sums over sales that are settled. Counts beside an amount say how many sales it is made of: the others have none. */
export const BookSums = z.object({
  success: Sum,
  /** successes that are bills */
  bills: Sum,
  failed: Sum,
  unsent: Sum,
  /** what customers paid, and for how many the shop had a price */
  turnover: Sum,
  totals: Sum,
  /** what the provider took, where it said so or the catalogue knew the cost */
  price: Sum,
  prices: Sum,
  /** the shop's own service fee */
  fee: Sum,
  /** of bills, where the provider gave it */
  admin: Sum,
  admins: Sum,
  commission: Sum,
  commissions: Sum,
  /** turnover less price, where both are known */
  margin: Sum,
  margins: Sum,
  /** cash: of successes; in the drawer of sales that failed or never left; given back of those, or of what turned out to be a success */
  taken: Sum,
  owed: Sum,
  returned: Sum,
});
export type BookSums = z.infer<typeof BookSums>;
export type BookColumn = keyof BookSums;

/** Over sales that are not settled: few at any time. */
export const OpenSums = z.object({
  sending: Count,
  pending: Count,
  unknown: Count,
  disputed: Count,
  /** what customers paid or owe */
  amount: Count,
  /** cash in the drawer for them */
  held: Count,
});
export type OpenSums = z.infer<typeof OpenSums>;

export const noSums = (): BookSums => ({
  success: 0,
  bills: 0,
  failed: 0,
  unsent: 0,
  turnover: 0,
  totals: 0,
  price: 0,
  prices: 0,
  fee: 0,
  admin: 0,
  admins: 0,
  commission: 0,
  commissions: 0,
  margin: 0,
  margins: 0,
  taken: 0,
  owed: 0,
  returned: 0,
});

export const noOpenSums = (): OpenSums => ({ sending: 0, pending: 0, unknown: 0, disputed: 0, amount: 0, held: 0 });

/** Adds `times` times what `more` holds, in place; -1 takes it away. */
export function addSums<T extends Record<keyof T, number>>(sums: T, more: T, times = 1): void {
  const values: Record<keyof T, number> = sums;
  for (const name in more) values[name] += times * more[name];
}

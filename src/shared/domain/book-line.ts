import { z } from 'zod';
import type { BookSums, OpenSums } from './book-sums.ts';

const Count = z.int().nonnegative();
/** Below zero where a correction takes away what stands in the books of an earlier day. */
const Sum = z.int();

/** An amount that not every sale has. null: none of them has it, which is not the same as nothing. */
export const KnownAmount = z.object({
  amount: z.int().nullable(),
  /** of so many successes that would have it, it is not known */
  without: Count,
});
export type KnownAmount = z.infer<typeof KnownAmount>;

/** Cash that these sales have left in the drawer. */
export const BookCash = z.object({
  /** of successes */
  taken: Sum,
  /** of what is not settled: held apart */
  held: Count,
  /** of what failed or never left */
  toReturn: Sum,
  /** given back already, also for what turned out to be a success: no longer in the drawer */
  returned: Sum,
  /** taken, held and to return */
  expected: Sum,
});
export type BookCash = z.infer<typeof BookCash>;

/** One line of the books: what some sales come to. Bills that were only asked for are no sales. Amounts are whole rupiah. */
export const BookLine = z.object({
  count: Sum,
  success: Sum,
  failed: Sum,
  unsent: Sum,
  sending: Count,
  pending: Count,
  unknown: Count,
  disputed: Count,
  /** successes among what the provider carried out or failed, 0 to 1; null while there is none */
  successRate: z.number().min(0).max(1).nullable(),
  /** what customers paid for successes */
  turnover: KnownAmount,
  /** what the provider took for them; of credit where its webhook says so, else what the catalogue said it costs */
  price: KnownAmount,
  /** the shop's own service fee, a part of the turnover */
  fee: Sum,
  /** the provider's admin, of bills */
  admin: KnownAmount,
  /** of bills; never invented where the provider gives none */
  commission: KnownAmount,
  /** turnover less price, of the sales where both are known */
  margin: KnownAmount,
  /** money of sales that are not settled */
  unresolved: z.object({ count: Count, amount: Count }),
  /** null: not shown while a shift is open, because its cash is counted blind */
  cash: BookCash.nullable(),
});
export type BookLine = z.infer<typeof BookLine>;

/** @param blind leaves out the cash */
export function bookLine(sums: BookSums, open: OpenSums, { blind = false } = {}): BookLine {
  const { success, bills, failed, unsent } = sums;
  const { sending, pending, unknown, disputed, amount, held } = open;
  const unresolved = sending + pending + unknown + disputed;
  const tried = success + failed;
  return {
    count: success + failed + unsent + unresolved,
    success,
    failed,
    unsent,
    sending,
    pending,
    unknown,
    disputed,
    successRate: tried <= 0 ? null : Math.min(1, Math.max(0, success / tried)),
    turnover: known(sums.turnover, sums.totals, success),
    price: known(sums.price, sums.prices, success),
    fee: sums.fee,
    admin: known(sums.admin, sums.admins, bills),
    commission: known(sums.commission, sums.commissions, bills),
    margin: known(sums.margin, sums.margins, success),
    unresolved: { count: unresolved, amount },
    cash: blind
      ? null
      : {
          taken: sums.taken,
          held,
          toReturn: sums.owed,
          returned: sums.returned,
          expected: sums.taken + held + sums.owed,
        },
  };
}

function known(amount: number, have: number, of: number): KnownAmount {
  return { amount: have === 0 && amount === 0 ? null : amount, without: Math.max(0, of - have) };
}

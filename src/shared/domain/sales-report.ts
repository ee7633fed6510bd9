import { z } from 'zod';

const Count = z.int().nonnegative();
/** Below zero where a correction takes away what stands in the books of an earlier day. */
const Sum = z.int();

/** Sums over sales that are settled. Counts beside an amount say how many sales it is made of: the others have none. */
export const LedgerTotals = z.object({
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
export type LedgerTotals = z.infer<typeof LedgerTotals>;
export type LedgerColumn = keyof LedgerTotals;

/** Over sales that are not settled: few at any time. */
export const OpenTotals = z.object({
  sending: Count,
  pending: Count,
  unknown: Count,
  disputed: Count,
  /** what customers paid or owe */
  amount: Count,
  /** cash in the drawer for them */
  held: Count,
});
export type OpenTotals = z.infer<typeof OpenTotals>;

export const emptyTotals = (): LedgerTotals => ({
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

export const emptyOpenTotals = (): OpenTotals => ({
  sending: 0,
  pending: 0,
  unknown: 0,
  disputed: 0,
  amount: 0,
  held: 0,
});

/** Adds `times` times what `more` holds, in place; -1 takes it away. */
export function addTotals<T extends Record<keyof T, number>>(sums: T, more: T, times = 1): void {
  const values: Record<keyof T, number> = sums;
  for (const name in more) values[name] += times * more[name];
}

/** An amount that not every sale has. null: none of them has it, which is not the same as nothing. */
export const KnownAmount = z.object({
  amount: z.int().nullable(),
  /** of so many successes that would have it, it is not known */
  without: Count,
});
export type KnownAmount = z.infer<typeof KnownAmount>;

/** Cash that these sales have left in the drawer. */
export const ReportCash = z.object({
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
export type ReportCash = z.infer<typeof ReportCash>;

/** One line of the books: what some sales come to. Bills that were only asked for are no sales. Amounts are whole rupiah. */
export const ReportRow = z.object({
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
  cash: ReportCash.nullable(),
});
export type ReportRow = z.infer<typeof ReportRow>;

/** @param blind leaves out the cash */
export function toReportRow(sums: LedgerTotals, open: OpenTotals, { blind = false } = {}): ReportRow {
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

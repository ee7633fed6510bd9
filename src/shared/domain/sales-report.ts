import { z } from 'zod';
import { NonNegativeInt, NullableInt } from './common-schemas.ts';
import { accountMethods, byMethod, type MoneyMethod, type PaymentMethod } from './payment.ts';

const Count = NonNegativeInt;
/** Below zero where a correction subtracts an amount that an earlier day counted. */
const Sum = z.int();
/** 0 where it is missing: sums that were written before a method was there lack it. */
const MethodSum = Sum.default(0);

/** Columns of the books for each method, e.g. `qrisTaken`. */
const accountColumns = <N extends string>(...names: readonly N[]) =>
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.fromEntries widens the names
  Object.fromEntries(
    accountMethods.flatMap((method) => names.map((name) => [`${method}${name}`, MethodSum])),
  ) as Record<`${(typeof accountMethods)[number]}${N}`, typeof MethodSum>;

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
  /**
   * cash: of successes, and what a return by another method moved; in the drawer of sales that failed or never left; returned of
   * those, or of what turned out to be a success
   */
  taken: MethodSum,
  owed: MethodSum,
  returned: MethodSum,
  /** the same of each other method */
  ...accountColumns('Taken', 'Owed', 'Returned'),
  /** what successes put on tabs, and what was paid of that since, by whichever method */
  tabTaken: Sum,
  tabPaid: Sum,
});
export type LedgerTotals = z.infer<typeof LedgerTotals>;
type LedgerColumn = keyof LedgerTotals;

/** Over sales that are not settled: few at any time. */
export const OpenTotals = z.object({
  sending: Count,
  pending: Count,
  unknown: Count,
  disputed: Count,
  /** what customers paid or owe */
  amount: Count,
  /** cash in the drawer for them; below zero where what had come in another way was returned in cash */
  held: Sum,
  ...accountColumns('Held'),
  /** on tabs for them */
  tabHeld: Count,
});
export type OpenTotals = z.infer<typeof OpenTotals>;

/** The columns that hold what came in by a method. */
export const takenColumns: Record<MoneyMethod, LedgerColumn> = {
  cash: 'taken',
  ...byMethod(accountMethods, (method) => `${method}Taken` as const),
};
export const owedColumns: Record<MoneyMethod, LedgerColumn> = {
  cash: 'owed',
  ...byMethod(accountMethods, (method) => `${method}Owed` as const),
};
export const returnedColumns: Record<MoneyMethod, LedgerColumn> = {
  cash: 'returned',
  ...byMethod(accountMethods, (method) => `${method}Returned` as const),
};
export const heldColumns: Record<PaymentMethod, keyof OpenTotals> = {
  cash: 'held',
  ...byMethod(accountMethods, (method) => `${method}Held` as const),
  tab: 'tabHeld',
};

const zero = LedgerTotals.parse(Object.fromEntries(LedgerTotals.keyof().options.map((column) => [column, 0])));
export const emptyTotals = (): LedgerTotals => ({ ...zero });

const zeroOpen = OpenTotals.parse(Object.fromEntries(OpenTotals.keyof().options.map((column) => [column, 0])));
export const emptyOpenTotals = (): OpenTotals => ({ ...zeroOpen });

/** Adds `times` times what `more` holds, in place; -1 takes it away. */
export function addTotals<T extends Record<keyof T, number>>(sums: T, more: T, times = 1): void {
  const values: Record<keyof T, number> = sums;
  for (const name in more) values[name] += times * more[name];
}

/** An amount that not every sale has. null: none of them has it, which is not the same as nothing. */
export const KnownAmount = z.object({
  amount: NullableInt,
  /** successes that have one which is not known */
  without: Count,
});
export type KnownAmount = z.infer<typeof KnownAmount>;

/** Money that these sales have brought by one method. Of cash: what they have left in the drawer. */
export const ReportMoney = z.object({
  /** of successes; what was paid of a tab later is not among it */
  taken: Sum,
  /** of what is not settled: held apart */
  held: Sum,
  /** of what failed or never left */
  toReturn: Sum,
  /** returned already, also for what turned out to be a success: not there any more */
  returned: Sum,
  /** taken, held and to return */
  expected: Sum,
});
export type ReportMoney = z.infer<typeof ReportMoney>;

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
  /** without that of the days of an open shift, which is counted blind; null: they are all of these */
  cash: ReportMoney.nullable(),
  /** the other methods: they are not counted blind */
  ...byMethod(accountMethods, () => ReportMoney),
  /** on customers' tabs: of successes, of what is not settled, and of the first what was paid since and what is left */
  tab: z.object({ taken: Sum, held: Count, paid: Sum, left: Sum }),
});
export type ReportRow = z.infer<typeof ReportRow>;

/** @param blind leaves out the cash */
export function toReportRow(sums: LedgerTotals, open: OpenTotals, { blind = false } = {}): ReportRow {
  const { success, bills, failed, unsent } = sums;
  const { sending, pending, unknown, disputed, amount } = open;
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
    turnover: knownAmount(sums.turnover, sums.totals, success),
    price: knownAmount(sums.price, sums.prices, success),
    fee: sums.fee,
    admin: knownAmount(sums.admin, sums.admins, bills),
    commission: knownAmount(sums.commission, sums.commissions, bills),
    margin: knownAmount(sums.margin, sums.margins, success),
    unresolved: { count: unresolved, amount },
    cash: blind ? null : moneyOf('cash', sums, open),
    ...byMethod(accountMethods, (method) => moneyOf(method, sums, open)),
    tab: { taken: sums.tabTaken, held: open.tabHeld, paid: sums.tabPaid, left: sums.tabTaken - sums.tabPaid },
  };
}

function moneyOf(method: MoneyMethod, sums: LedgerTotals, open: OpenTotals): ReportMoney {
  const taken = sums[takenColumns[method]];
  const held = open[heldColumns[method]];
  const toReturn = sums[owedColumns[method]];
  return { taken, held, toReturn, returned: sums[returnedColumns[method]], expected: taken + held + toReturn };
}

function knownAmount(amount: number, have: number, of: number): KnownAmount {
  return { amount: have === 0 && amount === 0 ? null : amount, without: Math.max(0, of - have) };
}

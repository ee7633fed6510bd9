import { z } from 'zod';
import { CashServiceKind, cashServiceKinds, isCustomerService } from './cash-service.ts';
import { NullableInt } from './common-schemas.ts';
import { Rupiah } from './money.ts';

/** What the records of one kind come to, less what was taken back. */
export const CashServiceSum = z.object({
  kind: CashServiceKind,
  count: z.int(),
  /** passed on for customers: no turnover of the shop */
  amount: z.int(),
  /** the shop's income */
  fee: z.int(),
  cashIn: Rupiah,
  cashOut: Rupiah,
  purseIn: Rupiah,
  purseOut: Rupiah,
});
export type CashServiceSum = z.infer<typeof CashServiceSum>;

/** The balance at the bank or wallet, from the last count to a shift's end. */
export const ShiftPurse = z.object({
  /** as the shop calls it; empty where it has none */
  name: z.string(),
  /** by the last count and what moved before the shift; null: it was never counted */
  openingBalance: NullableInt,
  in: Rupiah,
  out: Rupiah,
  /** opening balance, in and out; null without one */
  expected: NullableInt,
  /** null: it was not counted */
  counted: NullableInt,
  /** counted less expected; null where one of both is missing */
  difference: NullableInt,
});
export type ShiftPurse = z.infer<typeof ShiftPurse>;

/** Without the kinds of which everything was taken back: those are in the list, and no line of a report. */
export const nonZeroSums = (sums: readonly CashServiceSum[]): readonly CashServiceSum[] =>
  sums.filter(({ count, amount, fee }) => count !== 0 || amount !== 0 || fee !== 0);

/** Every sum of several records. */
function added(sums: readonly CashServiceSum[]): Omit<CashServiceSum, 'kind'> {
  const total = { count: 0, amount: 0, fee: 0, cashIn: 0, cashOut: 0, purseIn: 0, purseOut: 0 };
  for (const { kind: _kind, ...sum } of sums)
    for (const name of ['count', 'amount', 'fee', 'cashIn', 'cashOut', 'purseIn', 'purseOut'] as const)
      total[name] += sum[name];
  return total;
}

/** The sums of several stretches or databases as one, by kind in the kinds' order. */
export function addServiceSums(lists: readonly (readonly CashServiceSum[])[]): CashServiceSum[] {
  const byKind = Map.groupBy(lists.flat(), ({ kind }) => kind);
  return cashServiceKinds.flatMap((kind) => {
    const sums = byKind.get(kind);
    return sums ? [{ kind, ...added(sums) }] : [];
  });
}

/** Of several kinds together; `count`, `amount` and `fee` of customers' services alone. */
export function totalOf(sums: readonly CashServiceSum[]): Omit<CashServiceSum, 'kind'> {
  const { count, amount, fee } = added(sums.filter(({ kind }) => isCustomerService(kind)));
  return { ...added(sums), count, amount, fee };
}

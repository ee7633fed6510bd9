import { z } from 'zod';
import { maxAmount, maxDrawerAmount } from './bounds.ts';
import { Rupiah } from './money.ts';

/** What a customer comes for. The counter records it and sends nothing. */
export const customerServices = ['withdrawal', 'transfer', 'deposit', 'topup'] as const;
export type CustomerService = (typeof customerServices)[number];

export const isCustomerService = (kind: string): kind is CustomerService =>
  customerServices.some((service) => service === kind);

/** Money of the shop itself that comes into the purse or leaves it. */
export const purseMoves = ['purse_in', 'purse_out'] as const;
export type PurseMove = (typeof purseMoves)[number];

export const cashServiceKinds = [...customerServices, ...purseMoves] as const;
export const CashServiceKind = z.enum(cashServiceKinds);
export type CashServiceKind = z.infer<typeof CashServiceKind>;

/** Where the fee is paid: in cash at the counter, or within the amount that goes through the purse. */
export const FeeSide = z.enum(['cash', 'purse']);
export type FeeSide = z.infer<typeof FeeSide>;

/** What an owner takes for a service of an amount, both ends included. Whole rupiah. */
const FeeRange = z
  .strictObject({
    kind: z.enum(customerServices),
    from: Rupiah.min(1).max(maxDrawerAmount),
    to: Rupiah.min(1).max(maxDrawerAmount),
    fee: Rupiah.max(maxAmount),
  })
  .refine(({ from, to }) => from <= to, 'ends before it begins');
export type FeeRange = z.infer<typeof FeeRange>;

/** The two ranges that have an amount in common; null: no amount has two fees. */
export function overlappingRanges(ranges: readonly Omit<FeeRange, 'fee'>[]): readonly [number, number] | null {
  for (const [at, one] of ranges.entries()) {
    const other = ranges.findIndex(
      ({ kind, from, to }, index) => index > at && kind === one.kind && from <= one.to && one.from <= to,
    );
    if (other >= 0) return [at, other];
  }
  return null;
}

export const FeeRanges = z
  .array(FeeRange)
  .max(100)
  .refine((ranges) => overlappingRanges(ranges) === null, 'an amount has two fees');

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
  openingBalance: z.int().nullable(),
  in: Rupiah,
  out: Rupiah,
  /** opening balance, in and out; null without one */
  expected: z.int().nullable(),
  /** null: nobody counted it */
  counted: z.int().nullable(),
  /** counted less expected; null where one of both is missing */
  difference: z.int().nullable(),
});
export type ShiftPurse = z.infer<typeof ShiftPurse>;

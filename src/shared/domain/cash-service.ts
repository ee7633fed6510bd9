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

import { maxAmount, maxBillAmount } from '../../shared/domain/entry.ts';

const notes = [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];

/** The sums a customer is likely to hand over besides the exact total: the next round sums, least first. */
export function likelyCash(total: number): number[] {
  // A bill may exceed the maximum of an order.
  const maxCash = total > maxAmount ? maxBillAmount : 0;
  // A large sum is not paid with the smallest notes.
  const sums = notes.filter((note) => note >= 5000 || total < note * 5).map((note) => Math.ceil(total / note) * note);
  return [...new Set(sums)]
    .filter((sum) => sum > total && sum <= Math.max(maxAmount, maxCash))
    .sort((a, b) => a - b)
    .slice(0, 4);
}

/**
 * The sum that an arrow leads to from the cash so far: down to the next larger one, up to the next smaller one, then to the
 * exact amount, which is null. Undefined for any other key.
 * @param sums least first, whole rupiah
 */
export function nextSum(key: string, sums: readonly number[], cash: number | null): number | null | undefined {
  if (key === 'ArrowDown') return sums.find((sum) => sum > (cash ?? 0)) ?? sums.at(-1) ?? null;
  if (key === 'ArrowUp') return cash === null ? null : (sums.findLast((sum) => sum < cash) ?? null);
  return undefined;
}

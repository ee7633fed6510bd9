import { maxAmount, maxBillAmount } from '../../shared/domain/entry.ts';

/**
 * The caret's position once the text shows with separators: after the same number of real characters.
 * @param shown the text with separators
 * @param realBefore how many characters before the caret are no separators
 */
export function caretIn(shown: string, realBefore: number, isSeparator: (char: string) => boolean): number {
  let seen = 0;
  for (let at = 0; at < shown.length; at += 1) {
    if (seen === realBefore) return at;
    if (!isSeparator(shown[at] ?? '')) seen += 1;
  }
  return shown.length;
}

/** How many characters before the caret are no separators. */
export function realCharacters(text: string, caret: number, isSeparator: (char: string) => boolean): number {
  return Array.from(text.slice(0, caret)).filter((char) => !isSeparator(char)).length;
}

/** A typed, pasted or scanned number without separators; a leading plus stays until the number is read back. */
export const bareNumber = (typed: string): string => typed.replace(/[^0-9A-Za-z+]/g, '').slice(0, 31);

export const isNumberSeparator = (char: string): boolean => !/[0-9A-Za-z+]/.test(char);

const steps = [5000, 10_000, 20_000, 50_000, 100_000];

/**
 * Likely amounts of tendered cash besides the exact total, smallest first: the next five and tens of thousands, and the total
 * in notes of 50.000 and of 100.000.
 */
export function likelyCash(total: number): number[] {
  // A bill may exceed the maximum of an order.
  const maxCash = total > maxAmount ? maxBillAmount : maxAmount;
  const sums = steps.map((step) => Math.ceil(total / step) * step);
  return [...new Set(sums)].filter((sum) => sum > total && sum <= maxCash).toSorted((one, other) => one - other);
}

/**
 * The amount that an arrow key selects. Down: the next larger one. Up: the next smaller one, and below the smallest the exact
 * amount, which is null. Any other key: undefined.
 * @param sums smallest first, whole rupiah
 */
export function nextSum(key: string, sums: readonly number[], cash: number | null): number | null | undefined {
  if (key === 'ArrowDown') return sums.find((sum) => sum > (cash ?? 0)) ?? sums.at(-1) ?? null;
  if (key === 'ArrowUp') return cash === null ? null : (sums.findLast((sum) => sum < cash) ?? null);
  return undefined;
}

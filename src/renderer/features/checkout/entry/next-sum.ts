/**
 * The sum that an arrow leads to from the cash so far: down to the next larger one, up to the next smaller one, then to the
 * exact amount, which is null. Undefined for any other key.
 * @param sums least first, whole rupiah
 */
export function nextSum(key: string, sums: readonly number[], now: number | null): number | null | undefined {
  if (key === 'ArrowDown') return sums.find((sum) => sum > (now ?? 0)) ?? sums.at(-1) ?? null;
  if (key === 'ArrowUp') return now === null ? null : (sums.findLast((sum) => sum < now) ?? null);
  return undefined;
}
